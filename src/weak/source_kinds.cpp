#include "weak/source_kinds.h"

namespace weft {

void PresenceCounts::Add(const Corpus& corpus, const VoteBlock& block, int32_t outside,
                         Span<double> sums) const {
  std::vector<double> tokens(static_cast<size_t>(block.patterns()), 0.0);
  const int32_t* patterns = block.token_patterns().data();
  for (int64_t s = block.first(); s < block.last(); ++s) {
    const int64_t length = corpus.length(s);
    if (length == 0) continue;
    sums[0] += 1;
    for (int32_t row : block.Rows(*patterns)) {
      sums[1 + static_cast<size_t>(block.VoteOf(row).source)] += 1;
    }
    for (int64_t t = 0; t < length; ++t) tokens[static_cast<size_t>(*patterns++)] += 1;
  }
  for (size_t p = 0; p < tokens.size(); ++p) {
    for (int32_t row : block.Rows(static_cast<int64_t>(p))) {
      const VoteBlock::Vote& vote = block.VoteOf(row);
      const size_t j = static_cast<size_t>(vote.source);
      sums[1 + j_ + j] += tokens[p];
      if (vote.Names(outside)) sums[1 + 2 * j_ + j] += tokens[p];
      double* votes = sums.data() + 1 + 3 * j_ + j * k_;
      if (vote.soft) {
        for (size_t v = 0; v < k_; ++v) votes[v] += tokens[p] * static_cast<double>(vote.soft[v]);
      } else if (vote.top != kNoLabel) {
        votes[vote.top] += tokens[p];
      }
    }
  }
}

SourceKinds JudgeSources(const PresenceCounts& counts, Span<const double> sums, double max_fire,
                         size_t sources, size_t labels) {
  constexpr double kComplete = 0.99;
  SourceKinds kinds;
  for (size_t j = 0; j < sources; ++j) {
    kinds.annotator.push_back(counts.Sentences(sums, j) < kComplete * PresenceCounts::All(sums));
    kinds.sparse.push_back(counts.Named(sums, j) <= max_fire * counts.Tokens(sums, j));
    kinds.tokens.push_back(counts.Tokens(sums, j));
    for (size_t v = 0; v < labels; ++v) {
      kinds.repertoire.push_back(counts.Votes(sums, j, v) > 0);
    }
  }
  return kinds;
}

}  // namespace weft

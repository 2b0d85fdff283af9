#include "weak/source_kinds.h"

namespace weft {

void PresenceCounts::Add(const Corpus& corpus, const VoteBlock& block, int32_t outside,
                         Span<double> sums) const {
  const int32_t* patterns = block.token_patterns().data();
  for (int64_t s = block.first(); s < block.last(); ++s) {
    const int64_t length = corpus.length(s);
    if (length > 0) sums[0] += 1;
    for (int64_t t = 0; t < length; ++t, ++patterns) {
      for (int32_t row : block.Rows(*patterns)) {
        const VoteBlock::Vote vote = block.VoteOf(row);
        const size_t j = static_cast<size_t>(vote.source);
        if (t == 0) sums[1 + j] += 1;
        sums[1 + j_ + j] += 1;
        if (vote.Names(outside)) sums[1 + 2 * j_ + j] += 1;
        double* votes = sums.data() + 1 + 3 * j_ + j * k_;
        if (vote.soft) {
          for (size_t v = 0; v < k_; ++v) votes[v] += static_cast<double>(vote.soft->p[v]);
        } else if (vote.top != kNoLabel) {
          votes[vote.top] += 1;
        }
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

#include "neural/initial_sources.h"

#include <cmath>

#include "weak/redundancy.h"
#include "weak/starting_vote.h"
#include "weak/vote_blocks.h"

namespace weft {
namespace {

// [P, K]: the mean of the targets over the tokens of each pattern.
std::vector<double> BeliefsByPattern(const VoteBlock& block, const Corpus& corpus,
                                     const Targets& targets) {
  const auto k = static_cast<size_t>(targets.labels().size());
  std::vector<double> beliefs(static_cast<size_t>(block.patterns()) * k, 0.0);
  const int64_t first = corpus.begin(block.first());
  for (size_t i = 0; i < block.token_patterns().size(); ++i) {
    double* row = beliefs.data() + static_cast<size_t>(block.token_patterns()[i]) * k;
    targets.ForLabels(first + static_cast<int64_t>(i),
                      [&](int32_t label, double p) { row[label] += p; });
  }
  for (size_t p = 0; p < static_cast<size_t>(block.patterns()); ++p) {
    double sum = 0;
    for (size_t z = 0; z < k; ++z) sum += beliefs[p * k + z];
    for (size_t z = 0; z < k; ++z) {
      beliefs[p * k + z] = sum > 0 ? beliefs[p * k + z] / sum : 1 / static_cast<double>(k);
    }
  }
  return beliefs;
}

}  // namespace

std::vector<double> MeasureRedundancy(const Corpus& corpus, const VoteSettings& settings,
                                      const Targets& targets, const VoteCounts& votes,
                                      double shrink, Executor* executor) {
  const auto k = static_cast<size_t>(votes.labels);
  const int32_t outside = targets.labels().Find("O");
  const PairCounts counts(votes.sources, votes.labels);
  std::vector<double> sums(counts.size(), 0.0);
  for (const VoteBlock& block : BuildBlocks(corpus, settings, targets.labels(), executor)) {
    counts.Add(block, TokensByPattern(block, corpus, {}), BeliefsByPattern(block, corpus, targets),
               outside, sums);
  }
  std::vector<uint8_t> repertoire(static_cast<size_t>(votes.sources) * k, 0);
  for (size_t i = 0; i < votes.counts.size(); ++i) {
    const size_t source = i / (k * k) / static_cast<size_t>(settings.contexts);
    if (votes.counts[i] > 0) repertoire[source * k + i % k] = 1;
  }
  return counts.Redundancy(sums, repertoire, outside, shrink);
}

VoteCounts CountVotes(const Corpus& corpus, const VoteSettings& settings, const Targets& targets) {
  VoteCounts votes;
  votes.sources = static_cast<int32_t>(settings.sources.size());
  votes.labels = targets.labels().size();
  const auto k = static_cast<size_t>(votes.labels);
  votes.slots = votes.sources * settings.contexts;
  votes.counts.assign(static_cast<size_t>(votes.slots) * k * k, 0.0);
  votes.shares.assign(settings.sources.size(), 0.0);
  votes.tokens = votes.shares;
  VoteReader reader(corpus, settings, targets.labels());
  double sentences = 0, annotations = 0;
  for (int64_t s = 0; s < corpus.num_sentences(); ++s) {
    const std::vector<ReadVotes>& rows = reader.Read(s);
    votes.sentence_weights.push_back(rows.empty() ? 0 : 1);
    sentences += rows.empty() ? 0 : 1;
    annotations += static_cast<double>(rows.size());
    for (const ReadVotes& row : rows) {
      const auto j = static_cast<size_t>(row.source);
      votes.shares[j] += 1;
      votes.tokens[j] += static_cast<double>(corpus.length(s));
      for (int64_t t = 0; t < corpus.length(s); ++t) {
        const int32_t vote = row.labels[t];
        if (vote == kNoLabel) continue;
        const auto slot = static_cast<size_t>(
            SlotOf(row, static_cast<size_t>(t), settings.contexts, reader.outside()));
        targets.ForLabels(corpus.begin(s) + t, [&](int32_t label, double p) {
          votes.counts[(slot * k + static_cast<size_t>(label)) * k + static_cast<size_t>(vote)] +=
              p;
        });
      }
    }
  }
  for (double& share : votes.shares) {
    share /= std::max(1.0, static_cast<double>(corpus.num_sentences()));
  }
  votes.sources_per_sentence = annotations / std::max(1.0, sentences);
  return votes;
}

at::Tensor InitialSources(const VoteCounts& votes, const Options& options) {
  const int64_t k = votes.labels;
  at::Tensor matrices = at::zeros({votes.slots, k, k});
  const bool normalised = options.GetString("weak_rows") == "normalised";
  if (options.GetString("initial_sources") == "identity") {
    // Of a log-softmax, the second gives the diagonal half of the row.
    const auto labels = static_cast<double>(k);
    return matrices + at::eye(k) * (normalised ? std::log(std::max(1.0, labels - 1)) : 1 / labels);
  }
  const double smoothing = options.GetFloat("smoothing"), rho = options.GetFloat("rho");
  float* out = matrices.data_ptr<float>();
  for (size_t row = 0; row < static_cast<size_t>(votes.slots * k); ++row) {
    const double* counts = votes.counts.data() + row * static_cast<size_t>(k);
    double total = 0;
    for (int64_t n = 0; n < k; ++n) total += counts[n];
    for (int64_t n = 0; n < k; ++n, ++out) {
      if (normalised) {
        const double share = (counts[n] + smoothing) / (total + smoothing * static_cast<double>(k));
        *out = static_cast<float>(std::log(share));
      } else {
        *out = static_cast<float>(total > 0 ? rho * counts[n] / total : 0);
      }
    }
  }
  return matrices;
}

}  // namespace weft

// Where the weak-source matrices of the hidden CRF begin.
#pragma once

#include <vector>

#include "core/parallel.h"
#include "method/targets.h"
#include "neural/torch.h"
#include "weak/votes.h"

namespace weft {

/// What sources vote where labels are known, or believed.
struct VoteCounts {
  int32_t sources = 0, labels = 0;
  int32_t slots = 0;                     ///< SlotOf's
  std::vector<double> counts;            ///< [slots, K (label), K (vote)]
  std::vector<double> shares;            ///< [J]: of the sentences, how many it annotated
  std::vector<double> tokens;            ///< [J]: of the sentences that it annotated
  std::vector<double> sentence_weights;  ///< [sentences]: 1 where anyone voted, else 0
  double sources_per_sentence = 0;       ///< mean, over sentences with votes
};

/// Counts tokens of the sentences that a source annotated (Chen et al. 2023, eq. 21, where
/// `targets` are majority votes); abstentions are no votes.
VoteCounts CountVotes(const Corpus& corpus, const VoteSettings& settings, const Targets& targets);

/// VoteSettings::redundancy of the votes of `corpus`, against labels that are known or believed;
/// see PairCounts (weak/redundancy.h).
std::vector<double> MeasureRedundancy(const Corpus& corpus, const VoteSettings& settings,
                                      const Targets& targets, const VoteCounts& votes,
                                      double shrink, Executor* executor);

/// [slots, K, K] by the options "initial_sources", "weak_rows", "rho" and "smoothing".
at::Tensor InitialSources(const VoteCounts& votes, const Options& options);

}  // namespace weft

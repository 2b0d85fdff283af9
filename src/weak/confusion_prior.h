// What is believed of the confusion matrices before the votes are seen, and the closed-form update
// under it.
#pragma once

#include <vector>

#include "weak/confusion.h"
#include "weak/source_priors.h"

namespace weft {

/// Dirichlet pseudo-counts and bounds. A vote whose pseudo-count and count are 0 for every true
/// label is outside the source's repertoire and gets probability 0.
struct ConfusionPrior {
  VoteTableShape shape;
  std::vector<double> pseudo_counts;  ///< [J, K + 1, K], as counts; "abstains" is not read
  int32_t outside = kNoLabel;         ///< id of "O"
  /// Bounds each source above chance, 0: off. Where the truth is a type (or a plain tag) and the
  /// source names one, it names the right one with at least this probability; and it votes for the
  /// truth at least as often as it votes for that label overall.
  double min_accuracy = 0;
  std::vector<double> vote_rates;  ///< [J, K]: share of each label in a source's votes

  /// The matrices that maximise Σ (count + pseudo-count) · log p within the bounds: eq. 22 of seed
  /// 001 with smoothing. `counts` [J, K + 1, K].
  std::vector<double> Maximise(Span<const double> counts) const;
  /// Σ pseudo-count · log p, nats: the logarithm of the prior's density up to a constant.
  double LogDensity(const Confusion& confusion) const;

 private:
  void Bound(int32_t source, int32_t truth, std::vector<double>* p) const;
};

/// How a prior follows from the votes.
struct ConfusionSettings {
  double smoothing = 0;     ///< pseudo-count of each vote in a source's repertoire
  double vote_prior = 0;    ///< times the counts that the votes alone suggest, as pseudo-counts
  double min_accuracy = 0;  ///< ConfusionPrior::min_accuracy
  SourcePriors priors;
};

/// The prior from `counts` [J, K + 1, K] under beliefs that come from the votes alone. Sets
/// `repertoire` [J, K]: a vote that a source never cast gets no pseudo-count.
ConfusionPrior SettlePrior(const ConfusionSettings& settings, VoteTableShape shape, int32_t outside,
                           Span<const double> counts, std::vector<uint8_t>* repertoire);

}  // namespace weft

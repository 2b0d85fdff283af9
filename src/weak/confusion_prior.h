// What is believed of the confusion matrices before EM looks at the votes, and the closed-form
// update under it.
#pragma once

#include <vector>

#include "weak/confusion.h"
#include "weak/label_parts.h"

namespace weft {

/// The shape of the confusion matrices.
enum class ConfusionFamily {
  kFull,  ///< any p(vote | true)
  /// p(O | a) = 1 − fire(a), p(vote | true) = fire(a) · type(b | a) · position(q | p) for a true
  /// label of class a and position p and a vote of type b and position q: far fewer parameters.
  kFactored,
};

/// Dirichlet pseudo-counts, a family, and bounds.
struct ConfusionPrior {
  VoteTableShape shape;
  const LabelParts* parts = nullptr;  ///< borrowed
  ConfusionFamily family = ConfusionFamily::kFull;
  std::vector<double> pseudo_counts;  ///< [slots, K + 1, K]; "abstains" is not read
  /// Bounds each source from below (0: not at all). Where it names something, there is something to
  /// name with at least this probability, at the odds of `outside_odds`, and what it names there is
  /// right with at least this probability; in any case neither is worse than chance: it names
  /// something at least as often where there is something to name as where there is not, and the
  /// right thing at least as often as if it drew from its own votes, or evenly from its repertoire.
  double accuracy_bound = 0;
  std::vector<uint8_t> repertoire;   ///< [J, K]
  std::vector<double> named_rates;   ///< [J, classes]: shares of what a source names
  std::vector<double> outside_odds;  ///< [J]: tokens to which O belongs, by those to which not

  /// The matrices of the family that maximise Σ (count + pseudo-count) · log p within the bounds:
  /// eq. 22 of Li et al. 2021 with priors. `counts` [slots, K + 1, K]; `adversarial` [J] is set to
  /// 1 for sources that would be worse than chance without the bound (may be null).
  std::vector<double> Maximise(Span<const double> counts, std::vector<uint8_t>* adversarial) const;

  /// Σ pseudo-count · log p, nats: the logarithm of the prior's density up to a constant.
  double LogDensity(const Confusion& confusion) const;
};

}  // namespace weft

// One confusion matrix from its counts, by family.
#pragma once

#include <vector>

#include "weak/label_parts.h"

namespace weft {

/// How a matrix is bounded from below; see ConfusionPrior::accuracy_bound.
struct AccuracyBound {
  /// Least p(something is named | a class) / p(something is named | O); at least 1.
  double fire_ratio = 1;
  /// [classes], O unused: least p(the right class | something is named), and the chance of it.
  std::vector<double> right, chance;
  std::vector<uint8_t> in_repertoire;  ///< [classes]
};

/// Maximises Σ counts · log p over all matrices, or over those within `bound` (may be null):
/// `counts` and the result are [K votes, K truths]. `adversarial` is set where without the
/// bound the matrix would be worse than chance.
std::vector<double> FullConfusion(const std::vector<double>& counts, const LabelParts& parts,
                                  const AccuracyBound* bound, bool* adversarial);

/// The same over the factored family.
std::vector<double> FactoredConfusion(const std::vector<double>& counts, const LabelParts& parts,
                                      const AccuracyBound* bound, bool* adversarial);

}  // namespace weft

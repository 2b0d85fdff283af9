// One confusion matrix from its counts, by family.
#pragma once

#include <vector>

#include "weak/label_parts.h"

namespace weft {

/// How a matrix is bounded above chance; see ConfusionPrior::above_chance.
struct ChanceBound {
  std::vector<double> right;  ///< [classes]: least p(the right class | a class is named); O unused
  std::vector<uint8_t> in_repertoire;  ///< [classes]
};

/// Maximises Σ counts · log p over all matrices, or over those within `bound` (may be null):
/// `counts` and the result are [K votes, K truths]. `held` is set where the bound holds the matrix
/// back.
std::vector<double> FullConfusion(const std::vector<double>& counts, const LabelParts& parts,
                                  const ChanceBound* bound, bool* held);

/// The same over the factored family.
std::vector<double> FactoredConfusion(const std::vector<double>& counts, const LabelParts& parts,
                                      const ChanceBound* bound, bool* held);

}  // namespace weft

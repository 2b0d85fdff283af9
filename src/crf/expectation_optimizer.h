// How a CRF gets its weights from expectations.
#pragma once

#include <memory>

#include "crf/optimizer.h"

namespace weft {

/// By `distance`, `ge_weight` and `kl_iterations`; takes what it needs out of `data`, which must
/// outlive it.
///
/// Squared distances have plateaus: where the model is sure of the wrong label, their gradient
/// vanishes, and from weights of 0 the first step of L-BFGS may land where every token is O.
/// Divergence has none as long as marginals are above 1e-30, so the first `kl_iterations` minimise
/// that. Says in the log how many tokens are learned from what.
std::unique_ptr<CrfOptimizer> NewExpectationOptimizer(const TrainingInput& input,
                                                      CrfTrainingData* data);

}  // namespace weft

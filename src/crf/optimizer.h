// How a sparse CRF gets its weights: one interface over batch and online algorithms.
#pragma once

#include <memory>
#include <string>

#include "core/span.h"
#include "crf/objective.h"
#include "crf/training_data.h"

namespace weft {

class CrfOptimizer {
 public:
  struct Outcome {
    double objective = 0;  ///< after the iteration; nats, for ap wrong tokens
    bool iterated = true;  ///< false: it had finished already, or was cancelled
    bool finished = false;
    bool converged = false;
    std::string reason;  ///< why it finished
  };
  virtual ~CrfOptimizer() = default;
  /// One iteration or epoch.
  virtual Outcome Iterate() = 0;
  /// [F]: the weights after the last iteration.
  virtual Span<const double> weights() const = 0;
};

// Each takes what it needs out of `data`, which must outlive it.

std::unique_ptr<CrfOptimizer> NewAdagradOptimizer(const TrainingInput& input,
                                                  const CrfTrainingData* data);
std::unique_ptr<CrfOptimizer> NewPerceptronOptimizer(const TrainingInput& input,
                                                     const CrfTrainingData* data);

}  // namespace weft

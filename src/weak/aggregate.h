// Aggregation of a whole corpus: labels and posteriors from the votes of its sources.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "method/model.h"

namespace weft {

/// What an aggregator makes of a corpus of N tokens.
struct Aggregation {
  std::vector<int32_t> labels;  ///< [N], ids of soft.labels
  SoftLabels soft;  ///< posteriors; pairwise_sum where the model has transitions, else empty
  double log_likelihood = 0;  ///< of the votes, nats; NaN where the model has none (mv, wmv)
  std::vector<std::string> warnings;
};

/// Labels and posteriors of every sentence. Fails with kInvalidArgument if `model` does not read
/// votes. A sentence whose sources contradict every legal path keeps a best path; the warning names
/// sentence and token. The result does not depend on the number of threads.
Aggregation Aggregate(const Model& model, const Corpus& corpus, Executor* executor);

}  // namespace weft

// Where the conditional HMM begins: at the aggregator whose matrices it makes depend on tokens.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "method/model.h"
#include "neural/conditional_hmm.h"
#include "weak/votes.h"

namespace weft {

struct ConditionalStart {
  ConditionalShape shape;
  VoteSettings settings;
  std::shared_ptr<const SoftLabels> beliefs;  ///< of the training corpus
  std::vector<float> logits;                  ///< [outputs]: log-probabilities, of every token
  std::vector<float> constants;               ///< [constants]: probabilities
};

/// Fits the aggregator that "chmm" (hmm) or "chmm-iid" (ds) begins at, by the options under its
/// name. Fails as it does.
ConditionalStart FitStart(const std::string& chmm, const TrainingInput& input);

}  // namespace weft

// Training runs of the neural methods.
#pragma once

#include <memory>

#include "method/model.h"

namespace weft {

/// "bilstm-crf" or "transformer-crf": an encoder and a chain, on labels hard, soft or partial.
std::unique_ptr<Trainer> TrainNeuralCrf(const std::string& method, TrainingInput input);
/// "nhcrf": the same on first labels, then on votes by the hidden CRF (Chen et al. 2023, § 2.5).
std::unique_ptr<Trainer> TrainNhcrf(TrainingInput input);

/// "chmm" or "chmm-iid": the conditional HMM over an encoder that stays as it is, on votes.
std::unique_ptr<Trainer> TrainChmm(const std::string& method, TrainingInput input);

}  // namespace weft

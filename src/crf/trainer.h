// A training run of the sparse CRF.
#pragma once

#include <memory>
#include <vector>

#include "crf/optimizer.h"
#include "crf/training_data.h"
#include "method/model.h"

namespace weft {

std::unique_ptr<Trainer> TrainCrf(TrainingInput input);

}  // namespace weft

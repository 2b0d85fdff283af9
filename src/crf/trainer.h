// Training runs of the sparse CRF: on labels, or on labels and expectations.
#pragma once

#include <memory>
#include <vector>

#include "crf/optimizer.h"
#include "crf/training_data.h"
#include "method/model.h"

namespace weft {

std::unique_ptr<Trainer> TrainCrf(TrainingInput input);
std::unique_ptr<Trainer> TrainGe(TrainingInput input);

}  // namespace weft

// The method hmm-tagger.
#pragma once

#include "method/model.h"

namespace weft {

const Method& HmmTaggerMethod();
std::unique_ptr<Trainer> TrainHmmTagger(TrainingInput input);

}  // namespace weft

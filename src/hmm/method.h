// The method hmm-tagger.
#pragma once

#include "method/sentence_learner.h"

namespace weft {

const Method& HmmTaggerMethod();
std::unique_ptr<Trainer> TrainHmmTagger(TrainingInput input);
std::unique_ptr<SentenceLearner> LearnHmmTagger(TrainingInput input);

}  // namespace weft

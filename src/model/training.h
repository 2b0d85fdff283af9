// A training run from its options: a method alone, or a tagger that learns from what an aggregator
// makes of the votes.
#pragma once

#include <memory>

#include "method/handed_labels.h"
#include "method/sentence_learner.h"

namespace weft {

/// The options of a training run with `method`: its own, `threads`, and for taggers that do not
/// read gold labels and votes at once `aggregator`
/// ("gold", or the aggregator whose labels the tagger learns from), `labels` (soft or hard),
/// `negative_share`, `seed` and every aggregator's own options as "NAME.key".
OptionTable TrainingOptions(const Method& method);

/// What of a run's options tells what its aggregator hands over. Fails where they contradict each
/// other.
HandedLabels HandedFrom(const Options& run);

/// What a run is begun with.
struct RunInput {
  const Method* method = nullptr;
  Options options;  ///< of TrainingOptions(*method)
  std::shared_ptr<const Corpus> train;
  std::shared_ptr<const Corpus> dev;  ///< may be null
  /// A model of this method with the labels of `train`, from which training goes on; may be null.
  std::shared_ptr<const Model> start;
};

/// What a run may be given besides; all may be empty.
struct TrainingHooks {
  Logger log;
  std::shared_ptr<const CancelFlag> cancel;
  std::function<void(Span<double>)> reduce;  ///< see TrainingInput
};

/// Fails where the corpus does not have what the run needs: kState for an empty corpus, no votes
/// for an aggregator, no labels for a tagger that learns from gold.
std::unique_ptr<Trainer> NewTrainer(const RunInput& run, TrainingHooks hooks);

/// Fails with kInvalidArgument where the run is not one of a tagger that learns from gold labels,
/// or options contradict each other: before there are any labels.
void CheckGoldRun(const RunInput& run);

/// What learns the sentences of `run.train` one by one, none so far, with the options of the run.
/// Fails with kUnsupported where the method cannot.
std::unique_ptr<SentenceLearner> NewSentenceLearner(const RunInput& run);

}  // namespace weft

// The options of alternate training, and what they come to for a run.
#pragma once

#include <map>
#include <string>

#include "method/handed_labels.h"

namespace weft {

/// Its own, and those of taggers under their names.
OptionTable AltOptions();

/// Of a whole run's options: fails with kInvalidArgument where they contradict each other, or are
/// of a tagger that is not used.
void CheckAltOptions(const Options& run);

struct AltPlan {
  explicit AltPlan(const TrainingInput& input);

  const Method *aggregator, *tagger;
  Options aggregator_options, tagger_options;
  HandedLabels handed;
  bool scores, scores_votes;  ///< the dev corpus can score taggers, and aggregators
  bool hard_feedback, fill, continue_tagger, continue_aggregator;
  int64_t max_loops, patience;
  double tolerance;
  std::string source;  ///< the name of the tagger as a source

  /// Those of a loop; 0: phase I.
  Options TaggerOptions(int64_t loop) const;
  /// All that the model is trained with.
  std::map<std::string, std::string> Used(const TrainingInput& input) const;

 private:
  double loop_rate_;
  int64_t loop_epochs_, loop_batch_;
};

/// Of the tokens that one of both names, the share whose labels differ.
double ChangedShare(Span<const int32_t> before, Span<const int32_t> after, int32_t outside);

}  // namespace weft

// The tagger of a loop: one interface for those that learn a sentence at a time, those that go on
// from the model before, and those that begin anew.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "model/training.h"

namespace weft {

class Learner {
 public:
  virtual ~Learner() = default;
  /// Learns what `labels` [tokens] say now of the sentences `changed`. Others keep what they said.
  virtual void Learn(const std::vector<int64_t>& changed, const std::vector<int32_t>& labels) = 0;
  /// Of all that was learned, trained where that is still to do; null where nothing has a label.
  /// What fails here, or is cancelled, may be tried again.
  virtual std::shared_ptr<const Model> model() = 0;
};

struct LearnerInput {
  RunInput run;  ///< `train` is the pool; its own labels are not looked at
  Logger log;
  std::shared_ptr<CancelFlag> cancel = std::make_shared<CancelFlag>();
  bool in_steps = true;
  /// Keeps the model from which the next one goes on, where the tagger needs it; "": nothing does.
  std::string model_path;
};

/// Fails as CheckGoldRun does, and where an option has no effect in a session.
std::unique_ptr<Learner> NewLearner(LearnerInput input);

}  // namespace weft

#include "crf/expectation_optimizer.h"

#include "core/error.h"
#include "crf/expectation_objective.h"
#include "crf/lbfgs_optimizer.h"

namespace weft {
namespace {

class ExpectationOptimizer : public CrfOptimizer {
 public:
  ExpectationOptimizer(const TrainingInput& input, CrfTrainingData* data)
      : cancel_(input.cancel),
        log_(input.log),
        first_(Squared(input) && HasPenalty(input, *data) ? input.options.GetInt("kl_iterations")
                                                          : 0) {
    Announce(input, *data);
    auto objective = std::make_unique<ExpectationObjective>(
        data->corpus.num_sentences(), data->targets, *data->expectations,
        input.options.GetFloat("ge_weight"),
        Squared(input) && first_ == 0 ? Distance::kSquared : Distance::kKl);
    objective_ = objective.get();
    lbfgs_ = std::make_unique<LbfgsOptimizer>(input, data, std::move(objective));
  }

  Outcome Iterate() override {
    if (first_ == 0) return lbfgs_->Iterate();
    Outcome outcome = lbfgs_->Iterate();
    --first_;
    if (cancel_ && cancel_->cancelled()) return outcome;
    if (outcome.finished) first_ = 0;  // however it finished: squared distances come next
    if (first_ > 0) return outcome;
    outcome.finished = outcome.converged = false;
    if (log_) {
      log_(LogLevel::kInfo,
           "kl_iterations are done: the objective is of squared distances from here");
    }
    objective_->SetDistance(Distance::kSquared);
    lbfgs_->Restart();
    return outcome;
  }

  Span<const double> weights() const override { return lbfgs_->weights(); }

 private:
  // What the run learns from, and what it cannot.
  static void Announce(const TrainingInput& input, const CrfTrainingData& data) {
    if (!input.log) return;
    const int64_t all = input.train->num_tokens(), expected = data.expectations->num_tokens();
    const int64_t gold = data.targets.labelled_tokens();
    input.log(LogLevel::kInfo,
              StrCat("of ", all, " tokens ", gold, " are learned from their gold labels, ",
                     expected, " from votes, ", all - gold - expected,
                     " are not learned from (no label and no vote, or of weight 0)"));
    const auto warn = [&](const char* text) { input.log(LogLevel::kWarning, text); };
    if (expected == 0)
      warn("no token without a gold label has a vote that weighs: ge learns what crf does");
    if (input.options.GetFloat("ge_weight") == 0) warn("ge_weight is 0: votes teach nothing");
    if (gold == 0 && data.expectations->groups() < data.expectations->labels()) {
      warn("nothing tells the labels of one group apart: no token has a gold label");
    }
    if (Squared(input) && HasPenalty(input, data) &&
        input.options.GetInt("max_iterations") <= input.options.GetInt("kl_iterations")) {
      warn("all of max_iterations are kl_iterations: no squared distance is minimised");
    }
  }

  static bool HasPenalty(const TrainingInput& input, const CrfTrainingData& data) {
    return data.expectations->num_tokens() > 0 && input.options.GetFloat("ge_weight") > 0;
  }
  static bool Squared(const TrainingInput& input) {
    return input.options.GetString("distance") == "squared";
  }
  const std::shared_ptr<const CancelFlag> cancel_;
  const Logger log_;
  int64_t first_;  // iterations of the divergence that are left
  ExpectationObjective* objective_;
  std::unique_ptr<LbfgsOptimizer> lbfgs_;
};

}  // namespace

std::unique_ptr<CrfOptimizer> NewExpectationOptimizer(const TrainingInput& input,
                                                      CrfTrainingData* data) {
  return std::make_unique<ExpectationOptimizer>(input, data);
}

}  // namespace weft

#include "crf/expectation_optimizer.h"

#include "crf/expectation_objective.h"
#include "crf/lbfgs_optimizer.h"

namespace weft {
namespace {

class ExpectationOptimizer : public CrfOptimizer {
 public:
  ExpectationOptimizer(const TrainingInput& input, CrfTrainingData* data)
      : cancel_(input.cancel), first_(Squared(input) ? input.options.GetInt("kl_iterations") : 0) {
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
    objective_->SetDistance(Distance::kSquared);
    lbfgs_->Restart();
    return outcome;
  }

  Span<const double> weights() const override { return lbfgs_->weights(); }

 private:
  static bool Squared(const TrainingInput& input) {
    return input.options.GetString("distance") == "squared";
  }
  std::shared_ptr<const CancelFlag> cancel_;
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

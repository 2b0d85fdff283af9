#include "crf/lbfgs_optimizer.h"

#include <algorithm>
#include <cmath>

#include "core/error.h"

namespace weft {
namespace {

LbfgsSettings SettingsFrom(const Options& options) {
  LbfgsSettings settings;
  settings.memories = static_cast<int32_t>(options.GetInt("memories"));
  settings.epsilon = options.GetFloat("epsilon");
  settings.period = static_cast<int32_t>(options.GetInt("period"));
  settings.delta = options.GetFloat("delta");
  settings.max_linesearch = static_cast<int32_t>(options.GetInt("max_linesearch"));
  settings.l1 = options.GetFloat("c1");
  return settings;
}

void RequireFinite(double loss) {
  Require(std::isfinite(loss), "the training loss is no longer finite (", loss,
          "); expected moderate c1 and c2, or attribute values of smaller size");
}

}  // namespace

LbfgsOptimizer::LbfgsOptimizer(const TrainingInput& input, CrfTrainingData* data,
                               std::unique_ptr<SentenceObjective> objective)
    : objective_(std::move(objective)),
      executor_(input.executor.get()),
      cancel_(input.cancel),
      settings_(SettingsFrom(input.options)),
      c2_(input.options.GetFloat("c2")),
      sum_(data->corpus, std::move(data->inverted), data->features, *objective_, executor_,
           input.reduce),
      solver_(std::make_unique<LbfgsSolver>(sum_.size(), settings_)),
      weights_(static_cast<size_t>(sum_.size()), 0.0) {}

void LbfgsOptimizer::Restart() {
  solver_ = std::make_unique<LbfgsSolver>(sum_.size(), settings_, weights_);
  pending_ = LbfgsSolver::Event::kEvaluate;
  has_pending_ = false;
  objective_value_ = last_fall_ = std::numeric_limits<double>::infinity();
}

CrfOptimizer::Outcome LbfgsOptimizer::Iterate() {
  Outcome outcome;
  bool iterated = false;
  while (pending_ != LbfgsSolver::Event::kFinished) {
    if (!has_pending_) pending_ = solver_->Next();
    has_pending_ = false;
    if (pending_ == LbfgsSolver::Event::kEvaluate) {
      // The next iteration's first evaluation is left to the next call.
      if (iterated) {
        has_pending_ = true;
        return outcome;
      }
      if (cancel_ && cancel_->cancelled()) {
        has_pending_ = true;
        return Cancelled();
      }
      solver_->Tell(Evaluate());
    } else if (pending_ == LbfgsSolver::Event::kIteration) {
      iterated = true;
      last_fall_ = objective_value_ - solver_->value();
      outcome.objective = objective_value_ = solver_->value();
      RequireFinite(objective_value_);
      std::copy(solver_->point().begin(), solver_->point().end(), weights_.begin());
    }
  }
  return Finished(iterated);
}

CrfOptimizer::Outcome LbfgsOptimizer::Cancelled() {
  Outcome outcome;
  outcome.iterated = false;
  outcome.finished = true;
  outcome.reason = "cancelled";
  return outcome;
}

CrfOptimizer::Outcome LbfgsOptimizer::Finished(bool iterated) const {
  Outcome outcome;
  outcome.iterated = iterated;
  outcome.objective = objective_value_;
  outcome.finished = true;
  outcome.converged = solver_->converged();
  outcome.reason = solver_->reason();
  // Small problems come to where rounding hides any further fall before a whole period has
  // passed: the line search fails there, and there is nothing left to gain.
  if (!outcome.converged && last_fall_ < settings_.delta * std::abs(objective_value_)) {
    outcome.converged = true;
    outcome.reason = "the objective does not fall any more";
  }
  return outcome;
}

// The objective with its L2 penalty c2·|w|², at the solver's point.
double LbfgsOptimizer::Evaluate() {
  const Span<const double> x = solver_->point();
  const Span<double> g = solver_->gradient();
  const double value = sum_.Evaluate(x.data());
  const Span<const double> sum_gradient = sum_.gradient();
  constexpr int64_t kChunk = 1 << 16;
  const auto size = static_cast<int64_t>(x.size());
  norms_.resize(static_cast<size_t>(NumChunks(size, kChunk)));
  executor_->ForChunks(size, kChunk, [&](int64_t chunk, int64_t begin, int64_t end, int) {
    double norm = 0;
    for (auto i = static_cast<size_t>(begin); i < static_cast<size_t>(end); ++i) {
      g[i] = sum_gradient[i] + 2 * c2_ * x[i];
      norm += x[i] * x[i];
    }
    norms_[static_cast<size_t>(chunk)] = norm;
  });
  double norm = 0;
  for (const double part : norms_) norm += part;
  const double total = value + c2_ * norm;
  RequireFinite(total);
  if (!std::isfinite(objective_value_)) objective_value_ = total;  // at the start
  return total;
}

}  // namespace weft

#include "crf/trainer.h"

#include <chrono>

#include "core/error.h"
#include "crf/dev_decoder.h"
#include "crf/expectation_optimizer.h"
#include "crf/lbfgs_optimizer.h"
#include "crf/likelihood.h"
#include "crf/options.h"
#include "method/by_source.h"
#include "method/weight_column.h"

namespace weft {
namespace {

using Clock = std::chrono::steady_clock;

// What tells one method of this family from another.
struct Variant {
  const char* name;
  const ExpectationSettings* votes;  // learned from too; null: they are not looked at
  std::unique_ptr<CrfOptimizer> (*new_optimizer)(const TrainingInput& input, CrfTrainingData* data);
  int64_t max_iterations;
};

class CrfTrainer : public Trainer {
 public:
  CrfTrainer(const Variant& variant, TrainingInput input)
      : started_(Clock::now()),
        method_(variant.name),
        input_(std::move(input)),
        data_(input_, variant.votes),
        rules_(SchemeRules(data_.targets.labels(), input_.train->scheme())),
        patience_(input_.dev || input_.options.IsSet("patience") ? input_.options.GetInt("patience")
                                                                 : 0),
        dev_period_(input_.options.GetInt("dev_period")) {
    Require(patience_ == 0 || input_.dev, "option patience needs a development corpus");
    if (input_.dev) {
      Require(input_.dev->has_gold(), "a development corpus needs gold labels, and ",
              input_.dev->name(), " has none");
      const bool constrained = input_.options.GetBool("constrained");
      dev_ = std::make_unique<DevDecoder>(*input_.dev, data_, input_.train->scheme(),
                                          constrained ? &rules_ : nullptr, input_.executor.get());
    }
    optimizer_ = variant.new_optimizer(input_, &data_);
    progress_.phase = method_;
    progress_.max_iterations = variant.max_iterations;
  }

  bool Step() override {
    if (progress_.finished) return false;
    if (input_.cancel && input_.cancel->cancelled()) return Finish("cancelled", false);
    const CrfOptimizer::Outcome outcome = optimizer_->Iterate();
    stepped_ = stepped_ || outcome.iterated || outcome.converged;
    if (outcome.iterated) {
      ++progress_.iteration;
      progress_.objective = outcome.objective;
      objectives_.push_back(outcome.objective);
      if (patience_ > 0 && progress_.iteration % dev_period_ == 0) EvaluateDev();
    }
    progress_.seconds = std::chrono::duration<double>(Clock::now() - started_).count();
    if (outcome.finished) return Finish(outcome.reason, outcome.converged);
    if (patience_ > 0 && evaluations_since_best_ >= patience_) {
      return Finish("the development F1 rises no more (patience)", true);
    }
    if (progress_.iteration >= progress_.max_iterations) {
      return Finish("the most iterations are done (max_iterations)", false);
    }
    return true;
  }

  const Progress& progress() const override { return progress_; }
  const std::vector<double>& objectives() const override { return objectives_; }

  std::shared_ptr<const Model> TakeModel() override {
    if (!stepped_) Fail(Status::kState, "there is no model before the first training step");
    const bool best = !best_weights_.empty();
    auto model =
        data_.NewModel(method_, best ? Span<const double>(best_weights_) : optimizer_->weights());
    model->SetCommon(data_.targets.labels(), input_.train->scheme(), input_.AllOptions());
    return model;
  }

 private:
  void EvaluateDev() {
    const Span<const double> weights = optimizer_->weights();
    progress_.dev_f1 = dev_->F1(weights);
    ++evaluations_since_best_;
    if (patience_ == 0 || progress_.dev_f1 <= best_f1_) return;
    best_f1_ = progress_.dev_f1;
    best_weights_.assign(weights.begin(), weights.end());
    evaluations_since_best_ = 0;
  }

  bool Finish(const std::string& reason, bool converged) {
    if (dev_ && patience_ == 0 && stepped_) EvaluateDev();
    if (!best_weights_.empty()) progress_.dev_f1 = best_f1_;
    progress_.finished = true;
    progress_.converged = converged;
    progress_.stop_reason = reason;
    return false;
  }

  const Clock::time_point started_;
  const std::string method_;
  const TrainingInput input_;
  CrfTrainingData data_;
  const TransitionRules rules_;
  std::unique_ptr<DevDecoder> dev_;
  std::unique_ptr<CrfOptimizer> optimizer_;
  const int64_t patience_, dev_period_;
  Progress progress_;
  std::vector<double> objectives_, best_weights_;
  double best_f1_ = -1;
  int64_t evaluations_since_best_ = 0;
  bool stepped_ = false;
};

std::unique_ptr<CrfOptimizer> NewOptimizer(const TrainingInput& input, CrfTrainingData* data) {
  const std::string& algorithm = input.options.GetString("algorithm");
  if (algorithm == "lbfgs") {
    return std::make_unique<LbfgsOptimizer>(
        input, data,
        std::make_unique<LikelihoodObjective>(data->corpus.num_sentences(), data->targets));
  }
  return algorithm == "ap" ? NewPerceptronOptimizer(input, data) : NewAdagradOptimizer(input, data);
}

// Those of a column, times those that the run gives.
void WeighSentences(TrainingInput* input) {
  Require(input->train != nullptr, "cannot train without a corpus");
  std::vector<float> weights =
      SentenceWeights(*input->train, input->options.GetString("sentence_weights"));
  if (weights.empty()) return;
  for (size_t s = 0; s < weights.size() && !input->sentence_weights.empty(); ++s) {
    weights[s] *= input->sentence_weights[s];
  }
  input->sentence_weights = std::move(weights);
}

std::unique_ptr<Trainer> NewTrainer(const Variant& variant, TrainingInput input) {
  if (!input.executor) input.executor = std::make_shared<Executor>(1);
  return std::make_unique<CrfTrainer>(variant, std::move(input));
}

}  // namespace

std::unique_ptr<Trainer> TrainCrf(TrainingInput input) {
  CheckAlgorithmOptions(input.options);
  WeighSentences(&input);
  Variant variant = {"crf", nullptr, &NewOptimizer, input.options.GetInt("max_iterations")};
  if (variant.max_iterations == 0) {
    variant.max_iterations = input.options.GetString("algorithm") == "lbfgs" ? 500 : 20;
  }
  return NewTrainer(variant, std::move(input));
}

std::unique_ptr<Trainer> TrainGe(TrainingInput input) {
  WeighSentences(&input);
  ExpectationSettings votes = GroupLabels(input.train->labels(), input.options.GetString("groups"));
  if (!votes.unused_groups.empty() && input.log) {
    input.log(LogLevel::kWarning,
              "option groups has entries for what is no label: " + votes.unused_groups);
  }
  votes.source_weights = WeightsBySource(input.options, *input.train);
  for (double& weight : votes.source_weights) weight = weight < 0 ? 1 : weight;
  votes.sentence_weights = input.sentence_weights;
  votes.hard = input.options.GetString("projection") == "hard";
  const int64_t iterations = input.options.GetInt("max_iterations");
  return NewTrainer({"ge", &votes, &NewExpectationOptimizer, iterations}, std::move(input));
}

}  // namespace weft

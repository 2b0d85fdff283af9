#include "neural/trainer.h"

#include <chrono>
#include <cmath>
#include <numeric>

#include "core/error.h"
#include "eval/scores.h"
#include "method/decode.h"
#include "neural/initial_sources.h"
#include "neural/model.h"
#include "neural/stage.h"
#include "neural/torch_errors.h"
#include "weak/vote_options.h"

namespace weft {
namespace {

using Clock = std::chrono::steady_clock;

// The stages of a run, one after the other; each keeps its best parameters by dev F1.
class NeuralTrainer : public Trainer {
 public:
  NeuralTrainer(std::string method, TrainingInput input)
      : method_(std::move(method)),
        started_(Clock::now()),
        input_(std::move(input)),
        options_(input_.options),
        targets_(*input_.train, input_.soft.get(), input_.sentence_weights),
        patience_(input_.dev ? options_.GetInt("patience") : 0),
        network_(TaggerNetwork::New(method_, options_, targets_.labels().size(), *input_.train,
                                    input_.dev.get())),
        read_(network_->encoder().Read(*input_.train)) {
    if (input_.reduce) {
      Fail(Status::kUnsupported, "method ", method_, " cannot be trained by several processes");
    }
    progress_.phase = method_;
  }

  bool Step() override {
    if (progress_.finished) return false;
    if (input_.cancel && input_.cancel->cancelled()) return Finish("cancelled", false);
    const double value = WithTorch([this] { return stage_->Step(); });
    progress_.iteration = stage_->steps();
    progress_.max_iterations = stage_->total_steps();
    progress_.seconds = std::chrono::duration<double>(Clock::now() - started_).count();
    if (!std::isfinite(value)) {
      return Finish(StrCat("the loss was not finite at step ", stage_->steps(), " of ",
                           progress_.phase, "; the parameters before it are kept"),
                    false);
    }
    stepped_ = true;
    progress_.objective = value;
    objectives_.push_back(value);
    const int64_t period = options_.GetInt("dev_period");
    const bool due = stage_->steps() % (period > 0 ? period : stage_->steps_per_epoch()) == 0;
    if (input_.dev && (due || stage_->done())) EvaluateDev();
    if (patience_ > 0 && misses_ >= patience_) {
      return EndStage("the development F1 rises no more (patience)", true);
    }
    return !stage_->done() || EndStage("the most steps are done (epochs, max_steps)", false);
  }

  const Progress& progress() const override { return progress_; }
  const std::vector<double>& objectives() const override { return objectives_; }

  std::shared_ptr<const Model> TakeModel() override {
    if (!stepped_) Fail(Status::kState, "there is no model before the first training step");
    std::unique_ptr<TaggerNetwork> copy = network_->Clone();
    if (!best_.empty()) SetValues(best_, copy.get());
    return NewModel(std::move(copy));
  }

 protected:
  /// What follows when a stage has ended: false where nothing does.
  virtual bool NextStage() { return false; }
  /// The hidden CRF's part of the model, or null.
  virtual std::shared_ptr<const HiddenSources> Sources() const { return nullptr; }

  StageOptions CommonOptions() const {
    StageOptions stage;
    stage.batch_size = options_.GetInt("batch_size");
    stage.epochs = options_.GetInt("epochs");
    stage.max_steps = options_.GetInt("max_steps");
    stage.falling_rates = options_.GetString("schedule") == "linear";
    stage.seed = static_cast<uint64_t>(options_.GetInt("seed"));
    OptimizerOptions& optimizer = stage.optimizer;
    optimizer.clip_norm = options_.GetFloat("clip_norm");
    optimizer.warmup_steps = options_.GetInt("warmup_steps");
    SetRates("", &optimizer);
    return stage;
  }

  /// Learning rates by the options "PREFIXlearning_rate…".
  void SetRates(const std::string& prefix, OptimizerOptions* optimizer) const {
    const auto set = [&](ParameterGroup group, const std::string& rate, const char* decay) {
      optimizer->rates[static_cast<size_t>(group)] = options_.GetFloat(rate);
      optimizer->decays[static_cast<size_t>(group)] = options_.GetFloat(decay);
    };
    const std::string rate = prefix + "learning_rate";
    set(ParameterGroup::kEncoder, rate, "weight_decay");
    set(ParameterGroup::kEmissions, rate, "weight_decay");
    set(ParameterGroup::kChain, rate + "_chain", "weight_decay_chain");
    if (options_.table().Find("learning_rate_sources")) {
      set(ParameterGroup::kSources, "learning_rate_sources", "weight_decay_chain");
    }
  }

  void BeginLabels(const StageOptions& stage, const std::string& phase) {
    std::vector<double> weights;
    for (int64_t s = 0; s < input_.train->num_sentences(); ++s) {
      weights.push_back(targets_.weight(s));
    }
    Begin(phase, std::move(weights), nullptr, stage,
          [this] { return std::make_unique<LabelObjective>(*input_.train, targets_); });
  }

  void Begin(const std::string& phase, std::vector<double> weights, TrainingStage::Prepare prepare,
             const StageOptions& stage, TrainingStage::NewObjective new_objective) {
    progress_.phase = phase;
    best_.clear();
    best_f1_ = -1;
    misses_ = 0;
    stage_ = std::make_unique<TrainingStage>(network_.get(), *read_, std::move(weights),
                                             *input_.train, std::move(new_objective),
                                             std::move(prepare), stage, input_.executor.get());
    // A later stage may never be better than what it begins with.
    if (stepped_ && patience_ > 0) EvaluateDev();
  }

  const TrainingInput& input() const { return input_; }
  const Options& options() const { return options_; }
  const Targets& targets() const { return targets_; }
  TaggerNetwork* network() { return network_.get(); }

 private:
  std::shared_ptr<NeuralModel> NewModel(std::shared_ptr<const TaggerNetwork> network) const {
    auto model = std::make_shared<NeuralModel>(std::move(network), Sources());
    model->SetCommon(targets_.labels(), input_.train->scheme(), input_.AllOptions());
    return model;
  }

  void EvaluateDev() {
    // Borrows the network for as long as this takes.
    const auto model =
        NewModel(std::shared_ptr<const TaggerNetwork>(std::shared_ptr<void>(), network_.get()));
    const Decoded decoded = Decode(*model, *input_.dev, DecodeOptions(), input_.executor.get());
    progress_.dev_f1 = Evaluate(*input_.dev, decoded.labels_of_model, decoded.labels,
                                decoded.scheme, SpanMode::kStrict)
                           .micro.f1();
    ++misses_;
    if (patience_ == 0 || progress_.dev_f1 <= best_f1_) return;
    best_f1_ = progress_.dev_f1;
    misses_ = 0;
    best_.clear();
    const Parameters& parameters = network_->parameters();
    for (size_t i = 0; i < parameters.size(); ++i) {
      best_.push_back(parameters[i].value.detach().clone());
    }
  }

  static void SetValues(const std::vector<at::Tensor>& values, TaggerNetwork* network) {
    const at::NoGradGuard plain;
    for (size_t i = 0; i < values.size(); ++i) network->parameters()[i].value.copy_(values[i]);
  }

  bool EndStage(const std::string& reason, bool converged) {
    if (!best_.empty()) SetValues(best_, network_.get());
    progress_.dev_f1 = best_f1_ >= 0 ? best_f1_ : progress_.dev_f1;
    return NextStage() || Finish(reason, converged);
  }

  bool Finish(const std::string& reason, bool converged) {
    progress_.finished = true;
    progress_.converged = converged;
    progress_.stop_reason = reason;
    return false;
  }

  const std::string method_;
  const Clock::time_point started_;
  const TrainingInput input_;
  const Options options_;
  const Targets targets_;
  const int64_t patience_;
  std::unique_ptr<TaggerNetwork> network_;
  std::unique_ptr<EncoderInput> read_;
  std::unique_ptr<TrainingStage> stage_;
  Progress progress_;
  std::vector<double> objectives_;
  std::vector<at::Tensor> best_;  // by parameter, of the stage
  double best_f1_ = -1;
  int64_t misses_ = 0;  // evaluations since the best
  bool stepped_ = false;
};

class NeuralCrfTrainer : public NeuralTrainer {
 public:
  NeuralCrfTrainer(const std::string& method, TrainingInput input)
      : NeuralTrainer(method, std::move(input)) {
    BeginLabels(CommonOptions(), method);
  }
};

class NhcrfTrainer : public NeuralTrainer {
 public:
  explicit NhcrfTrainer(TrainingInput input) : NeuralTrainer("nhcrf", std::move(input)) {
    CheckVotes(*this->input().train, "nhcrf");
    const bool free = options().GetString("weak_rows") == "free";
    Require(!free || options().GetFloat("vote_weight") == 1,
            "option vote_weight must be 1 where weak_rows is free, found ",
            options().Get("vote_weight"));
    Require(!free || !options().IsSet("redundancy") || !options().GetBool("redundancy"),
            "option redundancy must be false where weak_rows is free: free scores find their own "
            "weights");
    auto sources = std::make_shared<HiddenSources>();
    sources->settings = ReadVoteOptions(options(), *this->input().train, OMeans::kOutside);
    votes_ = CountVotes(*this->input().train, sources->settings, targets());
    if (!free && options().GetBool("redundancy")) {
      sources->settings.redundancy =
          MeasureRedundancy(*this->input().train, sources->settings, targets(), votes_,
                            options().GetFloat("redundancy_shrink"), this->input().executor.get());
    }
    sources->shares = votes_.shares;
    sources->tokens = votes_.tokens;
    const auto k = static_cast<size_t>(votes_.labels);
    for (size_t row = 0; row * k < votes_.counts.size(); ++row) {
      const auto begin = votes_.counts.begin() + static_cast<int64_t>(row * k);
      sources->labels.push_back(std::accumulate(begin, begin + static_cast<int64_t>(k), 0.0));
    }
    sources_ = std::move(sources);
    if (options().GetInt("first_epochs") == 0) {
      BeginVotes();
      return;
    }
    StageOptions stage = CommonOptions();
    stage.epochs = options().GetInt("first_epochs");
    stage.batch_size = options().GetInt("first_batch_size");
    SetRates("first_", &stage.optimizer);
    BeginLabels(stage, "nhcrf, first labels");
  }

 protected:
  bool NextStage() override {
    if (network()->sources() > 0) return false;
    BeginVotes();
    return true;
  }

  std::shared_ptr<const HiddenSources> Sources() const override {
    return weights_ ? sources_ : nullptr;
  }

 private:
  void BeginVotes() {
    network()->AddSources(InitialSources(votes_, options()));
    network()->parameters().Find("sources")->frozen = options().GetBool("freeze_sources");
    weights_ = network()->NewSourceWeights();
    StageOptions stage = CommonOptions();
    stage.loss_scale = 1 / std::max(1.0, votes_.sources_per_sentence);
    Begin(
        "nhcrf", votes_.sentence_weights, [this] { weights_->Set(network()->source_weights()); },
        stage,
        [this] {
          return std::make_unique<VoteObjective>(*input().train, sources_->settings,
                                                 targets().labels(), *weights_);
        });
  }

  VoteCounts votes_;
  std::shared_ptr<const HiddenSources> sources_;
  std::unique_ptr<SourceWeights> weights_;
};

TrainingInput Checked(TrainingInput input) {
  Require(input.train != nullptr, "cannot train without a corpus");
  if (input.dev && !input.dev->has_gold()) input.dev = nullptr;
  if (!input.executor) input.executor = std::make_shared<Executor>(1);
  return input;
}

}  // namespace

std::unique_ptr<Trainer> TrainNeuralCrf(const std::string& method, TrainingInput input) {
  return std::make_unique<NeuralCrfTrainer>(method, Checked(std::move(input)));
}

std::unique_ptr<Trainer> TrainNhcrf(TrainingInput input) {
  return std::make_unique<NhcrfTrainer>(Checked(std::move(input)));
}

}  // namespace weft

#include "neural/staged_trainer.h"

#include <cmath>
#include <limits>

#include "core/error.h"
#include "core/os.h"
#include "eval/scores.h"
#include "method/archive.h"
#include "method/decode.h"
#include "neural/conditional_model.h"
#include "neural/run_state.h"
#include "neural/torch_errors.h"

namespace weft {
namespace {

// Batches of all lengths leave gaps in the heap, which grow with the longest seen so far. To look
// for them takes a walk through all of it.
constexpr std::chrono::seconds kReleasePeriod(30);

}  // namespace

const TaggerNetwork& NetworkOf(const Model& model) {
  const auto* tagger = dynamic_cast<const NeuralModel*>(&model);
  const auto* aggregator = dynamic_cast<const ConditionalModel*>(&model);
  Require(tagger || aggregator, "a ", model.method(), " has no network to begin at");
  return tagger ? tagger->network() : aggregator->network();
}

namespace {

// The network that a run begins with.
std::unique_ptr<TaggerNetwork> Begun(const std::string& method, const Options& options,
                                     const TrainingInput& input, const LabelSet& labels,
                                     int64_t outputs) {
  if (!input.start) {
    return TaggerNetwork::New(method, options, labels.size(), *input.train, input.dev.get(),
                              outputs);
  }
  const TaggerNetwork& network = NetworkOf(*input.start);
  Require(input.start->method() == method && input.start->labels() == labels &&
              (outputs == 0 || network.outputs() == outputs),
          "the run cannot begin at a ", input.start->method(), " of other labels or sources");
  return network.Clone();
}

}  // namespace

StagedTrainer::StagedTrainer(std::string method, TrainingInput input, int64_t outputs)
    : method_(std::move(method)),
      started_(Clock::now()),
      input_(std::move(input)),
      options_(input_.options),
      targets_(*input_.train, input_.soft.get(), input_.sentence_weights),
      patience_(input_.dev ? options_.GetInt("patience") : 0),
      network_(Begun(method_, options_, input_, targets_.labels(), outputs)),
      read_(network_->encoder().Read(*input_.train)),
      dev_{input_.dev, input_.dev ? network_->encoder().Read(*input_.dev) : nullptr} {
  if (input_.reduce) {
    Fail(Status::kUnsupported, "method ", method_, " cannot be trained by several processes");
  }
  progress_.phase = method_;
  if (input_.start) BeginsAsModel();
  if (!input_.log || network_->encoder().KnowsWords(*input_.train)) return;
  const std::string& file = options_.GetString("word_vectors");
  if (file.empty()) return;
  input_.log(LogLevel::kWarning, StrCat("no word of ", input_.train->name(), " has a vector in ",
                                        file, ": all of them begin at random"));
}

bool StagedTrainer::Step() {
  if (progress_.finished) return false;
  if (input_.cancel && input_.cancel->cancelled()) {
    cancelled_ = true;
    return Finish("cancelled", false);
  }
  const bool ends_epoch = (stage_->steps() + 1) % stage_->steps_per_epoch() == 0;
  std::vector<at::Tensor> before;
  if (patience_ == 0 && ends_epoch) before = Copies();
  const double value = WithTorch([this] { return stage_->Step(); });
  progress_.iteration = stage_->steps();
  progress_.max_iterations = stage_->total_steps();
  progress_.seconds = std::chrono::duration<double>(Clock::now() - started_).count();
  if (!std::isfinite(value)) return EndDiverged();
  if (!before.empty()) best_ = std::move(before);
  stepped_ = true;
  progress_.objective = value;
  objectives_.push_back(value);
  const int64_t period = options_.GetInt("dev_period");
  const bool due = stage_->steps() % (period > 0 ? period : stage_->steps_per_epoch()) == 0;
  if (input_.dev && (due || stage_->done())) EvaluateDev();
  if (due && Clock::now() - released_ >= kReleasePeriod) {
    ReturnFreeMemory();
    released_ = Clock::now();
  }
  if (patience_ > 0 && misses_ >= patience_) {
    return EndStage("the development F1 rises no more (patience)", true);
  }
  return !stage_->done() || EndStage("the most steps are done (epochs, max_steps)", false);
}

std::shared_ptr<const Model> StagedTrainer::TakeModel() {
  if (!stepped_) {
    Fail(Status::kState, "there is no model",
         progress_.finished ? ": " + progress_.stop_reason : " before the first training step");
  }
  std::unique_ptr<TaggerNetwork> copy = network_->Clone();
  if (patience_ > 0 && !best_.empty()) KeepBest(copy.get());
  return NewModel(std::move(copy));
}

std::vector<Section> StagedTrainer::Save() const {
  RunState state;
  state.encoder = EncoderChecksum();
  state.steps = stage_->steps();
  state.progress = progress_;
  if (cancelled_) {  // which ends this run, not the one that goes on
    state.progress.finished = false;
    state.progress.stop_reason.clear();
  }
  state.objectives = objectives_;
  state.best_f1 = best_f1_;
  state.misses = misses_;
  state.stepped = stepped_;
  state.has_best = !best_.empty();
  return {{"state", ToSection(state)},
          {"tensors", WithTorch([this] { return PackTensors(Tensors()); })}};
}

void StagedTrainer::Restore(std::vector<Section> sections) {
  RunState state;
  FromSection(FindSection(sections, "state"), "state", state);
  Require(state.encoder == EncoderChecksum(),
          "the run was saved with another encoder: the files that its options name have changed");
  while (progress_.phase != state.progress.phase) {
    if (!NextStage()) {
      Fail(Status::kCorrupt, "the saved run is in a stage that this one does not have");
    }
  }
  if (state.steps < 0 || state.steps > stage_->total_steps()) {
    Fail(Status::kCorrupt, "the saved run is at step ", state.steps, " of ", stage_->total_steps());
  }
  stage_->Resume(state.steps);
  best_.clear();
  if (state.has_best) {
    for (const Parameter* parameter : Learned()) best_.push_back(at::empty_like(parameter->value));
  }
  WithTorch([&] { UnpackTensors(FindSection(sections, "tensors"), "tensors", Tensors()); });
  progress_ = std::move(state.progress);
  started_ -=
      std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(progress_.seconds));
  objectives_ = std::move(state.objectives);
  best_f1_ = state.best_f1;
  misses_ = state.misses;
  stepped_ = state.stepped != 0;
}

StageOptions StagedTrainer::CommonOptions() const {
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

void StagedTrainer::SetRates(const std::string& prefix, OptimizerOptions* optimizer) const {
  const auto set = [&](ParameterGroup group, const std::string& rate, const char* decay) {
    optimizer->rates[static_cast<size_t>(group)] = options_.GetFloat(rate);
    optimizer->decays[static_cast<size_t>(group)] = options_.GetFloat(decay);
  };
  const std::string rate = prefix + "learning_rate";
  set(ParameterGroup::kEncoder, rate, "weight_decay");
  set(ParameterGroup::kEmissions, rate, "weight_decay");
  if (options_.table().Find("learning_rate_chain")) {
    set(ParameterGroup::kChain, rate + "_chain", "weight_decay_chain");
  }
  if (options_.table().Find("learning_rate_sources")) {
    set(ParameterGroup::kSources, "learning_rate_sources", "weight_decay_chain");
  }
}

void StagedTrainer::BeginLabels(const StageOptions& stage, const std::string& phase) {
  std::vector<double> weights;
  for (int64_t s = 0; s < input_.train->num_sentences(); ++s) {
    weights.push_back(targets_.weight(s));
  }
  Begin(phase, std::move(weights), nullptr, stage,
        [this] { return std::make_unique<LabelObjective>(*input_.train, targets_); });
}

void StagedTrainer::Begin(const std::string& phase, std::vector<double> weights,
                          TrainingStage::Prepare prepare, const StageOptions& stage,
                          TrainingStage::NewObjective new_objective) {
  progress_.phase = phase;
  objectives_.clear();
  best_.clear();
  best_f1_ = -1;
  misses_ = 0;
  stage_ = std::make_unique<TrainingStage>(network_.get(), *read_, std::move(weights),
                                           *input_.train, std::move(new_objective),
                                           std::move(prepare), stage, input_.executor.get());
  // A later stage may never be better than what it begins with.
  if (stepped_ && patience_ > 0) EvaluateDev();
  if (stepped_ && patience_ == 0) best_ = Copies();
}

std::shared_ptr<Model> StagedTrainer::MakeModel(std::shared_ptr<const TaggerNetwork> network,
                                                CorpusReading read) const {
  return std::make_shared<NeuralModel>(std::move(network), Sources(), std::move(read));
}

std::shared_ptr<Model> StagedTrainer::NewModel(std::shared_ptr<const TaggerNetwork> network,
                                               CorpusReading read) const {
  auto model = MakeModel(std::move(network), std::move(read));
  model->SetCommon(targets_.labels(), input_.train->scheme(), input_.AllOptions());
  return model;
}

void StagedTrainer::EvaluateDev() {
  // Borrows the network for as long as this takes.
  const auto model =
      NewModel(std::shared_ptr<const TaggerNetwork>(std::shared_ptr<void>(), network_.get()), dev_);
  try {
    progress_.dev_f1 = SpanF1(*model, *input_.dev, input_.executor.get());
  } catch (const Error& e) {
    if (e.status() != Status::kCorrupt) throw;
    progress_.dev_f1 = 0;  // scores that are not finite find nothing, and are nothing to keep
    misses_ += best_f1_ > 0 ? 1 : 0;
    if (input_.log) input_.log(LogLevel::kWarning, e.what());
    return;
  }
  // Before anything is found, nothing is missed, and later parameters are as good as earlier ones.
  if (progress_.dev_f1 > 0 || best_f1_ > 0) ++misses_;
  if (patience_ == 0 || (progress_.dev_f1 <= best_f1_ && best_f1_ > 0)) return;
  best_f1_ = progress_.dev_f1;
  misses_ = 0;
  best_ = Copies();
}

bool StagedTrainer::EndStage(const std::string& reason, bool converged) {
  if (patience_ > 0 && !best_.empty()) KeepBest(network_.get());
  return NextStage() || Finish(reason, converged);
}

// What came of the step before gives no finite loss.
bool StagedTrainer::EndDiverged() {
  std::string reason = StrCat("the loss or its gradient was not finite at step ", stage_->steps(),
                              " of ", progress_.phase);
  stepped_ = !best_.empty();
  if (stepped_) {
    KeepBest(network_.get());
    reason += patience_ > 0 ? "; the best parameters before it are kept"
                            : "; those of the epoch before it are kept";
  }
  progress_.dev_f1 = std::numeric_limits<double>::quiet_NaN();
  return Finish(reason, false);
}

bool StagedTrainer::Finish(const std::string& reason, bool converged) {
  if (patience_ > 0 && best_f1_ >= 0) progress_.dev_f1 = best_f1_;
  if (patience_ == 0 && cancelled_) progress_.dev_f1 = std::numeric_limits<double>::quiet_NaN();
  progress_.finished = true;
  progress_.converged = converged;
  progress_.stop_reason = reason;
  return false;
}

// What training may change, in the network's order.
std::vector<const Parameter*> StagedTrainer::Learned() const {
  std::vector<const Parameter*> learned;
  const Parameters& parameters = network_->parameters();
  for (size_t i = 0; i < parameters.size(); ++i) {
    if (!parameters[i].frozen) learned.push_back(&parameters[i]);
  }
  return learned;
}

std::vector<at::Tensor> StagedTrainer::Copies() const {
  std::vector<at::Tensor> copies;
  for (const Parameter* parameter : Learned()) copies.push_back(parameter->value.detach().clone());
  return copies;
}

// Into a network with the same parameters, or the same one.
void StagedTrainer::KeepBest(TaggerNetwork* network) const {
  const at::NoGradGuard plain;
  const std::vector<const Parameter*> learned = Learned();
  for (size_t i = 0; i < learned.size(); ++i) {
    network->parameters().Find(learned[i]->name)->value.copy_(best_[i]);
  }
}

// All that training changes.
std::vector<NamedTensor> StagedTrainer::Tensors() const {
  std::vector<NamedTensor> tensors = stage_->optimizer().moments();
  const std::vector<const Parameter*> learned = Learned();
  for (size_t i = 0; i < learned.size(); ++i) {
    tensors.push_back({"now." + learned[i]->name, learned[i]->value.detach()});
    if (!best_.empty()) tensors.push_back({"best." + learned[i]->name, best_[i]});
  }
  return tensors;
}

// Of what the encoder is beside the parameters that training changes.
std::string StagedTrainer::EncoderChecksum() const {
  std::vector<const Parameter*> kept;
  const Parameters& parameters = network_->parameters();
  for (size_t i = 0; i < parameters.size(); ++i) {
    const Parameter& parameter = parameters[i];
    if (parameter.frozen && parameter.group == ParameterGroup::kEncoder) kept.push_back(&parameter);
  }
  return ChecksumOf(network_->encoder(), kept).Text();
}

}  // namespace weft

#include "model/alternate.h"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "core/error.h"
#include "eval/scores.h"
#include "method/archive.h"
#include "method/handed_labels.h"
#include "model/alternate_model.h"
#include "model/alternate_options.h"
#include "model/model_file.h"
#include "model/registry.h"
#include "model/training.h"

namespace weft {
namespace {

// What a run has reached beside models, as its checkpoints keep it.
struct AltState {
  int64_t loop = 0;             // 0: phase I
  uint8_t tagging = 0;          // the tagger is being trained, else the aggregator
  int64_t misses = 0;           // loops since the best
  double loop_f1 = -1;          // the better of both of this loop
  double best_f1 = -1;          // of all before it, and of this one so far
  double aggregator_f1 = -1;    // of this loop
  std::vector<int32_t> labels;  // that the tagger of the loop before learned; without dev

  template <typename Archive>
  void serialize(Archive& archive) {
    archive(loop, tagging, misses, loop_f1, best_f1, aggregator_f1, labels);
  }
};

// A model as its file has it: a run that goes on from a checkpoint has no other.
std::shared_ptr<const Model> AsStored(const Model& model) {
  return LoadModelBytes(SaveModelBytes(model), StrCat("a stored ", model.method()));
}

class AltTrainer : public Trainer {
 public:
  explicit AltTrainer(TrainingInput input)
      : input_(std::move(input)), plan_(input_), started_(Clock::now()) {
    train_ = input_.train;
    dev_ = input_.dev;
    if (!plan_.scores && input_.log) {
      input_.log(LogLevel::kInfo,
                 "alt: there is no development corpus with gold labels: the loops end where "
                 "labels change no more (loop_tolerance), and the last state is kept");
    }
  }

  bool Step() override;
  const Progress& progress() const override { return progress_; }
  const std::vector<double>& objectives() const override {
    return inner_ ? inner_->objectives() : objectives_;
  }
  std::shared_ptr<const Model> TakeModel() override;
  std::vector<Section> Save() const override;
  void Restore(std::vector<Section> sections) override;

 private:
  using Clock = std::chrono::steady_clock;

  const Method& method() const { return state_.tagging ? *plan_.tagger : *plan_.aggregator; }
  void Begin();
  TrainingInput StageInput() const;
  void SetSoft();
  void EndAggregator();
  void EndTagger();
  void Offer(double f1, AltDecode by);
  std::shared_ptr<AltModel> Alternated(AltDecode by) const;
  bool LoopsEnd();
  void NextLoop();
  void ReadTagger();
  void Finish(const std::string& reason, bool converged);
  void Report();

  const TrainingInput input_;
  const AltPlan plan_;
  Clock::time_point started_;
  AltState state_;
  std::shared_ptr<const Corpus> train_, dev_;  // with the tagger's votes, in phase II
  std::unique_ptr<Trainer> inner_;
  std::shared_ptr<const Model> aggregator_, tagger_;
  std::shared_ptr<const SoftLabels> soft_;  // that the tagger learns, of the training corpus
  std::vector<int32_t> labels_;             // likewise
  std::shared_ptr<const Model> best_;       // an AltModel
  Progress progress_;
  std::vector<double> objectives_;
  bool cancelled_ = false;
};

bool AltTrainer::Step() {
  if (progress_.finished) return false;
  if (!inner_) Begin();
  const bool more = inner_->Step();
  Report();
  if (input_.cancel && input_.cancel->cancelled()) {
    cancelled_ = true;
    Finish("cancelled", false);
    return false;
  }
  if (more) return true;
  const std::shared_ptr<const Model> model = AsStored(*inner_->TakeModel());
  objectives_ = inner_->objectives();
  inner_.reset();
  if (!state_.tagging) {
    aggregator_ = model;
    EndAggregator();
    state_.tagging = 1;
    return true;
  }
  tagger_ = model;
  EndTagger();
  if (LoopsEnd()) return false;
  NextLoop();
  return true;
}

void AltTrainer::Report() {
  progress_ = inner_->progress();
  progress_.phase =
      StrCat("alt, ", state_.loop == 0 ? std::string("phase I") : StrCat("loop ", state_.loop),
             ": ", method().name);
  progress_.seconds = std::chrono::duration<double>(Clock::now() - started_).count();
  progress_.finished = progress_.converged = false;
  progress_.stop_reason.clear();
}

void AltTrainer::Begin() { inner_ = method().train(StageInput()); }

TrainingInput AltTrainer::StageInput() const {
  TrainingInput input;
  input.executor = input_.executor;
  input.log = input_.log;
  if (state_.loop > 0 && input.log) {  // what it says of the corpus was said in phase I
    input.log = [log = input_.log](LogLevel level, const std::string& text) {
      if (level != LogLevel::kInfo) log(level, text);
    };
  }
  input.cancel = input_.cancel;
  if (state_.tagging) {
    input.train = input_.train;
    input.dev = plan_.scores ? input_.dev : nullptr;
    input.soft = soft_;
    input.options = plan_.TaggerOptions(state_.loop);
    if (state_.loop > 0 && plan_.continue_tagger) input.start = tagger_;
  } else {
    input.train = train_;
    input.dev = plan_.scores_votes ? dev_ : nullptr;
    input.options = plan_.aggregator_options;
    if (state_.loop > 1 && plan_.continue_aggregator) input.start = aggregator_;
  }
  return input;
}

// What the tagger learns from.
void AltTrainer::SetSoft() {
  const bool fills = plan_.fill && state_.loop > 0;
  const std::shared_ptr<const Model> teacher = fills ? Alternated(AltDecode::kFilled) : aggregator_;
  HandedLabels handed = plan_.handed;
  handed.seed += static_cast<uint64_t>(state_.loop);
  handed.from_votes = !fills;  // the tagger labels the others
  Decoded found = Decode(*teacher, *train_, handed.Wanted(), input_.executor.get());
  soft_ = HandOver(handed, *train_, &found);
  labels_ = std::move(found.labels);
}

void AltTrainer::EndAggregator() {
  SetSoft();
  if (!plan_.scores_votes) return;
  state_.aggregator_f1 = SpanF1(*aggregator_, *dev_, input_.executor.get());
  // Of phase I there is no state before it has a tagger.
  if (state_.loop > 0) Offer(state_.aggregator_f1, AltDecode::kAggregator);
}

void AltTrainer::EndTagger() {
  if (!plan_.scores) {
    Offer(0, AltDecode::kTagger);
    return;
  }
  Offer(SpanF1(*tagger_, *input_.dev, input_.executor.get()), AltDecode::kTagger);
  if (!plan_.scores_votes) return;
  if (state_.loop == 0) Offer(state_.aggregator_f1, AltDecode::kAggregator);
  const auto filled = Alternated(AltDecode::kFilled);
  Offer(SpanF1(*filled, *input_.dev, input_.executor.get()), AltDecode::kFilled);
}

// The aggregator and the tagger as they are now.
std::shared_ptr<AltModel> AltTrainer::Alternated(AltDecode by) const {
  AltModel::Parts parts;
  parts.tagger = tagger_;
  parts.aggregator = aggregator_;
  parts.source = state_.loop > 0 && !plan_.fill ? plan_.source : "";
  parts.hard = plan_.hard_feedback;
  parts.best = by;
  auto model = std::make_shared<AltModel>(std::move(parts));
  model->SetCommon(aggregator_->labels(), aggregator_->scheme(), plan_.Used(input_));
  return model;
}

void AltTrainer::Offer(double f1, AltDecode by) {
  state_.loop_f1 = std::max(state_.loop_f1, f1);
  if (plan_.scores && best_ && f1 <= state_.best_f1) return;
  state_.best_f1 = f1;
  state_.misses = -1;
  best_ = Alternated(by);
}

// Ends the run where its last loop was the last one.
bool AltTrainer::LoopsEnd() {
  ++state_.misses;
  progress_.dev_f1 = plan_.scores ? state_.loop_f1 : std::nan("");
  if (plan_.scores && state_.misses >= plan_.patience) {
    Finish(StrCat("no gain on the development corpus in ", plan_.patience, " loops"), true);
  } else if (!plan_.scores && state_.loop > 0 &&
             ChangedShare(state_.labels, labels_, aggregator_->labels().Find("O")) <=
                 plan_.tolerance) {
    Finish("the labels change no more (loop_tolerance)", true);
  } else if (state_.loop >= plan_.max_loops) {
    Finish("the most loops are done (max_loops)", false);
  }
  return progress_.finished;
}

void AltTrainer::NextLoop() {
  if (!plan_.scores) state_.labels = labels_;
  ++state_.loop;
  state_.loop_f1 = state_.aggregator_f1 = -1;
  if (plan_.fill) {
    SetSoft();
    return;
  }
  state_.tagging = 0;
  ReadTagger();
}

// The tagger's labels become the votes of one more source.
void AltTrainer::ReadTagger() {
  const auto with = [&](const Corpus& corpus) {
    return WithTagger(corpus, plan_.source, *tagger_, plan_.hard_feedback, input_.executor.get());
  };
  train_ = with(*input_.train);
  if (plan_.scores_votes) dev_ = with(*input_.dev);
}

void AltTrainer::Finish(const std::string& reason, bool converged) {
  progress_.finished = true;
  progress_.converged = converged;
  progress_.stop_reason = reason;
  if (plan_.scores && best_) progress_.dev_f1 = state_.best_f1;
}

std::shared_ptr<const Model> AltTrainer::TakeModel() {
  if (!best_) Fail(Status::kState, "there is no model yet: the tagger has not been trained once");
  return best_;
}

std::vector<Section> AltTrainer::Save() const {
  std::vector<Section> sections = {{"alt", ToSection(state_)}};
  const auto add = [&](const char* name, const std::shared_ptr<const Model>& model) {
    if (model) sections.push_back({name, SaveModelBytes(*model)});
  };
  add("aggregator", aggregator_);
  add("tagger", tagger_);
  add("best", best_);
  if (inner_ && method().resumable) {
    for (Section& section : inner_->Save()) {
      sections.push_back({"stage." + section.name, std::move(section.bytes)});
    }
  }
  if (progress_.finished && !cancelled_) {
    sections.push_back({"end", ToSection(progress_.stop_reason, uint8_t{progress_.converged})});
  }
  return sections;
}

// A stage that cannot be saved begins anew, and does the same again.
void AltTrainer::Restore(std::vector<Section> sections) {
  FromSection(FindSection(sections, "alt"), "alt", state_);
  const auto load = [&](const char* name) {
    return HasSection(sections, name) ? LoadModelBytes(FindSection(sections, name), name) : nullptr;
  };
  aggregator_ = load("aggregator");
  tagger_ = load("tagger");
  best_ = load("best");
  if (best_ && best_->method() != "alt") {
    Fail(Status::kCorrupt, "the saved run's best model is one of ", best_->method());
  }
  const bool missing = (state_.loop > 0 && !tagger_) || (state_.tagging && !aggregator_);
  if (missing) Fail(Status::kCorrupt, "the saved run lacks a model that it had");
  const auto tokens = static_cast<size_t>(input_.train->num_tokens());
  if (!plan_.scores && state_.loop > 0 && state_.labels.size() != tokens) {
    Fail(Status::kCorrupt, "the saved run has ", state_.labels.size(), " labels of ", tokens,
         " tokens");
  }
  // In phase II the tagger that the aggregator reads, or that fills, is that of the loop before.
  if (state_.loop > 0 && !plan_.fill) ReadTagger();
  if (state_.tagging) SetSoft();
  if (HasSection(sections, "end")) {
    std::string reason;
    uint8_t converged = 0;
    FromSection(FindSection(sections, "end"), "end", reason, converged);
    Finish(reason, converged != 0);
    return;
  }
  std::vector<Section> stage;
  constexpr char kPrefix[] = "stage.";
  for (Section& section : sections) {
    if (section.name.compare(0, sizeof kPrefix - 1, kPrefix) != 0) continue;
    stage.push_back({section.name.substr(sizeof kPrefix - 1), std::move(section.bytes)});
  }
  if (stage.empty()) return;
  Begin();
  inner_->Restore(std::move(stage));
  Report();
}

std::unique_ptr<Trainer> Train(TrainingInput input) {
  return std::make_unique<AltTrainer>(std::move(input));
}

}  // namespace

const Method& AltMethod() {
  static const Method kMethod = [] {
    Method method = {"alt",
                     Method::Kind::kTagger,
                     "alternate training: an aggregator and a tagger that learn from each other",
                     AltOptions(),
                     &Train,
                     &AltModel::Load};
    method.labels_from = {"hmm", "soft"};
    method.resumable = true;
    method.check = &CheckAltOptions;
    method.whole_run = true;
    return method;
  }();
  return kMethod;
}

}  // namespace weft

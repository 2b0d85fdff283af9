#include "model/training.h"

#include <algorithm>
#include <limits>

#include "core/error.h"
#include "method/handed_labels.h"
#include "model/registry.h"

namespace weft {
namespace {

constexpr char kGold[] = "gold";

bool IsAggregator(const Method& method) { return method.kind == Method::Kind::kAggregator; }

std::vector<std::string> AggregatorChoices() {
  std::vector<std::string> names = {kGold};
  for (const Method* method : Methods()) {
    if (IsAggregator(*method)) names.push_back(method->name);
  }
  return names;
}

// The options of `method` among those of the run.
Options OwnOptions(const Method& method, const Options& run) {
  Options own(method.options);
  for (const auto& [key, value] : run.values()) {
    if (method.options.Find(key) || method.options.HasPrefixFor(key)) own.Set(key, value);
  }
  return own;
}

// Options of an aggregator that is not used would have no effect, and nobody would know.
void RefuseOtherAggregators(const Options& run) {
  const std::string& used = run.GetString("aggregator");
  for (const Method* other : Methods()) {
    if (!IsAggregator(*other) || other->name == used) continue;
    const Options theirs = run.Sub(other->name, other->options);
    for (const auto& [key, value] : theirs.values()) {
      if (key == "seed") continue;  // given to all methods at once, as a rule
      Fail(Status::kInvalidArgument, "option ", other->name, ".", key, " belongs to aggregator ",
           other->name, ", but the aggregator is ", used);
    }
  }
}

void RequireAllNegatives(const Options& run) {
  Require(run.GetFloat("negative_share") == 1,
          "option negative_share has no effect where the labels are gold (option aggregator)");
}

// Sentences that have votes alone are passed over, which may not be what was meant.
void WarnOfVotesAlone(const TrainingInput& input) {
  const Corpus& corpus = *input.train;
  int64_t voted = 0;
  for (int64_t s = 0; s < corpus.num_sentences(); ++s) {
    const Span<const int32_t> gold = corpus.gold(s);
    const bool any = std::any_of(gold.begin(), gold.end(), [](int32_t y) { return y != kNoLabel; });
    voted += !any && !gold.empty() && corpus.num_votes(s) > 0;
  }
  if (voted == 0 || !corpus.has_gold() || !input.log) return;
  input.log(LogLevel::kWarning,
            StrCat(voted, " of ", corpus.num_sentences(),
                   " sentences have votes and no gold label: they are not learned from (option "
                   "aggregator; method ge learns from gold labels and votes)"));
}

void RequireVotes(const Corpus& corpus, const std::string& method) {
  if (!corpus.has_votes()) {
    Fail(Status::kState, "method ", method, " learns from votes, and ", corpus.name(), " has none");
  }
}

// Aggregates the votes, then trains the tagger on the result.
class PipelineTrainer : public Trainer {
 public:
  PipelineTrainer(const Method& aggregator, const Method& tagger, const Options& run,
                  TrainingInput input)
      : tagger_(tagger), handed_(HandedFrom(run)), tagger_input_(input) {
    input.options = run.Sub(aggregator.name, aggregator.options);
    if (aggregator.check) aggregator.check(input.options);
    tagger_input_.origin["aggregator"] = aggregator.name;
    for (const char* key : {"labels", "negative_share", "seed"}) {
      tagger_input_.origin[key] = run.Get(key);
    }
    for (const auto& [key, value] : input.options.All()) {
      tagger_input_.origin[aggregator.name + "." + key] = value;
    }
    if (input.dev && !(input.dev->has_gold() && input.dev->has_votes())) input.dev = nullptr;
    aggregation_ = aggregator.train(std::move(input));
  }

  bool Step() override {
    if (training_) return training_->Step();
    if (aggregation_->Step()) return true;
    if (tagger_input_.cancel && tagger_input_.cancel->cancelled()) return false;
    StartTagger();
    return true;
  }

  const Progress& progress() const override {
    return training_ ? training_->progress() : Aggregating();
  }

  std::shared_ptr<const Model> TakeModel() override {
    if (!training_) {
      Fail(Status::kState, "there is no model yet: the votes are still being aggregated");
    }
    return training_->TakeModel();
  }

  const std::vector<double>& objectives() const override {
    return training_ ? training_->objectives() : aggregation_->objectives();
  }

  // Aggregating again gives the same again, and takes little beside what follows: only the tagger's
  // part of the run is kept. Nothing: it has not begun.
  std::vector<Section> Save() const override { return training_ ? training_->Save() : saved_; }
  void Restore(std::vector<Section> sections) override { saved_ = std::move(sections); }

 private:
  void StartTagger() {
    const std::shared_ptr<const Model> model = aggregation_->TakeModel();
    Executor* executor = tagger_input_.executor.get();
    const Corpus& corpus = *tagger_input_.train;
    DecodeOptions wanted = handed_.Wanted();
    wanted.warnings = true;
    Decoded found = Decode(*model, corpus, wanted, executor);
    for (const std::string& text : found.warnings) {
      if (tagger_input_.log) tagger_input_.log(LogLevel::kWarning, text);
    }
    if (!tagger_.learns_unlabelled) WarnOfUnvoted(tagger_input_);
    tagger_input_.soft = HandOver(handed_, corpus, &found);
    std::unique_ptr<Trainer> training = tagger_.train(tagger_input_);
    if (!saved_.empty()) training->Restore(saved_);
    saved_.clear();
    training_ = std::move(training);
  }

  // An aggregator that is done is not yet a run that is done.
  const Progress& Aggregating() const {
    aggregating_ = aggregation_->progress();
    aggregating_.finished = false;
    return aggregating_;
  }

  const Method& tagger_;
  const HandedLabels handed_;
  TrainingInput tagger_input_;
  std::unique_ptr<Trainer> aggregation_, training_;
  std::vector<Section> saved_;  // of the tagger, until it begins
  mutable Progress aggregating_;
};

}  // namespace

OptionTable TrainingOptions(const Method& method) {
  OptionTable table = method.options;
  table.Int("threads", 1, 0, kMostThreads,
            "threads to train with; 0 = one per core; results do not depend on it");
  if (IsAggregator(method) || method.gold_and_votes) return table;
  table.Choice("aggregator", method.labels_from.aggregator, AggregatorChoices(),
               "where the labels to learn from come from: gold, or an aggregator of the votes");
  table.Choice("labels", method.labels_from.kind, {"soft", "hard"},
               "what the aggregator hands over: posteriors, or its best labels");
  table.Float("negative_share", 1, 0, 1,
              "of the tokens that no source names anything on, the share that keeps its O; the "
              "label of the others, drawn at random, is not known (labels=hard); below 1 where "
              "sources miss much");
  if (!table.Find("seed")) {
    table.Int("seed", 1, 0, std::numeric_limits<int32_t>::max(), "of that draw");
  }
  for (const Method* other : Methods()) {
    if (IsAggregator(*other)) table.Nested(other->name, other->options, method.whole_run);
  }
  return table;
}

HandedLabels HandedFrom(const Options& run) {
  HandedLabels handed;
  handed.hard = run.GetString("labels") == "hard";
  handed.negative_share = run.GetFloat("negative_share");
  Require(handed.hard || handed.negative_share == 1,
          "option negative_share has no effect where labels is soft");
  handed.seed = static_cast<uint64_t>(run.GetInt("seed"));
  return handed;
}

void CheckGoldRun(const RunInput& run) {
  const Method& method = *run.method;
  Require(!IsAggregator(method) && !method.whole_run && !method.gold_and_votes, "method ",
          method.name, " learns from votes; expected a tagger that learns from labels");
  const std::string& source = run.options.GetString("aggregator");
  Require(source == kGold, "expected option aggregator=gold, found ", source,
          ": the labels are given, and votes are not looked at");
  if (method.check) method.check(OwnOptions(method, run.options));
  RefuseOtherAggregators(run.options);
  RequireAllNegatives(run.options);
}

std::unique_ptr<Trainer> NewTrainer(const RunInput& run, TrainingHooks hooks) {
  const Method& method = *run.method;
  const Options& options = run.options;
  if (!run.train || run.train->num_tokens() == 0) {
    Fail(Status::kState, "there is nothing to train on: the corpus",
         run.train ? " " + run.train->name() : std::string(), " has no tokens");
  }
  TrainingInput input;
  input.train = run.train;
  input.dev = run.dev;
  input.start = run.start;
  if (run.start && !method.continues) {
    Fail(Status::kUnsupported, "method ", method.name, " cannot go on from a model");
  }
  input.options = OwnOptions(method, options);
  if (method.check) method.check(method.whole_run ? options : input.options);
  input.executor = std::make_shared<Executor>(static_cast<int>(options.GetInt("threads")));
  input.log = std::move(hooks.log);
  input.cancel = std::move(hooks.cancel);
  input.reduce = std::move(hooks.reduce);
  if (IsAggregator(method)) {
    RequireVotes(*input.train, method.name);
    return method.train(std::move(input));
  }
  if (method.gold_and_votes) {
    if (!input.train->has_gold() && !input.train->has_votes()) {
      Fail(Status::kState, "method ", method.name, " learns from gold labels and votes, and ",
           input.train->name(), " has neither");
    }
    return method.train(std::move(input));
  }
  RefuseOtherAggregators(options);
  const std::string& source = options.GetString("aggregator");
  if (method.whole_run) {
    RequireVotes(*input.train, method.name);
    input.options = options;
    return method.train(std::move(input));
  }
  if (source == kGold) {
    input.origin["aggregator"] = kGold;
    RequireAllNegatives(options);
    if (!method.learns_unlabelled) WarnOfVotesAlone(input);
    if (!input.train->has_gold()) {
      Fail(Status::kState, input.train->name(),
           " has no gold labels to learn from; name an aggregator of its votes (option "
           "\"aggregator\")");
    }
    return method.train(std::move(input));
  }
  RequireVotes(*input.train, source);
  return std::make_unique<PipelineTrainer>(FindMethod(source), method, options, std::move(input));
}

std::unique_ptr<SentenceLearner> NewSentenceLearner(const RunInput& run) {
  if (!run.method->learn_sentences) {
    Fail(Status::kUnsupported, "method ", run.method->name, " does not learn by sentences");
  }
  TrainingInput input;
  input.train = run.train;
  input.dev = run.dev;
  input.options = OwnOptions(*run.method, run.options);
  input.origin["aggregator"] = kGold;
  return run.method->learn_sentences(std::move(input));
}

}  // namespace weft

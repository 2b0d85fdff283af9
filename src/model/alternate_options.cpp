#include "model/alternate_options.h"

#include <algorithm>

#include "core/error.h"
#include "model/registry.h"
#include "model/training.h"

namespace weft {
namespace {

// Those that learn from soft labels and can be read as a source.
std::vector<const Method*> Taggers() {
  std::vector<const Method*> taggers;
  for (const char* name : {"crf", "bilstm-crf", "transformer-crf"}) {
    taggers.push_back(&FindBasicMethod(name));
  }
  return taggers;
}

std::string FreeName(const TrainingInput& input) {
  const auto taken = [&](const std::string& name) {
    const auto in = [&](const Corpus* corpus) {
      if (!corpus) return false;
      const std::vector<std::string>& sources = corpus->sources();
      return std::find(sources.begin(), sources.end(), name) != sources.end();
    };
    return in(input.train.get()) || in(input.dev.get());
  };
  std::string name = "tagger";
  for (int i = 2; taken(name); ++i) name = StrCat("tagger ", i);
  return name;
}

// The number of an option, within its bounds.
int64_t Bounded(const OptionTable& table, const char* key, int64_t value) {
  const OptionSpec* spec = table.Find(key);
  return std::clamp(value, static_cast<int64_t>(spec->min), static_cast<int64_t>(spec->max));
}

}  // namespace

OptionTable AltOptions() {
  OptionTable table;
  std::vector<std::string> names;
  for (const Method* tagger : Taggers()) names.push_back(tagger->name);
  table.Choice("tagger", "crf", names, "the tagger that learns from the aggregator, and teaches it")
      .Int("max_loops", 10, 0, 1000, "loops of phase II at most; 0: phase I alone")
      .Int("loop_patience", 5, 1, 1000,
           "loops without a better F1 on dev after which they end; the best state is kept")
      .Float("loop_tolerance", 0.01, 0, 1,
             "without dev: loops end where this share of the labels that name something, which "
             "the tagger learns from, changed, or less")
      .Choice(
          "feedback", "soft", {"soft", "hard", "fill"},
          "in loops the tagger votes by distributions, or for its best labels; or (fill) it does "
          "not vote, and labels what the aggregator leaves O, for the next one to learn; what the "
          "aggregator names is certain then")
      .Choice("tagger_loops", "continue", {"continue", "anew"},
              "a neural tagger goes on from the loop before, or begins anew; crf always does")
      .Choice("aggregator_loops", "anew", {"anew", "continue"},
              "the aggregator begins anew in each loop, or (chmm, chmm-iid) goes on")
      .Int("loop_epochs", 20, 0, 1000000,
           "passes of a neural tagger in each loop; 0: as in phase I")
      .Float("loop_rate", 0.5, 0, 100, "of the tagger's learning rates, in loops")
      .Int("loop_batch_size", 0, -1, 100000,
           "sentences a step of a neural tagger in loops; 0: all; -1: as in phase I")
      .Choice("decode", "best", {"best", "tagger", "aggregator", "filled"},
              "label by the tagger, by the aggregator (which in phase II reads the tagger as well, "
              "as that was when it was fitted or one loop on, unless feedback is fill), by the "
              "aggregator with the tagger where that names nothing, or by what was best on dev")
      .Decoding();
  for (const Method* tagger : Taggers()) table.Nested(tagger->name, tagger->options, true);
  return table;
}

void CheckAltOptions(const Options& run) {
  Require(run.GetString("aggregator") != "gold",
          "option aggregator of alt: expected an aggregator of votes, found gold");
  for (const Method* tagger : Taggers()) {
    const Options own = run.Sub(tagger->name, tagger->options);
    if (tagger->name == run.GetString("tagger")) {
      if (tagger->check) tagger->check(own);
      continue;
    }
    for (const auto& [key, value] : own.values()) {
      Require(key == "seed", "option ", tagger->name, ".", key, " belongs to tagger ", tagger->name,
              ", but the tagger is ", run.GetString("tagger"));
    }
  }
  const Method& tagger = FindMethod(run.GetString("tagger"));
  for (const char* key : {"tagger_loops", "loop_epochs", "loop_rate", "loop_batch_size"}) {
    Require(tagger.continues || run.Get(key) == run.table().Find(key)->default_value, "option ",
            key, " has no effect where tagger is ", tagger.name,
            ": each loop trains it anew, to its end");
  }
  const bool anew = run.GetString("aggregator_loops") == "anew";
  Require(anew || run.GetString("feedback") != "fill",
          "option aggregator_loops has no effect where feedback is fill");
  const Method& aggregator = FindMethod(run.GetString("aggregator"));
  if (aggregator.check) aggregator.check(run.Sub(aggregator.name, aggregator.options));
  Require(anew || aggregator.continues, "option aggregator_loops: ", aggregator.name,
          " cannot go on from a model, expected anew");
}

AltPlan::AltPlan(const TrainingInput& input)
    : aggregator(&FindMethod(input.options.GetString("aggregator"))),
      tagger(&FindMethod(input.options.GetString("tagger"))),
      aggregator_options(input.options.Sub(aggregator->name, aggregator->options)),
      tagger_options(input.options.Sub(tagger->name, tagger->options)),
      handed(HandedFrom(input.options)),
      scores(input.dev && input.dev->has_gold()),
      scores_votes(scores && input.dev->has_votes()),
      hard_feedback(input.options.GetString("feedback") == "hard"),
      fill(input.options.GetString("feedback") == "fill"),
      continue_tagger(tagger->continues && input.options.GetString("tagger_loops") == "continue"),
      continue_aggregator(input.options.GetString("aggregator_loops") == "continue"),
      max_loops(input.options.GetInt("max_loops")),
      patience(input.options.GetInt("loop_patience")),
      tolerance(input.options.GetFloat("loop_tolerance")),
      source(FreeName(input)),
      loop_rate_(input.options.GetFloat("loop_rate")),
      loop_epochs_(input.options.GetInt("loop_epochs")),
      loop_batch_(input.options.GetInt("loop_batch_size")) {
  if (loop_batch_ == 0) loop_batch_ = input.train->num_sentences();
  if (scores_votes) StopByDevelopment(&aggregator_options);
  if (scores) StopByDevelopment(&tagger_options);
}

Options AltPlan::TaggerOptions(int64_t loop) const {
  Options options = tagger_options;
  const OptionTable& table = tagger->options;
  if (loop == 0 || !tagger->continues) return options;
  if (loop_epochs_ > 0) options.SetInt("epochs", Bounded(table, "epochs", loop_epochs_));
  if (loop_batch_ > 0) options.SetInt("batch_size", Bounded(table, "batch_size", loop_batch_));
  for (const char* key : {"learning_rate", "learning_rate_chain"}) {
    const OptionSpec* spec = table.Find(key);
    options.SetFloat(key, std::min(spec->max, loop_rate_ * options.GetFloat(key)));
  }
  return options;
}

std::map<std::string, std::string> AltPlan::Used(const TrainingInput& input) const {
  std::map<std::string, std::string> used;
  for (const auto& [key, value] : input.options.All()) {
    if (key.find('.') == std::string::npos) used[key] = value;
  }
  const auto add = [&](const Method& method, const Options& options) {
    for (const auto& [key, value] : options.All()) used[method.name + "." + key] = value;
  };
  add(*aggregator, aggregator_options);
  add(*tagger, tagger_options);
  used.erase("threads");
  return used;
}

double ChangedShare(Span<const int32_t> before, Span<const int32_t> after, int32_t outside) {
  double named = 0, changed = 0;
  for (size_t t = 0; t < after.size(); ++t) {
    if (before[t] == outside && after[t] == outside) continue;
    ++named;
    changed += before[t] != after[t];
  }
  return named > 0 ? changed / named : 0;
}

}  // namespace weft

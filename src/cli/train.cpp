// weft train: a model from labels, or from what an aggregator makes of votes.
#include <cmath>
#include <filesystem>
#include <weft/weft.hpp>

#include "data.h"
#include "output.h"
#include "projections.h"
#include "settings.h"
#include "training.h"
#include "verb.h"

namespace weft::cli {
namespace {

struct Arguments {
  Common common;
  DataFlags data;
  BitextFlags bitext;
  std::vector<std::string> with;
  std::string tagger, method, aggregator, dev, out;
  std::vector<std::string> metadata;
  Checkpoint checkpoint;
};

std::string MethodOf(const Arguments& a) {
  if (a.tagger.empty() == a.method.empty()) {
    throw UsageError(
        "train expects either --tagger TAGGER or --method METHOD; weft methods lists "
        "them");
  }
  if (!a.tagger.empty()) RequireMethod(a.tagger, false);
  return a.tagger.empty() ? a.method : a.tagger;
}

Options OptionsOf(const Arguments& a, const std::string& method) {
  Options options = TrainingOptions(method, a.common);
  if (!a.dev.empty() && a.dev != "none") ChooseByDevelopment(method, a.common, &options);
  if (a.aggregator.empty()) return options;
  if (!options.Has("aggregator")) {
    throw UsageError("--aggregator: " + method + " learns from votes itself");
  }
  if (a.aggregator != "gold") RequireMethod(a.aggregator, true);
  options.Set("aggregator", a.aggregator);
  return options;
}

Model WithMetadata(Model model, const std::vector<std::string>& metadata) {
  for (const std::string& entry : metadata) {
    const size_t equals = entry.find('=');
    model = model.WithMetadata(entry.substr(0, equals), entry.substr(equals + 1));
  }
  return model;
}

void CheckCheckpoint(const Arguments& a) {
  if (a.checkpoint.path.empty()) return;
  RequireFolderOf(a.checkpoint.path);
  RequireDifferentFiles({{"--checkpoint", a.checkpoint.path}, {"--out", a.out}});
}

void CheckMetadata(const std::vector<std::string>& metadata) {
  for (const std::string& entry : metadata) {
    if (entry.find('=') == std::string::npos) {
      throw UsageError("--metadata expects KEY=VALUE, found \"" + entry + "\"");
    }
  }
}

// There must be data or bitext, and bitext for its flags.
void CheckCorpora(const Arguments& a) {
  if (a.bitext.any()) CheckBitextFlags(a.bitext, a.out);
  RefuseLoneBitextFlags(a.bitext);
  RequireOutIsNoInput("--data", a.data.data, a.data.part(), "--out", a.out);
  RequireOutIsNoInput("--dev", a.data.data, a.dev.empty() ? "valid" : a.dev, "--out", a.out);
  for (const std::string& with : a.with) {
    RequireDifferentFiles({{"--with", with}, {"--out", a.out}});
  }
  if (a.data.data.empty() && !a.bitext.any()) {
    throw UsageError("train expects --data PATH, or --bitext FILE, or both");
  }
}

// Votes that a method does not look at would have no effect, and nobody would know.
void CheckVotesAreRead(const Arguments& a, const Options& options) {
  const bool gold = options.Has("aggregator") && options.Get("aggregator") == "gold";
  if (!a.bitext.any() || ProjectsGold(a.bitext) || !gold) return;
  throw UsageError(
      "--bitext: the tagger learns from gold labels, and bitext gives votes; expected --method ge, "
      "--aggregator METHOD, or --project output=gold");
}

// All that is trained on: of --data, --with and bitext.
struct TrainingData {
  Corpus corpus;
  std::string name;
  Json projections;  // null where there are none
};

TrainingData ReadTrainingData(const Arguments& a, const Options& reading) {
  std::vector<Corpus> parts;
  std::string name;
  const auto add = [&](Corpus part, const std::string& from) {
    parts.push_back(std::move(part));
    name += (name.empty() ? "" : " + ") + from;
  };
  if (!a.data.data.empty()) {
    const std::string part = a.data.part();
    add(ReadPart(a.data.data, part, reading), DataName(a.data.data, part));
  }
  for (const std::string& path : a.with) add(ReadPart(path, "", reading), path);
  Json projections;
  if (a.bitext.any()) {
    Projected projected = ProjectBitexts(a.bitext, a.common);
    std::string from;
    for (const Json& report : projected.reports) {
      from += (from.empty() ? "" : " + ") + report.at("bitext").get<std::string>();
    }
    add(std::move(projected.corpus), from);
    projections = std::move(projected.reports);
    if (!a.common.quiet) PrintNote(Describe(projections));
  }
  TrainingData data = {Joined(std::move(parts), a.common), name, projections};
  const std::string_view asked = reading.Get("convert_to"), found = data.corpus.scheme();
  if (asked != "none" && data.corpus.labels() > 0 && asked != found) {
    throw UsageError("--read convert_to=" + std::string(asked) +
                     ": what bitext gives cannot be converted, and is " + std::string(found));
  }
  return data;
}

// What was trained and how it went.
struct Outcome {
  const Arguments& a;
  std::string method, aggregator;
  const TrainingData& data;
  const Run& run;
  uintmax_t bytes;
};

void PrintOutcome(const Outcome& o) {
  if (o.a.common.json) {
    Json json = {{"method", o.method}, {"aggregator", nullptr}, {"data", o.a.data.data}};
    if (!o.aggregator.empty()) json["aggregator"] = o.aggregator;
    if (!o.data.projections.is_null()) json["projections"] = o.data.projections;
    json.update({{"split", o.a.data.part()},
                 {"sentences", o.data.corpus.sentences()},
                 {"tokens", o.data.corpus.tokens()},
                 {"model", o.a.out},
                 {"bytes", o.bytes}});
    AddRun(o.run, &json);
    PrintJson(json);
    return;
  }
  std::string text = o.method;
  if (!o.aggregator.empty() && o.aggregator != "gold")
    text += " on what " + o.aggregator + " makes of the votes";
  text += ", trained on " + o.data.name + ": " + Counted(o.data.corpus.sentences(), "sentence") +
          ", " + Counted(o.data.corpus.tokens(), "token") + "\n" + Describe(o.run) + "\n";
  if (!std::isnan(o.run.progress.dev_f1)) {
    text += "development F1 of the model that is kept " + Fixed(o.run.progress.dev_f1, 4) + "\n";
  }
  PrintText(text + "wrote " + o.a.out + " (" + Counted(o.bytes, "byte") + ")\n");
}

[[noreturn]] void FailInterrupted(const Run& run, const Arguments& a) {
  std::string text =
      "interrupted after " + Counted(static_cast<size_t>(run.progress.iteration), "iteration");
  text += run.model ? "; the best model so far is in " + a.out
                    : ", before there was any model; " + a.out + " was not written";
  if (!a.checkpoint.path.empty()) text += "; the same call goes on from " + a.checkpoint.path;
  throw Failure(text);
}

int RunTrain(const Arguments& a) {
  const std::string method = MethodOf(a);
  const Options options = OptionsOf(a, method);
  CheckMetadata(a.metadata);
  CheckCorpora(a);
  CheckVotesAreRead(a, options);
  RequireFolderOf(a.out);
  CheckCheckpoint(a);
  Interrupts interrupts;
  const Options reading = ReadingOptions(a.common.read);
  const std::optional<Corpus> dev = ReadDevelopment(a.data.data, a.dev, reading);
  const TrainingData data = ReadTrainingData(a, reading);
  if (dev && !a.common.quiet) NoteUnknownLabels(data.corpus, *dev);
  Run run =
      Train(options, data.corpus, dev ? &*dev : nullptr, a.checkpoint, a.common.quiet, &interrupts);
  if (run.model) WithMetadata(std::move(*run.model), a.metadata).Save(a.out);
  if (run.interrupted) FailInterrupted(run, a);
  if (!a.checkpoint.path.empty()) std::filesystem::remove(a.checkpoint.path);
  const std::string aggregator(options.Has("aggregator") ? options.Get("aggregator") : "");
  PrintOutcome({a, method, aggregator, data, run, std::filesystem::file_size(a.out)});
  return kDone;
}

}  // namespace

Verb AddTrain(CLI::App* parent) {
  auto a = std::make_shared<Arguments>();
  a->data.default_split = "train";
  CLI::App* app = AddVerb(parent, "train", "Train a model from labels or votes", &a->common);
  AddDataFlags(app, &a->data);
  app->get_option("--data")->required(false);
  app->add_option("--with", a->with, "More sentences to train on, beside those of --data")
      ->type_name("FILE")
      ->allow_extra_args(false);
  AddBitextFlags(app, &a->bitext);
  app->add_option("--project", a->bitext.project,
                  "An option of how labels are carried over bitext (weft options project)")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false);
  app->add_option("--tagger,-t", a->tagger, "The tagger to train: crf, ... (weft methods)")
      ->type_name("TAGGER");
  app->add_option("--method,-m", a->method, "Any method to train, an aggregator too")
      ->type_name("METHOD");
  app->add_option(
         "--aggregator,-a", a->aggregator,
         "Where a tagger's labels come from: gold (default), or the aggregator of the votes")
      ->type_name("METHOD");
  app->add_option("--out,-o", a->out, "Where the model goes")->type_name("FILE")->required();
  app->add_option(
         "--dev", a->dev,
         "Keep the iteration that is best on the gold labels of this split, or file. Without it "
         "the options patience and stop say what is kept, by valid where the folder has it; none: "
         "the last, and nothing is scored")
      ->type_name("SPLIT");
  CLI::Option* checkpoint =
      app->add_option(
             "--checkpoint", a->checkpoint.path,
             "A file that the run is kept in: the same call goes on from it after the run was "
             "stopped or killed, to the same model. Removed when that is saved. Neural "
             "methods and alt only")
          ->type_name("FILE");
  app->add_option("--checkpoint-every", a->checkpoint.every,
                  "Seconds between two writes of it (default 300); 0: after each step")
      ->type_name("SECONDS")
      ->check(CLI::NonNegativeNumber)
      ->needs(checkpoint);
  app->add_option("--metadata", a->metadata, "A text that the model file keeps, shown by weft info")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false);
  return {app, [a] { return RunTrain(*a); }};
}

}  // namespace weft::cli

// weft aggregate: votes to labels and posteriors.
#include <weft/weft.hpp>

#include "data.h"
#include "labelled.h"
#include "output.h"
#include "scores.h"
#include "settings.h"
#include "sources.h"
#include "training.h"
#include "verb.h"

namespace weft::cli {
namespace {

struct Arguments {
  Common common;
  DataFlags data;
  std::string method, fit, dev, model, save, out, explain, mode;
};

void CheckFlags(const Arguments& a) {
  if (a.method.empty() == a.model.empty()) {
    throw UsageError("aggregate expects --method METHOD to fit, or --model FILE that was fitted");
  }
  if (!a.method.empty()) RequireMethod(a.method, true);
  if (!a.model.empty() && !(a.fit.empty() && a.dev.empty() && a.save.empty())) {
    throw UsageError("--fit, --dev and --save go with --method; --model FILE fits nothing");
  }
  if (a.out == "-" && a.common.json) {
    throw UsageError("--out - and --json both want standard output; give --out a file");
  }
  if (a.explain == "-" && (a.common.json || a.out == "-")) {
    throw UsageError("--explain - wants standard output for itself; give it, or the other, a file");
  }
  RequireDifferentFiles({{"--explain", a.explain}, {"--out", a.out}});
  RequireWritable(a.out);
  const std::pair<const char*, std::string> outs[] = {
      {"--out", a.out}, {"--explain", a.explain}, {"--save", a.save}};
  for (const auto& [flag, out] : outs) {
    RequireOutIsNoInput("--data", a.data.data, a.data.part(), flag, out);
    RequireOutIsNoInput("--fit", a.data.data, a.fit, flag, out);
    RequireOutIsNoInput("--dev", a.data.data, a.dev, flag, out);
    RequireDifferentFiles({{"--model", a.model}, {flag, out}});
  }
  RequireExplainable(a.explain);
  RequireFolderOf(a.save);
}

Run Fit(const Arguments& a, const Corpus& corpus) {
  const Options reading = ReadingOptions(a.common.read);
  Interrupts interrupts;
  std::optional<Corpus> fit, dev;
  if (!a.fit.empty()) fit = ReadPart(a.data.data, a.fit, reading);
  if (!a.dev.empty()) dev = ReadDevelopment(a.data.data, a.dev, reading);
  Options options = TrainingOptions(a.method, a.common);
  if (dev) ChooseByDevelopment(a.method, a.common, &options);
  Run run = Train(options, fit ? *fit : corpus, dev ? &*dev : nullptr, Checkpoint(), a.common.quiet,
                  &interrupts);
  const bool saved = run.model && !a.save.empty();
  if (saved) run.model->Save(a.save);
  if (run.interrupted || interrupts.seen()) {  // also while it was saved
    throw Failure("interrupted after " +
                  Counted(static_cast<size_t>(run.progress.iteration), "iteration") +
                  (saved ? "; the best model so far is in " + a.save : "; nothing was written"));
  }
  return run;
}

Model LoadAggregator(const std::string& path, const Common& common) {
  Model model = WithSettings(Model::Load(path), common);
  if (model.reads_votes()) return model;
  throw Failure(path + " holds a model of " + std::string(model.method()) +
                ", which reads tokens; expected one that reads votes (weft tag, weft eval; of alt, "
                "--set decode=aggregator)");
}

Json ResultJson(const Arguments& a, const Corpus& corpus, const Model& model, const Run& run,
                const Json& evaluation) {
  Json json = {{"method", model.method()}, {"data", a.data.data}, {"split", a.data.part()}};
  if (!a.method.empty()) json["fit"] = a.fit.empty() ? a.data.part() : a.fit;
  if (!a.model.empty()) json["model"] = a.model;
  json.update(evaluation);
  json["sentences"] = corpus.sentences();
  json["tokens"] = corpus.tokens();
  if (run.model) AddRun(run, &json);
  json["warnings"] = run.warnings.list();
  json["sources"] = SourcesJson(model, false);
  return json;
}

std::string ResultText(const Arguments& a, const Corpus& corpus, const Model& model, const Run& run,
                       const Json& evaluation) {
  std::string text = std::string(model.method()) + " on " + DataName(a.data.data, a.data.part()) +
                     ": " + Counted(corpus.sentences(), "sentence") + ", " +
                     Counted(corpus.tokens(), "token") + ", " +
                     Counted(corpus.sources(), "source") + "\n";
  if (run.model) text += Describe(run) + "\n";
  const bool details = !a.common.quiet;
  const std::string sources = details ? SourcesText(model) : "";
  if (!sources.empty()) text += "\n" + sources;
  const std::string types = details && !a.explain.empty() ? ReliabilityText(model) : "";
  if (!types.empty()) text += "\n" + types;
  if (evaluation.empty()) return text + "\nno gold labels to score against\n";
  return text + "\n" + ScoreText(evaluation, details);
}

int RunAggregate(const Arguments& a) {
  CheckFlags(a);
  const Corpus corpus = ReadData(a.data, a.common);
  if (!corpus.has_votes()) {
    throw Failure(DataName(a.data.data, a.data.part()) + " has no votes to aggregate");
  }
  Run run;
  std::optional<Model> loaded;
  if (a.model.empty()) {
    run = Fit(a, corpus);
  } else {
    loaded = LoadAggregator(a.model, a.common);
  }
  const Model& model = loaded ? *loaded : *run.model;
  int32_t want = a.out.empty() ? WEFT_WANT_LABELS : WEFT_WANT_MARGINALS;
  if (!a.explain.empty()) want = WEFT_WANT_MARGINALS | WEFT_WANT_SPANS | WEFT_WANT_SUPPORT;
  const Result result = DecodeData(model, corpus, a.common, want);
  run.warnings.Add(result, a.common.quiet);
  if (!a.out.empty()) WriteLabelled(corpus, result, a.out);
  if (!a.explain.empty()) WriteExplained(corpus, result, a.explain);
  const Json evaluation =
      corpus.has_gold() ? Evaluate(corpus, result, a.mode) : Json(Json::object());
  if (a.common.json) {
    PrintJson(ResultJson(a, corpus, model, run, evaluation));
  } else if (a.out == "-" || a.explain == "-") {
    PrintNote(ResultText(a, corpus, model, run, evaluation));
  } else {
    PrintText(ResultText(a, corpus, model, run, evaluation));
  }
  return kDone;
}

}  // namespace

Verb AddAggregate(CLI::App* parent) {
  auto a = std::make_shared<Arguments>();
  CLI::App* app = AddVerb(parent, "aggregate", "Turn votes into labels and posteriors", &a->common);
  AddDataFlags(app, &a->data);
  app->add_option("--method,-m", a->method, "The aggregator: mv, wmv, ds, hmm, ... (weft methods)")
      ->type_name("METHOD");
  app->add_option("--fit", a->fit, "Fit on this split; by default on the one that is labelled")
      ->type_name("SPLIT");
  app->add_option("--model", a->model, "Label with this fitted model instead")->type_name("FILE");
  app->add_option("--dev", a->dev, "Keep the iteration that is best on this split's gold labels")
      ->type_name("SPLIT");
  app->add_option("--save", a->save, "Keep the fitted model here")->type_name("FILE");
  app->add_option("--out,-o", a->out,
                  "Write labels here: .jsonl with posteriors (those of at least 0.000001), .conll, "
                  ".conll.gz; - is standard output, as .jsonl")
      ->type_name("FILE");
  app->add_option("--explain", a->explain,
                  "Write why here, as .jsonl: labels with posteriors, spans, and the sources that "
                  "vote for each label; and print what each source is worth, type by type")
      ->type_name("FILE");
  AddModeFlag(app, &a->mode);
  return {app, [a] { return RunAggregate(*a); }};
}

}  // namespace weft::cli

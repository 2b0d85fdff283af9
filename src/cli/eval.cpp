// weft eval: a model's labels against gold ones.
#include <chrono>
#include <weft/weft.hpp>

#include "data.h"
#include "output.h"
#include "scores.h"
#include "settings.h"
#include "verb.h"
#include "warnings.h"

namespace weft::cli {
namespace {

struct Arguments {
  Common common;
  DataFlags data;
  std::string model, mode, decode;
};

// As --decode says: some models read tokens and votes, others one of them.
Model Decoding(const Arguments& a, Model model) {
  const std::string reads = model.reads_votes() ? "votes" : "tokens";
  if (a.decode.empty()) return model;
  if (NewOptions(std::string(model.method())).Has("decode")) {
    return model.WithOption("decode", a.decode);
  }
  if (a.decode == reads) return model;
  throw Failure(a.model + " (" + std::string(model.method()) + ") cannot decode " + a.decode +
                ": it reads " + reads);
}

int RunEval(const Arguments& a) {
  const Model model = Decoding(a, WithSettings(Model::Load(a.model), a.common));
  const Corpus corpus = ReadData(a.data, a.common);
  const std::string name = DataName(a.data.data, a.data.part());
  if (!corpus.has_gold()) throw Failure(name + " has no gold labels to score against");
  const auto begin = std::chrono::steady_clock::now();
  const Result result = DecodeData(model, corpus, a.common);
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  Warnings warnings;
  warnings.Add(result, a.common.quiet);
  const Json evaluation = Evaluate(corpus, result, a.mode);
  if (a.common.json) {
    Json json = {{"model", a.model},
                 {"method", model.method()},
                 {"data", a.data.data},
                 {"split", a.data.part()}};
    json.update(evaluation);
    json.update({{"sentences", corpus.sentences()},
                 {"tokens", corpus.tokens()},
                 {"seconds", seconds},
                 {"warnings", warnings.list()}});
    PrintJson(json);
    return kDone;
  }
  PrintText(a.model + " (" + std::string(model.method()) + ") on " + name + ": " +
            Counted(corpus.sentences(), "sentence") + ", " + Counted(corpus.tokens(), "token") +
            ", decoded in " + Duration(seconds) + "\n\n" + ScoreText(evaluation, !a.common.quiet));
  return kDone;
}

}  // namespace

Verb AddEval(CLI::App* parent) {
  auto a = std::make_shared<Arguments>();
  CLI::App* app = AddVerb(parent, "eval", "Score a model against gold labels", &a->common);
  app->add_option("model", a->model, "The model")->type_name("MODEL")->required();
  AddDataFlags(app, &a->data);
  AddModeFlag(app, &a->mode);
  app->add_option(
         "--decode", a->decode,
         "What to decode: tokens or votes, or what else the model's option decode takes; by "
         "default as the model says")
      ->type_name("WHAT");
  return {app, [a] { return RunEval(*a); }};
}

}  // namespace weft::cli

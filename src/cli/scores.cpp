#include "scores.h"

#include "table.h"

namespace weft::cli {
namespace {

std::vector<std::string> Rates(const std::string& name, const Json& scores) {
  return {name, Fixed(scores.at("precision").get<double>(), 4),
          Fixed(scores.at("recall").get<double>(), 4), Fixed(scores.at("f1").get<double>(), 4)};
}

std::vector<std::string> Row(const std::string& name, const Json& scores) {
  std::vector<std::string> row = Rates(name, scores);
  for (const char* key : {"gold", "predicted", "correct"}) {
    row.push_back(Count(scores.at(key).get<size_t>()));
  }
  return row;
}

std::string Joined(const Json& strings) {
  std::string text;
  for (const auto& string : strings) text += (text.empty() ? "" : ", ") + string.get<std::string>();
  return text;
}

}  // namespace

void AddModeFlag(CLI::App* app, std::string* mode) {
  *mode = "strict";
  app->add_option("--mode", *mode,
                  "How labels become spans when scoring: strict, by the tag scheme (default), or "
                  "conlleval, which also lets I- open a span")
      ->type_name("MODE")
      ->check(CLI::IsMember({"strict", "conlleval"}));
}

Json Evaluate(const Corpus& corpus, const Result& result, const std::string& mode) {
  const auto report =
      Report::Evaluate(corpus, result, mode == "strict" ? WEFT_STRICT : WEFT_CONLLEVAL);
  return Json::parse(report.json());
}

std::string ScoreText(const Json& evaluation, bool details) {
  Table table({"", "precision", "recall", "f1", "gold", "predicted", "correct"});
  if (details) {
    for (const auto& [type, scores] : evaluation.at("types").items()) table.Add(Row(type, scores));
    table.Add(Rates("mean of types", evaluation.at("macro")));
  }
  table.Add(Row("all", evaluation.at("span")));
  const Json& token = evaluation.at("token");
  std::string text =
      table.Text() + "token accuracy " + Fixed(token.at("accuracy").get<double>(), 4) + " (" +
      Count(token.at("correct").get<size_t>()) + " of " + Count(token.at("count").get<size_t>()) +
      "), spans scored " + evaluation.at("mode").get<std::string>() + "\n";
  const Json& unknown = evaluation.at("unknown_labels");
  if (!unknown.empty()) {
    text +=
        "gold labels that the model does not know, counted as missed: " + Joined(unknown) + "\n";
  }
  return text;
}

}  // namespace weft::cli

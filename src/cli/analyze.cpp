// weft analyze: what each source says, and how right it is.
#include <algorithm>
#include <tuple>
#include <weft/weft.hpp>

#include "data.h"
#include "output.h"
#include "settings.h"
#include "table.h"
#include "verb.h"

namespace weft::cli {
namespace {

struct Arguments {
  Common common;
  DataFlags data;
  std::string model;
};

std::string Rate(const Json& object, const char* key) {
  const Json& value = object.at(key);
  return value.is_null() ? "-" : Fixed(value.get<double>(), 4);
}

// Accuracy and span F1 against `key` ("gold", "reference"), where the report has it.
void AddAccuracy(const Json& source, const char* key, std::vector<std::string>* row) {
  if (!source.contains(key)) return;
  row->push_back(Rate(source.at(key), "accuracy"));
  row->push_back(Rate(source.at(key).at("span"), "f1"));
}

std::string Joined(const Json& labels) {
  std::string text;
  for (const auto& label : labels) text += (text.empty() ? "" : " ") + label.get<std::string>();
  return text;
}

std::string SourcesTable(const Json& sources) {
  std::vector<std::string> header = {"source", "sentences", "opinions",
                                     "covers", "overlaps",  "conflicts"};
  for (const char* key : {"gold", "reference"}) {
    if (sources.empty() || !sources.begin()->contains(key)) continue;
    const std::string against = std::string(key) == "gold" ? "" : " (model)";
    header.insert(header.end(), {"accuracy" + against, "span f1" + against});
  }
  Table table(std::move(header));
  for (const auto& [name, source] : sources.items()) {
    std::vector<std::string> row = {name,
                                    Count(source.at("sentences").get<size_t>()),
                                    Count(source.at("opinions").get<size_t>()),
                                    Rate(source, "coverage"),
                                    Rate(source, "overlap"),
                                    Rate(source, "conflict")};
    AddAccuracy(source, "gold", &row);
    AddAccuracy(source, "reference", &row);
    table.Add(std::move(row));
  }
  return table.Text();
}

std::string LabelsTable(const Json& sources) {
  Table table({"source", "labels that it uses"}, 2);
  for (const auto& [name, source] : sources.items()) {
    table.Add({name, Joined(source.at("polarity"))});
  }
  return table.Text();
}

// The pairs that agree most beyond chance: what one of them says, the other hardly adds to.
std::string AgreementTable(const Json& agreement) {
  const Json& names = agreement.at("sources");
  const Json& active = agreement.at("active");
  const Json& kappa = agreement.at("kappa");
  std::vector<std::tuple<double, size_t, size_t>> pairs;
  for (size_t a = 0; a < names.size(); ++a) {
    for (size_t b = a + 1; b < names.size(); ++b) {
      if (kappa[a][b].is_number()) pairs.emplace_back(-kappa[a][b].get<double>(), a, b);
    }
  }
  std::sort(pairs.begin(), pairs.end());
  Table table({"agree most", "", "kappa", "where either has an opinion"}, 2);
  for (size_t i = 0; i < std::min<size_t>(10, pairs.size()); ++i) {
    const auto& [negated, a, b] = pairs[i];
    table.Add({names[a].get<std::string>(), names[b].get<std::string>(), Fixed(-negated, 4),
               active[a][b].is_null() ? "-" : Fixed(active[a][b].get<double>(), 4)});
  }
  return table.empty() ? "" : "\n" + table.Text();
}

std::string ReportText(const std::string& name, const Json& report, bool details) {
  const auto count = [&](const char* key) { return report.at(key).get<size_t>(); };
  std::string text = name + ": " + Counted(count("sentences"), "sentence") + ", " +
                     Counted(count("tokens"), "token") + "; " + Count(count("tokens_covered")) +
                     " with an opinion, " + Count(count("tokens_conflicting")) +
                     " with different ones\n\n" + SourcesTable(report.at("sources"));
  if (!details) return text;
  return text + "\n" + LabelsTable(report.at("sources")) + AgreementTable(report.at("agreement"));
}

int RunAnalyze(const Arguments& a) {
  RefuseSettings(a.common, "analyze runs no method");
  const Corpus corpus = ReadData(a.data, a.common);
  const std::string name = DataName(a.data.data, a.data.part());
  if (!corpus.has_votes()) throw Failure(name + " has no votes to analyze");
  std::optional<Result> result;
  if (!a.model.empty()) {
    result = DecodeData(Model::Load(a.model), corpus, a.common, WEFT_WANT_MARGINALS);
  }
  const auto report = Report::Analyze(corpus, result ? &*result : nullptr);
  Json json = Json::parse(report.json());
  if (a.common.json) {
    json.update({{"data", a.data.data}, {"split", a.data.part()}});
    if (!a.model.empty()) json["model"] = a.model;
    PrintJson(json);
  } else {
    PrintText(ReportText(name, json, !a.common.quiet));
  }
  return kDone;
}

}  // namespace

Verb AddAnalyze(CLI::App* parent) {
  auto a = std::make_shared<Arguments>();
  CLI::App* app =
      AddVerb(parent, "analyze", "Report coverage, overlaps, conflicts and accuracy of sources",
              &a->common);
  AddDataFlags(app, &a->data);
  app->add_option("--model", a->model, "Also measure accuracy against what this model believes")
      ->type_name("FILE");
  return {app, [a] { return RunAnalyze(*a); }};
}

}  // namespace weft::cli

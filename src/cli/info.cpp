// weft info: what a model file holds.
#include <filesystem>
#include <weft/weft.hpp>

#include "output.h"
#include "settings.h"
#include "sources.h"
#include "table.h"
#include "verb.h"

namespace weft::cli {
namespace {

struct Arguments {
  Common common;
  std::string model;
};

// "option.l2" into ("options", "l2"), "features" into ("facts", "features").
std::pair<std::string, std::string> Place(const std::string& key) {
  for (const auto& [prefix, group] :
       {std::pair("option.", "options"), std::pair("metadata.", "metadata")}) {
    const size_t size = std::string_view(prefix).size();
    if (key.compare(0, size, prefix) == 0) return {group, key.substr(size)};
  }
  return {"facts", key};
}

Json ModelJson(const std::string& path, const Model& model) {
  Json json = {{"model", path},
               {"bytes", std::filesystem::file_size(path)},
               {"method", model.method()},
               {"reads", model.reads_votes() ? "votes" : "tokens"},
               {"scheme", model.scheme()},
               {"labels", Json::array()}};
  for (size_t i = 0; i < model.labels(); ++i) json["labels"].push_back(model.label(i));
  for (const char* group : {"facts", "options", "metadata"}) json[group] = Json::object();
  for (size_t i = 0; i < model.facts(); ++i) {
    const auto [group, key] = Place(std::string(model.fact_key(i)));
    json[group][key] = model.fact_value(i);
  }
  json["sources"] = SourcesJson(model, true);
  return json;
}

std::string GroupText(const Json& group, const std::string& title) {
  Table table({title, ""}, 2);
  for (const auto& [key, value] : group.items()) table.Add({key, value.get<std::string>()});
  return table.empty() ? "" : "\n" + table.Text();
}

std::string ModelText(const Json& json, const Model& model, bool details) {
  std::string labels;
  for (const auto& label : json.at("labels")) {
    labels += (labels.empty() ? "" : " ") + label.get<std::string>();
  }
  std::string text =
      json.at("model").get<std::string>() + ": a " + json.at("method").get<std::string>() +
      " that reads " + json.at("reads").get<std::string>() + ", " +
      Counted(json.at("bytes").get<size_t>(), "byte") + "\n" + "labels (" +
      json.at("scheme").get<std::string>() + "): " + labels + "\n" +
      GroupText(json.at("facts"), "fact") + GroupText(json.at("metadata"), "metadata");
  if (!details) return text;
  const std::string sources = SourcesText(model);
  return text + GroupText(json.at("options"), "option") + (sources.empty() ? "" : "\n" + sources);
}

int RunInfo(const Arguments& a) {
  RefuseSettings(a.common, "info runs no method");
  const Model model = Model::Load(a.model);
  const Json json = ModelJson(a.model, model);
  if (a.common.json) {
    PrintJson(json);
  } else {
    PrintText(ModelText(json, model, !a.common.quiet));
  }
  return kDone;
}

}  // namespace

Verb AddInfo(CLI::App* parent) {
  auto a = std::make_shared<Arguments>();
  CLI::App* app = AddVerb(parent, "info", "Show what a model file holds", &a->common);
  app->add_option("model", a->model, "The model")->type_name("MODEL")->required();
  return {app, [a] { return RunInfo(*a); }};
}

}  // namespace weft::cli

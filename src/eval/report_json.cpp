#include "eval/report_json.h"

#include <limits>

#include "core/options.h"

namespace weft {
namespace {

using Json = nlohmann::ordered_json;

Json ToJson(const SpanCounts& counts) {
  return {{"precision", counts.precision()},
          {"recall", counts.recall()},
          {"f1", counts.f1()},
          {"gold", counts.gold},
          {"predicted", counts.predicted},
          {"correct", counts.correct}};
}

Json ToJson(const std::optional<double>& value) { return value ? Json(*value) : Json(nullptr); }

Json ToJson(const Rate& rate) { return ToJson(rate.value()); }

Json ToJson(const SourceScores& scores) {
  return {{"accuracy", ToJson(scores.accuracy)},
          {"opinions", scores.accuracy.of},
          {"token",
           {{"precision", scores.token_precision()},
            {"recall", scores.token_recall()},
            {"f1", scores.token_f1()},
            {"gold", scores.token_gold},
            {"predicted", scores.token_predicted},
            {"correct", scores.token_correct}}},
          {"span", ToJson(scores.spans)}};
}

Json ToJson(const SourceReport& source, const LabelSet& labels) {
  Json json = {{"sentences", source.sentences},
               {"tokens", source.tokens},
               {"abstentions", source.abstentions},
               {"opinions", source.opinions},
               {"spans", source.spans},
               {"coverage", ToJson(source.coverage)},
               {"coverage_annotated", ToJson(source.coverage_annotated)},
               {"overlap", ToJson(source.overlap)},
               {"conflict", ToJson(source.conflict)}};
  json["polarity"] = Json::array();
  for (int32_t label : source.polarity) json["polarity"].push_back(labels.name(label));
  json["label_counts"] = Json::object();
  for (int32_t label : source.polarity) {
    json["label_counts"][labels.name(label)] = source.label_counts[static_cast<size_t>(label)];
  }
  if (source.gold) json["gold"] = ToJson(*source.gold);
  if (source.reference) json["reference"] = ToJson(*source.reference);
  return json;
}

// One value of every pair, as a square of lists.
template <typename Get>
Json Matrix(const AgreementMatrix& agreement, Get get) {
  Json rows = Json::array();
  for (int32_t a = 0; a < agreement.sources; ++a) {
    Json row = Json::array();
    for (int32_t b = 0; b < agreement.sources; ++b) row.push_back(ToJson(get(agreement.at(a, b))));
    rows.push_back(std::move(row));
  }
  return rows;
}

const Json* Find(const Json& json, std::string_view path) {
  if (path.empty()) return &json;
  if (json.is_array()) {
    const size_t dot = path.find('.');
    int64_t index;
    if (!ParseInt(path.substr(0, dot), &index)) return nullptr;
    if (index < 0 || index >= static_cast<int64_t>(json.size())) return nullptr;
    const std::string_view rest =
        dot == std::string_view::npos ? std::string_view() : path.substr(dot + 1);
    return Find(json[static_cast<size_t>(index)], rest);
  }
  if (!json.is_object()) return nullptr;
  for (const auto& [key, value] : json.items()) {
    if (path == key) return &value;
    if (path.size() > key.size() && path[key.size()] == '.' && path.substr(0, key.size()) == key) {
      if (const Json* found = Find(value, path.substr(key.size() + 1))) return found;
    }
  }
  return nullptr;
}

}  // namespace

Json ToJson(const Evaluation& evaluation) {
  Json json = {{"mode", evaluation.mode == SpanMode::kStrict ? "strict" : "conlleval"},
               {"span", ToJson(evaluation.micro)},
               {"macro",
                {{"precision", evaluation.macro_precision},
                 {"recall", evaluation.macro_recall},
                 {"f1", evaluation.macro_f1}}},
               {"types", Json::object()},
               {"token",
                {{"accuracy", evaluation.token_accuracy()},
                 {"correct", evaluation.tokens_correct},
                 {"count", evaluation.tokens}}},
               {"sentences", evaluation.sentences}};
  for (const auto& [type, counts] : evaluation.types) json["types"][type] = ToJson(counts);
  Json rows = Json::array();
  const size_t width = evaluation.labels.size();
  for (size_t i = 0; i < width; ++i) {
    const auto begin = evaluation.confusion.begin() + static_cast<ptrdiff_t>(i * width);
    rows.push_back(std::vector<int64_t>(begin, begin + static_cast<ptrdiff_t>(width)));
  }
  json["confusion"] = {{"labels", evaluation.labels}, {"counts", std::move(rows)}};
  json["unknown_labels"] = evaluation.unknown_labels;
  return json;
}

Json ToJson(const SourceAnalysis& analysis, const Corpus& corpus) {
  Json json = {{"sentences", analysis.sentences},
               {"tokens", analysis.tokens},
               {"tokens_covered", analysis.tokens_covered},
               {"tokens_conflicting", analysis.tokens_conflicting},
               {"sources", Json::object()}};
  for (const SourceReport& source : analysis.sources) {
    json["sources"][source.name] = ToJson(source, corpus.labels());
  }
  json["agreement"] = {
      {"sources", corpus.sources()},
      {"all", Matrix(analysis.agreement, [](const PairAgreement& p) { return p.agreement(); })},
      {"active",
       Matrix(analysis.agreement, [](const PairAgreement& p) { return p.active_agreement(); })},
      {"kappa", Matrix(analysis.agreement, [](const PairAgreement& p) { return p.kappa(); })}};
  return json;
}

std::optional<double> FindNumber(const Json& json, std::string_view path) {
  const Json* found = Find(json, path);
  if (!found || !(found->is_number() || found->is_null())) return std::nullopt;
  return found->is_null() ? std::numeric_limits<double>::quiet_NaN() : found->get<double>();
}

}  // namespace weft

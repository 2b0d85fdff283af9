// Reports as JSON, with the keys that hosts and the command rely on.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>

#include "eval/scores.h"
#include "eval/sources.h"

namespace weft {

/// {"mode", "span": {"precision", "recall", "f1", "gold", "predicted", "correct"}, "macro": {…},
///  "types": {TYPE: {…}}, "token": {"accuracy", "correct", "count"}, "sentences",
///  "confusion": {"labels", "counts"}, "unknown_labels"}. Rates are fractions of 1.
nlohmann::ordered_json ToJson(const Evaluation& evaluation);

/// {"sentences", "tokens", "tokens_covered", "tokens_conflicting", "sources": {NAME: {…}},
///  "agreement": {"sources", "all", "active", "kappa"}}. A rate over nothing is null.
nlohmann::ordered_json ToJson(const SourceAnalysis& analysis, const Corpus& corpus);

/// The number at a path of keys joined by points ("types.PER.f1"; keys may hold points
/// themselves, list items go by index), NaN for null; none where there is no such number.
std::optional<double> FindNumber(const nlohmann::ordered_json& json, std::string_view path);

}  // namespace weft

// Scores against gold labels, for people and as JSON.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <weft/weft.hpp>

#include "output.h"

namespace weft::cli {

/// Adds --mode; `mode` becomes "strict" or "conlleval".
void AddModeFlag(CLI::App* app, std::string* mode);

/// The report of weft_evaluate: "span", "macro", "types", "token", "confusion", ….
Json Evaluate(const Corpus& corpus, const Result& result, const std::string& mode);

/// Precision, recall and F1 with four digits, counts beside them; types and macro averages only
/// with `details`.
std::string ScoreText(const Json& evaluation, bool details);

}  // namespace weft::cli

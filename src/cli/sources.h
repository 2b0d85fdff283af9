// What an aggregator believes about its sources.
#pragma once

#include <string>
#include <weft/weft.hpp>

#include "output.h"

namespace weft::cli {

/// A list of {"name", "accuracy", "weight", "adversarial", "types": [{"type", "precision",
/// "precision_interval", "recall", "recall_interval", "votes", "truths"}]}; with `confusion` also
/// the matrix [labels, labels + 1], whose last column is "abstains".
Json SourcesJson(const Model& model, bool confusion);
/// A table with a line per source; "" where the model has none.
std::string SourcesText(const Model& model);
/// A table with a line per source and type that it named; "" where the model has none.
std::string ReliabilityText(const Model& model);

}  // namespace weft::cli

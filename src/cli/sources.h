// What an aggregator believes about its sources.
#pragma once

#include <string>
#include <weft/weft.hpp>

#include "output.h"

namespace weft::cli {

/// A list of {"name", "accuracy", "weight", "adversarial"}; with `confusion` also the matrix
/// [labels, labels + 1], whose last column is "abstains".
Json SourcesJson(const Model& model, bool confusion);
/// A table with a line per source; "" where the model has none.
std::string SourcesText(const Model& model);

}  // namespace weft::cli

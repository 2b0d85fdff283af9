// The word that was meant.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace weft::cli {

/// The candidate with the least edit distance to `word`, "" where none is near.
std::string Nearest(std::string_view word, const std::vector<std::string>& candidates);

/// `; the nearest is "x"`, or "" where none is near.
std::string NearestHint(std::string_view word, const std::vector<std::string>& candidates);

}  // namespace weft::cli

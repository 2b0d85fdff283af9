#include "nearest.h"

#include <algorithm>

namespace weft::cli {
namespace {

// Levenshtein 1966, one row of the table at a time.
size_t EditDistance(std::string_view from, std::string_view to) {
  std::vector<size_t> row(to.size() + 1);
  for (size_t j = 0; j < row.size(); ++j) row[j] = j;
  for (size_t i = 0; i < from.size(); ++i) {
    size_t diagonal = row[0];
    row[0] = i + 1;
    for (size_t j = 0; j < to.size(); ++j) {
      const size_t substituted = diagonal + (from[i] != to[j] ? 1 : 0);
      diagonal = row[j + 1];
      row[j + 1] = std::min({substituted, row[j] + 1, diagonal + 1});
    }
  }
  return row.back();
}

}  // namespace

std::string Nearest(std::string_view word, const std::vector<std::string>& candidates) {
  std::string nearest;
  size_t least = std::max<size_t>(2, word.size() / 2);
  for (const std::string& candidate : candidates) {
    const size_t distance = EditDistance(word, candidate);
    if (distance > least || (distance == least && !nearest.empty())) continue;
    least = distance;
    nearest = candidate;
  }
  return nearest;
}

std::string NearestHint(std::string_view word, const std::vector<std::string>& candidates) {
  const std::string nearest = Nearest(word, candidates);
  return nearest.empty() ? "" : "; the nearest is \"" + nearest + "\"";
}

}  // namespace weft::cli

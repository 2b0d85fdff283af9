// How often tags began sentences, followed each other and stood on words.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/span.h"
#include "encode/string_index.h"

namespace weft {

/// Counts may be fractions: expected ones. K tags.
struct TagCounts {
  struct Entry {
    int32_t label;
    double count;
  };

  explicit TagCounts(int32_t labels);

  int32_t labels() const { return static_cast<int32_t>(emitted.size()); }
  void Emit(std::string_view word, int32_t label, double count);
  /// Of a word by its id.
  double Total(int32_t word) const;

  StringIndex words;
  std::vector<std::vector<Entry>> emissions;  ///< by word: the tags that it had, ascending
  std::vector<double> emitted;                ///< [K]: Σ over words
  std::vector<double> start;                  ///< [K]
  std::vector<double> transitions;            ///< [K (from), K (to)]
};

}  // namespace weft

// How often tags began sentences, followed each other and stood on words.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/span.h"
#include "encode/string_index.h"
#include "text/corpus.h"

namespace weft {

/// Counts may be fractions: expected ones. K tags.
struct TagCounts {
  struct Entry {
    int32_t label;
    double count;
  };

  explicit TagCounts(int32_t labels);

  int32_t labels() const { return static_cast<int32_t>(emitted.size()); }
  /// How many words have a count.
  int32_t known_words() const { return known; }
  /// A negative `count` takes away what was added before: a word that nothing is left of is not
  /// known any more.
  void Emit(std::string_view word, int32_t label, double count);
  /// Adds `weight` times what the labels of a sentence say: kNoLabel says nothing.
  void AddSentence(const Corpus& corpus, int64_t s, Span<const int32_t> labels, double weight);
  /// Of a word by its id.
  double Total(int32_t word) const;

  StringIndex words;
  std::vector<std::vector<Entry>> emissions;  ///< by word: the tags that it has, ascending
  int32_t known = 0;                          ///< words that have any
  std::vector<double> emitted;                ///< [K]: Σ over words
  std::vector<double> start;                  ///< [K]
  std::vector<double> transitions;            ///< [K (from), K (to)]
};

}  // namespace weft

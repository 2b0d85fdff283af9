// Letters of words as ids, for encoders that read words letter by letter.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "text/corpus.h"

namespace weft {

struct LetterOptions {
  int64_t min_count = 1;      ///< a letter that the corpus has more rarely is unknown
  int64_t longest_word = 25;  ///< of a longer word, as many letters from its head and its tail
};

/// Code points of words to ids. Padding is 0 and what is not known is 1; the code points follow in
/// ascending order. Nothing else is behind the two members: a model file holds them as they are.
struct LetterVocabulary {
  static constexpr int32_t kPadding = 0;
  static constexpr int32_t kUnknown = 1;
  static constexpr int32_t kFirstLetter = 2;

  std::vector<int32_t> letters;  ///< code points, ascending
  int64_t longest_word = 0;      ///< in letters

  int32_t size() const { return kFirstLetter + static_cast<int32_t>(letters.size()); }
  int32_t Find(int32_t code_point) const;
  /// Appends the ids of `word` (UTF-8), at most `longest_word`: of a longer one the first half
  /// (the greater, where it is odd) and the last. Returns how many.
  int64_t Append(std::string_view word, std::vector<int32_t>* ids) const;
};

/// Counts over all tokens. Fails with kInvalidArgument where an option makes no sense.
LetterVocabulary BuildLetters(const Corpus& corpus, const LetterOptions& options);

/// Fails with kCorrupt where members read from a file cannot be a vocabulary.
void CheckLetters(const LetterVocabulary& vocabulary);

}  // namespace weft

// What BERT does to a text before it looks pieces up: characters that nobody sees are dropped, case
// and accents where the model asks for it; blanks, punctuation and ideographs part words.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "encode/word_piece_settings.h"

namespace weft {

/// Cuts texts; holds scratch, one per thread. `settings` must outlive it.
///
/// As the Python class BertTokenizer does it: lower-casing code point by code point ("Σ" is "σ" at
/// the end of a word too), then Unicode's NFC, or NFD without its Mn where accents are stripped.
class BasicWords {
 public:
  struct Word {
    size_t begin;  // in text_
    size_t end;
    bool whole;  // one of never_split: to be looked up as it is
  };

  explicit BasicWords(const WordPieceSettings& settings) : settings_(settings) {}

  /// The words of `text` (UTF-8): none where nothing is left of it.
  const std::vector<Word>& Split(std::string_view text);
  std::string_view operator[](const Word& word) const {
    return std::string_view(text_).substr(word.begin, word.end - word.begin);
  }

 private:
  bool AppendAscii(std::string_view text);
  void Clean(std::string_view text);
  void AppendToken(std::string_view token);
  void Normalize(std::string_view token);
  bool NeverSplit(std::string_view token) const;
  void AppendWhole(std::string_view token);

  const WordPieceSettings& settings_;
  std::string text_;
  std::vector<Word> words_;
  std::string cleaned_, lowered_;
  std::vector<int32_t> code_points_;
};

}  // namespace weft

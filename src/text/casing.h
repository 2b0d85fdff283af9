// How a word is written, as one small number: what an uncased encoder does not see.
#pragma once

#include <cstdint>
#include <string_view>

namespace weft {

/// Of the letters that have a case. Others (東, ا) count as none.
enum class LetterCase : int32_t {
  kNone,   ///< "1984", "…", "東京"
  kLower,  ///< "word"
  kTitle,  ///< upper case first, all others lower: "Paris", "A"
  kUpper,  ///< two and more, all upper case: "NATO", "U.N."
  kMixed   ///< "iPhone", "McDonald", "O'Neill"
};

constexpr int32_t kNumCasings = 20;

/// letter_case + 5 · (has a digit) + 10 · (has punctuation or a symbol): in [0, kNumCasings).
/// "1984" is 5, "3.14" 15, "…" 10, "東京" 0. `word` is UTF-8; marks belong to their letters.
int32_t CasingOf(std::string_view word);

}  // namespace weft

// Raw text into tokens.
#include <utf8proc.h>

#include "text/read.h"

namespace weft {
namespace {

enum class CharClass { kSpace, kWord, kIdeograph, kJoiner, kOther };

bool IsIdeograph(utf8proc_int32_t c) {
  return (c >= 0x4E00 && c <= 0x9FFF) || (c >= 0x3400 && c <= 0x4DBF) ||
         (c >= 0xF900 && c <= 0xFAFF) || (c >= 0x20000 && c <= 0x3FFFF);
}

CharClass Classify(utf8proc_int32_t c) {
  // Apostrophes, hyphens and points hold a word together where they stand within it.
  if (c == '\'' || c == 0x2019 || c == '-' || c == 0x2010 || c == 0x2011 || c == '.') {
    return CharClass::kJoiner;
  }
  if (IsIdeograph(c)) return CharClass::kIdeograph;
  switch (utf8proc_category(c)) {
    case UTF8PROC_CATEGORY_LU:
    case UTF8PROC_CATEGORY_LL:
    case UTF8PROC_CATEGORY_LT:
    case UTF8PROC_CATEGORY_LM:
    case UTF8PROC_CATEGORY_LO:
    case UTF8PROC_CATEGORY_MN:
    case UTF8PROC_CATEGORY_MC:
    case UTF8PROC_CATEGORY_ME:
    case UTF8PROC_CATEGORY_ND:
    case UTF8PROC_CATEGORY_NL:
    case UTF8PROC_CATEGORY_NO:
      return CharClass::kWord;
    case UTF8PROC_CATEGORY_ZS:
    case UTF8PROC_CATEGORY_ZL:
    case UTF8PROC_CATEGORY_ZP:
    case UTF8PROC_CATEGORY_CC:
    case UTF8PROC_CATEGORY_CF:
      return CharClass::kSpace;
    default:
      return CharClass::kOther;
  }
}

// A character as a reader sees it (an extended grapheme cluster: a letter with its marks, an emoji
// with its modifiers), classed by its first code point.
struct Character {
  int64_t begin;
  int64_t end;
  CharClass kind;
};

std::vector<Character> Characters(std::string_view text) {
  std::vector<Character> characters;
  utf8proc_int32_t before = 0, state = 0;
  const auto* bytes = reinterpret_cast<const utf8proc_uint8_t*>(text.data());
  const auto size = static_cast<int64_t>(text.size());
  for (int64_t at = 0; at < size;) {
    utf8proc_int32_t code_point;
    const int64_t length = utf8proc_iterate(bytes + at, size - at, &code_point);
    if (length <= 0) {  // not UTF-8: a character of its own
      characters.push_back({at, at + 1, CharClass::kOther});
      before = state = 0;
      ++at;
      continue;
    }
    const bool starts =
        characters.empty() || utf8proc_grapheme_break_stateful(before, code_point, &state);
    if (starts) {
      characters.push_back({at, at + length, Classify(code_point)});
    } else {
      characters.back().end = at + length;
    }
    before = code_point;
    at += length;
  }
  return characters;
}

}  // namespace

std::vector<TokenOffsets> Tokenize(std::string_view text) {
  const std::vector<Character> characters = Characters(text);
  const auto is_word = [&](size_t i) {
    return i < characters.size() && characters[i].kind == CharClass::kWord;
  };
  std::vector<TokenOffsets> tokens;
  for (size_t i = 0; i < characters.size(); ++i) {
    if (characters[i].kind == CharClass::kSpace) continue;
    size_t last = i;
    if (is_word(i)) {
      while (is_word(last + 1) ||
             (last + 1 < characters.size() && characters[last + 1].kind == CharClass::kJoiner &&
              is_word(last + 2))) {
        ++last;
      }
    }
    tokens.push_back({characters[i].begin, characters[last].end});
    i = last;
  }
  return tokens;
}

}  // namespace weft

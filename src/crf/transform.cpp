#include "crf/transform.h"

#include <utf8proc.h>

namespace weft {
namespace {

enum class CharClass : uint8_t { kUpper, kLower, kLetter, kDigit, kMark, kOther };

CharClass ClassOf(int32_t c) {
  if (c < 128) {
    if (c >= 'a' && c <= 'z') return CharClass::kLower;
    if (c >= 'A' && c <= 'Z') return CharClass::kUpper;
    return c >= '0' && c <= '9' ? CharClass::kDigit : CharClass::kOther;
  }
  switch (utf8proc_category(c)) {
    case UTF8PROC_CATEGORY_LU:
    case UTF8PROC_CATEGORY_LT:
      return CharClass::kUpper;
    case UTF8PROC_CATEGORY_LL:
      return CharClass::kLower;
    case UTF8PROC_CATEGORY_LM:
    case UTF8PROC_CATEGORY_LO:
      return CharClass::kLetter;
    case UTF8PROC_CATEGORY_ND:
      return CharClass::kDigit;
    case UTF8PROC_CATEGORY_MN:
    case UTF8PROC_CATEGORY_MC:
    case UTF8PROC_CATEGORY_ME:
      return CharClass::kMark;
    default:
      return CharClass::kOther;
  }
}

// Takes one code point off the front of `text`. Bytes that are no UTF-8 come out one by one.
int32_t Next(std::string_view* text) {
  const auto first = static_cast<unsigned char>(text->front());
  if (first < 128) {
    text->remove_prefix(1);
    return first;
  }
  utf8proc_int32_t c = -1;
  const auto* bytes = reinterpret_cast<const utf8proc_uint8_t*>(text->data());
  const auto size = utf8proc_iterate(bytes, static_cast<utf8proc_ssize_t>(text->size()), &c);
  text->remove_prefix(size > 0 ? static_cast<size_t>(size) : 1);
  return c < 0 ? 0xFFFD : c;
}

void AppendChar(int32_t c, std::string* out) {
  if (c < 128) {
    out->push_back(static_cast<char>(c));
    return;
  }
  utf8proc_uint8_t bytes[4];
  const auto size = utf8proc_encode_char(c, bytes);
  out->append(reinterpret_cast<const char*>(bytes), static_cast<size_t>(size));
}

void AppendLower(std::string_view text, std::string* out) {
  while (!text.empty()) {
    const int32_t c = Next(&text);
    AppendChar(c < 128 ? (c >= 'A' && c <= 'Z' ? c + 32 : c) : utf8proc_tolower(c), out);
  }
}

int32_t ShapeOf(int32_t c) {
  switch (ClassOf(c)) {
    case CharClass::kUpper:
      return 'X';
    case CharClass::kLower:
      return 'x';
    case CharClass::kLetter:
      return 'a';
    case CharClass::kDigit:
      return 'd';
    default:
      return c;
  }
}

void AppendShape(std::string_view text, bool collapsed, std::string* out) {
  int32_t last = -1;
  while (!text.empty()) {
    const int32_t c = Next(&text);
    if (ClassOf(c) == CharClass::kMark) continue;  // part of the letter before it
    const int32_t shape = ShapeOf(c);
    if (!collapsed || shape != last) AppendChar(shape, out);
    last = shape;
  }
}

bool IsDash(int32_t c) { return c == '-' || (c >= 0x2010 && c <= 0x2015); }

// How many of each class a word has, and what else the flags need.
struct WordFacts {
  int upper = 0, lower = 0, letters = 0, digits = 0, chars = 0;
  bool cap = false, rest_lower = true, mixed = false, dash = false, point_last = false;
};

WordFacts FactsOf(std::string_view text) {
  WordFacts facts;
  while (!text.empty()) {
    const int32_t c = Next(&text);
    const CharClass kind = ClassOf(c);
    if (kind == CharClass::kMark) continue;
    const bool upper = kind == CharClass::kUpper, lower = kind == CharClass::kLower;
    if (facts.chars == 0) {
      facts.cap = upper;
    } else {
      facts.rest_lower = facts.rest_lower && lower;
    }
    facts.mixed = facts.mixed || (upper && facts.lower > 0);
    facts.upper += upper;
    facts.lower += lower;
    facts.letters += upper || lower || kind == CharClass::kLetter;
    facts.digits += kind == CharClass::kDigit;
    facts.dash = facts.dash || IsDash(c);
    facts.point_last = c == '.';
    ++facts.chars;
  }
  return facts;
}

bool Holds(Transform::Flag flag, std::string_view text) {
  const WordFacts f = FactsOf(text);
  switch (flag) {
    case Transform::Flag::kTitle:
      return f.cap && f.chars > 1 && f.rest_lower;
    case Transform::Flag::kCap:
      return f.cap;
    case Transform::Flag::kUpper:
      return f.upper > 0 && f.lower == 0;
    case Transform::Flag::kLower:
      return f.lower > 0 && f.upper == 0;
    case Transform::Flag::kMixed:
      return f.mixed;
    case Transform::Flag::kDigit:
      return f.digits > 0 && f.digits == f.chars;
    case Transform::Flag::kHasDigit:
      return f.digits > 0 && f.digits < f.chars;
    case Transform::Flag::kHyphen:
      return f.dash;
    case Transform::Flag::kPunct:
      return f.chars > 0 && f.letters == 0 && f.digits == 0;
    case Transform::Flag::kInitial:
      return f.chars == 2 && f.cap && f.point_last;
  }
  return false;
}

// One step; appends to `out` or returns false.
bool Apply(const Transform& transform, std::string_view text, std::string* out) {
  switch (transform.kind) {
    case Transform::Kind::kLower:
      AppendLower(text, out);
      return true;
    case Transform::Kind::kShape:
    case Transform::Kind::kCollapsed:
      AppendShape(text, transform.kind == Transform::Kind::kCollapsed, out);
      return true;
    case Transform::Kind::kPrefix: {
      const size_t bytes = PrefixBytes(text, transform.count);
      if (bytes == std::string_view::npos) return false;
      out->append(text.substr(0, bytes));
      return true;
    }
    case Transform::Kind::kSuffix: {
      const size_t begin = SuffixBegin(text, transform.count);
      if (begin == std::string_view::npos) return false;
      out->append(text.substr(begin));
      return true;
    }
    case Transform::Kind::kIs:
      return Holds(transform.flag, text);
  }
  return false;
}

bool ContinuesChar(char byte) { return (static_cast<unsigned char>(byte) & 0xC0) == 0x80; }

}  // namespace

const char* FlagName(Transform::Flag flag) {
  static constexpr const char* kNames[Transform::kNumFlags] = {
      "title", "cap",       "upper",  "lower", "mixed",
      "digit", "has_digit", "hyphen", "punct", "initial"};
  return kNames[static_cast<int>(flag)];
}

size_t PrefixBytes(std::string_view text, int32_t count) {
  size_t i = 0;
  for (; count > 0; --count) {
    if (i == text.size()) return std::string_view::npos;
    for (++i; i < text.size() && ContinuesChar(text[i]);) ++i;
  }
  return i;
}

size_t SuffixBegin(std::string_view text, int32_t count) {
  size_t i = text.size();
  for (; count > 0; --count) {
    if (i == 0) return std::string_view::npos;
    for (--i; i > 0 && ContinuesChar(text[i]);) --i;
  }
  return i;
}

bool ApplyTransforms(const std::vector<Transform>& transforms, std::string_view text,
                     std::string* out) {
  if (transforms.empty()) {
    out->append(text);
    return true;
  }
  std::string source, next;
  for (size_t i = 0; i + 1 < transforms.size(); ++i) {
    next.clear();
    if (!Apply(transforms[i], text, &next)) return false;
    source.swap(next);
    text = source;
  }
  return Apply(transforms.back(), text, out);
}

}  // namespace weft

#include "crf/transform.h"

#include "text/code_points.h"

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
    const int32_t c = NextCodePoint(&text);
    if (ClassOf(c) == CharClass::kMark) continue;  // part of the letter before it
    const int32_t shape = ShapeOf(c);
    if (!collapsed || shape != last) AppendCodePoint(shape, out);
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
    const int32_t c = NextCodePoint(&text);
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

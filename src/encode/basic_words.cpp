#include "encode/basic_words.h"

#include <utf8proc.h>

#include <algorithm>
#include <array>

#include "text/code_points.h"

namespace weft {
namespace {

enum class CharClass : uint8_t { kDropped, kBlank, kPunctuation, kIdeograph, kOther };

bool IsIdeograph(int32_t c) {
  return (c >= 0x4E00 && c <= 0x9FFF) || (c >= 0x3400 && c <= 0x4DBF) ||
         (c >= 0xF900 && c <= 0xFAFF) || (c >= 0x20000 && c <= 0x2A6DF) ||
         (c >= 0x2A700 && c <= 0x2CEAF) || (c >= 0x2F800 && c <= 0x2FA1F);
}

constexpr CharClass ClassOfAscii(int32_t c) {
  if (c == ' ' || c == '\t' || c == '\n' || c == '\r') return CharClass::kBlank;
  if (c < 32 || c == 127) return CharClass::kDropped;
  const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  const bool digit = c >= '0' && c <= '9';
  return letter || digit ? CharClass::kOther : CharClass::kPunctuation;
}

constexpr std::array<CharClass, 128> AsciiClasses() {
  std::array<CharClass, 128> classes{};
  for (int32_t c = 0; c < 128; ++c) classes[static_cast<size_t>(c)] = ClassOfAscii(c);
  return classes;
}

constexpr std::array<CharClass, 128> kAscii = AsciiClasses();

CharClass ClassOf(int32_t c) {
  if (c < 128) return kAscii[static_cast<size_t>(c)];
  if (c == 0xFFFD) return CharClass::kDropped;
  if (IsIdeograph(c)) return CharClass::kIdeograph;
  switch (utf8proc_category(c)) {
    case UTF8PROC_CATEGORY_CN:
    case UTF8PROC_CATEGORY_CC:
    case UTF8PROC_CATEGORY_CF:
    case UTF8PROC_CATEGORY_CS:
    case UTF8PROC_CATEGORY_CO:
      return CharClass::kDropped;
    case UTF8PROC_CATEGORY_ZS:
    case UTF8PROC_CATEGORY_ZL:
    case UTF8PROC_CATEGORY_ZP:
      return CharClass::kBlank;
    case UTF8PROC_CATEGORY_PC:
    case UTF8PROC_CATEGORY_PD:
    case UTF8PROC_CATEGORY_PS:
    case UTF8PROC_CATEGORY_PE:
    case UTF8PROC_CATEGORY_PI:
    case UTF8PROC_CATEGORY_PF:
    case UTF8PROC_CATEGORY_PO:
      return CharClass::kPunctuation;
    default:
      return CharClass::kOther;
  }
}

void AppendLowered(int32_t c, std::string* out) {
  constexpr int32_t kDottedCapitalI = 0x130, kDotAbove = 0x307;
  if (c == kDottedCapitalI) {  // the one code point whose lower case is two
    out->push_back('i');
    AppendCodePoint(kDotAbove, out);
  } else {
    AppendCodePoint(LowerCodePoint(c), out);
  }
}

// NFD, or NFC where `compose` is set.
void Compose(std::string_view text, bool compose, std::vector<int32_t>* out) {
  const auto options = static_cast<utf8proc_option_t>(
      UTF8PROC_STABLE | (compose ? UTF8PROC_COMPOSE : UTF8PROC_DECOMPOSE));
  const auto* bytes = reinterpret_cast<const utf8proc_uint8_t*>(text.data());
  const auto size = static_cast<utf8proc_ssize_t>(text.size());
  out->resize(4 * text.size());  // no code point becomes more than four
  auto count = utf8proc_decompose(bytes, size, out->data(),
                                  static_cast<utf8proc_ssize_t>(out->size()), options);
  if (compose && count > 0) count = utf8proc_normalize_utf32(out->data(), count, options);
  out->resize(static_cast<size_t>(std::max<utf8proc_ssize_t>(count, 0)));
}

}  // namespace

const std::vector<BasicWords::Word>& BasicWords::Split(std::string_view text) {
  text_.clear();
  words_.clear();
  if (AppendAscii(text)) return words_;
  Clean(text);
  const std::string_view cleaned = cleaned_;
  for (size_t at = 0; at < cleaned.size();) {
    const size_t end = std::min(cleaned.find(' ', at), cleaned.size());
    if (end > at) AppendToken(cleaned.substr(at, end - at));
    at = end + 1;
  }
  return words_;
}

// Nearly all words are letters, digits and punctuation of ASCII: one pass does for them.
bool BasicWords::AppendAscii(std::string_view text) {
  if (!settings_.clean || !settings_.never_split.empty()) return false;
  text_.resize(text.size());
  bool open = false;  // the last word can go on
  for (size_t i = 0; i < text.size(); ++i) {
    const auto c = static_cast<unsigned char>(text[i]);
    const CharClass kind = c < 128 ? kAscii[c] : CharClass::kDropped;
    if (kind != CharClass::kOther && kind != CharClass::kPunctuation) {
      text_.clear();
      words_.clear();
      return false;
    }
    text_[i] = static_cast<char>(settings_.lower_case ? LowerCodePoint(c) : c);
    if (open && kind == CharClass::kOther) {
      words_.back().end = i + 1;
    } else {
      words_.push_back({i, i + 1, false});
    }
    open = kind == CharClass::kOther;
  }
  return true;
}

// What is not dropped, with single characters as blanks.
void BasicWords::Clean(std::string_view text) {
  cleaned_.clear();
  while (!text.empty()) {
    const int32_t c = NextCodePoint(&text);
    const CharClass kind = ClassOf(c);
    if (kind == CharClass::kBlank) {
      cleaned_ += ' ';
    } else if (!settings_.clean) {
      AppendCodePoint(c, &cleaned_);
    } else if (kind == CharClass::kIdeograph && settings_.split_chinese) {
      cleaned_ += ' ';
      AppendCodePoint(c, &cleaned_);
      cleaned_ += ' ';
    } else if (kind != CharClass::kDropped) {
      AppendCodePoint(c, &cleaned_);
    }
  }
}

void BasicWords::AppendToken(std::string_view token) {
  if (!settings_.clean || NeverSplit(token)) return AppendWhole(token);
  Normalize(token);
  bool open = false;
  for (const int32_t c : code_points_) {
    const CharClass kind = ClassOf(c);
    if (!open || kind == CharClass::kPunctuation) words_.push_back({text_.size(), 0, false});
    AppendCodePoint(c, &text_);
    words_.back().end = text_.size();
    open = kind != CharClass::kPunctuation;
  }
}

void BasicWords::Normalize(std::string_view token) {
  if (settings_.lower_case) {
    lowered_.clear();
    while (!token.empty()) AppendLowered(NextCodePoint(&token), &lowered_);
    token = lowered_;
  }
  Compose(token, !settings_.strip_accents, &code_points_);
  if (!settings_.strip_accents) return;
  const auto is_accent = [](int32_t c) { return utf8proc_category(c) == UTF8PROC_CATEGORY_MN; };
  code_points_.erase(std::remove_if(code_points_.begin(), code_points_.end(), is_accent),
                     code_points_.end());
}

bool BasicWords::NeverSplit(std::string_view token) const {
  const auto& words = settings_.never_split;
  return std::find(words.begin(), words.end(), token) != words.end();
}

void BasicWords::AppendWhole(std::string_view token) {
  words_.push_back({text_.size(), text_.size() + token.size(), settings_.clean});
  text_ += token;
}

}  // namespace weft

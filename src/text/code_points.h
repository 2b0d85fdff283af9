// UTF-8 one code point at a time.
#pragma once

#include <utf8proc.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace weft {

/// Takes one code point off the front of `text`, which is not empty. Bytes that are no UTF-8 come
/// out one by one, as U+FFFD.
inline int32_t NextCodePoint(std::string_view* text) {
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

inline void AppendCodePoint(int32_t c, std::string* out) {
  if (c < 128) {
    out->push_back(static_cast<char>(c));
    return;
  }
  utf8proc_uint8_t bytes[4];
  const auto size = utf8proc_encode_char(c, bytes);
  out->append(reinterpret_cast<const char*>(bytes), static_cast<size_t>(size));
}

/// The simple mapping, one code point to one.
inline int32_t LowerCodePoint(int32_t c) {
  return c < 128 ? (c >= 'A' && c <= 'Z' ? c + 32 : c) : utf8proc_tolower(c);
}

inline void AppendLower(std::string_view text, std::string* out) {
  while (!text.empty()) AppendCodePoint(LowerCodePoint(NextCodePoint(&text)), out);
}

}  // namespace weft

// Text of others, made fit for an error message.
#pragma once

#include <string>
#include <string_view>

namespace weft {

/// `text` with control characters and bytes that are not UTF-8 written as \xHH, cut (with "…")
/// after about `longest` bytes.
std::string Printable(std::string_view text, size_t longest);

/// The same, after 60 bytes, in quotation marks.
std::string Quote(std::string_view text);

}  // namespace weft

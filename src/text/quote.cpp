#include "text/quote.h"

#include <utf8proc.h>

namespace weft {
namespace {

constexpr std::string_view kHex = "0123456789abcdef";

}  // namespace

std::string Printable(std::string_view text, size_t longest) {
  std::string printable;
  while (!text.empty() && printable.size() < longest) {
    utf8proc_int32_t code_point;
    const auto bytes = utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
                                        static_cast<utf8proc_ssize_t>(text.size()), &code_point);
    if (bytes > 0 && code_point >= 0x20 && code_point != 0x7f) {
      printable.append(text.data(), static_cast<size_t>(bytes));
      text.remove_prefix(static_cast<size_t>(bytes));
    } else {
      const auto byte = static_cast<unsigned char>(text[0]);
      printable += {'\\', 'x', kHex[byte >> 4], kHex[byte & 15]};
      text.remove_prefix(1);
    }
  }
  if (!text.empty()) printable += "…";
  return printable;
}

std::string Quote(std::string_view text) { return "\"" + Printable(text, 60) + "\""; }

}  // namespace weft

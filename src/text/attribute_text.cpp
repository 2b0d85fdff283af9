#include "text/attribute_text.h"

#include <cmath>

#include "core/options.h"

namespace weft {

bool ParseAttribute(std::string_view text, std::pair<std::string, float>* attribute) {
  auto& [name, number] = *attribute;
  name.clear();
  number = 1;
  while (true) {
    size_t special = 0;  // a plain loop: find_first_of is slow over short texts
    while (special < text.size() && text[special] != ':' && text[special] != '\\') ++special;
    name += text.substr(0, special);
    text.remove_prefix(special);
    if (text.empty()) return true;
    if (text[0] == ':') break;
    const bool escapes = text.size() > 1 && (text[1] == ':' || text[1] == '\\');
    name += text[escapes ? 1 : 0];
    text.remove_prefix(escapes ? 2 : 1);
  }
  double value = 0;
  if (!ParseDouble(text.substr(1), &value) || !std::isfinite(value)) return false;
  number = static_cast<float>(value);
  return std::isfinite(number);
}

void AppendAttribute(std::string_view name, float value, std::string* out) {
  for (char c : name) {
    if (c == ':' || c == '\\') out->push_back('\\');
    out->push_back(c);
  }
  if (value != 1) *out += ":" + FormatFloat(value);
}

}  // namespace weft

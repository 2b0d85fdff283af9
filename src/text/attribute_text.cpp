#include "text/attribute_text.h"

#include <cmath>

#include "core/options.h"

namespace weft {

bool ParseAttribute(std::string_view text, std::pair<std::string, float>* attribute) {
  attribute->first.clear();
  attribute->second = 1;
  for (size_t i = 0; i < text.size(); ++i) {
    const bool escaped =
        text[i] == '\\' && i + 1 < text.size() && (text[i + 1] == ':' || text[i + 1] == '\\');
    if (escaped) {
      attribute->first += text[++i];
    } else if (text[i] != ':') {
      attribute->first += text[i];
    } else {
      double value = 0;
      if (!ParseDouble(text.substr(i + 1), &value) || !std::isfinite(value)) return false;
      attribute->second = static_cast<float>(value);
      return true;
    }
  }
  return true;
}

void AppendAttribute(std::string_view name, float value, std::string* out) {
  for (char c : name) {
    if (c == ':' || c == '\\') out->push_back('\\');
    out->push_back(c);
  }
  if (value != 1) *out += ":" + FormatFloat(value);
}

}  // namespace weft

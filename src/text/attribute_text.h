// CRFsuite's text form of attributes: "name" or "name:value", with "\:" for a colon and "\\" for a
// backslash in names.
#pragma once

#include <string>
#include <string_view>
#include <utility>

namespace weft {

/// False where the value is no number or there is more than one unescaped colon.
bool ParseAttribute(std::string_view text, std::pair<std::string, float>* attribute);
void AppendAttribute(std::string_view name, float value, std::string* out);

}  // namespace weft

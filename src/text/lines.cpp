#include "text/lines.h"

#include <algorithm>

#include "core/error.h"
#include "text/read.h"

namespace weft {

Lines::Lines(std::string_view bytes, int64_t first) : rest_(bytes), number_(first - 1) {
  constexpr std::string_view kMark = "\xEF\xBB\xBF";
  if (rest_.substr(0, kMark.size()) == kMark) rest_.remove_prefix(kMark.size());
}

bool Lines::Next(std::string_view* line) {
  if (rest_.empty()) return false;
  const size_t end = rest_.find('\n');
  *line = rest_.substr(0, end);
  rest_.remove_prefix(end == std::string_view::npos ? rest_.size() : end + 1);
  if (!line->empty() && line->back() == '\r') line->remove_suffix(1);
  ++number_;
  return true;
}

bool IsBlank(std::string_view line) {
  return line.find_first_not_of(" \t\r\v\f") == std::string_view::npos;
}

void RequireUtf8(std::string_view bytes, const std::string& name, int64_t first_line) {
  if (ValidUtf8(bytes)) return;
  const std::string_view start = bytes.substr(0, 2);
  if (start == "\xFF\xFE" || start == "\xFE\xFF") {
    Fail(Status::kFormat, name, ":1: expected UTF-8, found UTF-16");
  }
  Lines lines(bytes, first_line);
  for (std::string_view line; lines.Next(&line);) {
    if (ValidUtf8(line)) continue;
    Fail(Status::kFormat, name, ":", lines.number(), ": expected UTF-8, found other bytes");
  }
  Fail(Status::kFormat, name, ": expected UTF-8, found other bytes");
}

}  // namespace weft

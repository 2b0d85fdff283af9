// Lines of a text file, numbered.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace weft {

/// Walks the lines of `bytes`: "\n" or "\r\n" ends a line, the last needs no end, and a byte-order
/// mark before the first is no part of it.
class Lines {
 public:
  explicit Lines(std::string_view bytes, int64_t first = 1);
  /// The next line, without its end; false after the last.
  bool Next(std::string_view* line);
  int64_t number() const { return number_; }  ///< of the line that Next gave last, from `first`

 private:
  std::string_view rest_;
  int64_t number_;
};

/// Nothing but blanks (space, tab, and what else of ASCII is white).
bool IsBlank(std::string_view line);

/// Calls visit(word) for each word between blanks (of ASCII).
template <typename Visit>
void ForEachWord(std::string_view line, const Visit& visit) {
  constexpr std::string_view kBlanks = " \t\r\n\v\f";
  size_t at = 0;
  while ((at = line.find_first_not_of(kBlanks, at)) != std::string_view::npos) {
    const size_t end = line.find_first_of(kBlanks, at);
    visit(line.substr(at, end == std::string_view::npos ? end : end - at));
    at = end == std::string_view::npos ? line.size() : end;
  }
}

/// Fails with kFormat, naming the line, where `bytes` are not UTF-8.
void RequireUtf8(std::string_view bytes, const std::string& name, int64_t first_line);

}  // namespace weft

// Reads one line of feature templates symbol by symbol.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <utility>

#include "core/error.h"
#include "core/options.h"

namespace weft {

// A cursor over one line. Blanks between symbols mean nothing.
class LineReader {
 public:
  LineReader(std::string_view line, int64_t number) : line_(line), number_(number) {}

  template <typename... Parts>
  [[noreturn]] void Expected(const Parts&... parts) const {
    Fail(Status::kInvalidArgument, "templates, line ", number_, ": expected ", parts...,
         ", found \"", line_.substr(at_), "\" in \"", line_, "\"");
  }
  void SkipBlanks() {
    while (at_ < line_.size() && (line_[at_] == ' ' || line_[at_] == '\t')) ++at_;
  }
  bool AtEnd() {
    SkipBlanks();
    return at_ == line_.size();
  }
  bool Take(std::string_view symbol) {
    SkipBlanks();
    if (line_.substr(at_, symbol.size()) != symbol) return false;
    at_ += symbol.size();
    return true;
  }
  void Need(std::string_view symbol) {
    if (!Take(symbol)) Expected("\"", symbol, "\"");
  }
  // The "|" of a transform; a bar before anything but a letter is text of a CRF++ template.
  bool TakeTransform() {
    LineReader ahead = *this;
    if (!ahead.Take("|") || ahead.AtEnd() || ahead.line_[ahead.at_] < 'a') return false;
    *this = ahead;
    return true;
  }
  // Everything up to the first of `stops` or a blank.
  std::string_view Word(std::string_view stops) {
    SkipBlanks();
    const size_t begin = at_;
    while (at_ < line_.size() && line_[at_] != ' ' && line_[at_] != '\t' &&
           stops.find(line_[at_]) == std::string_view::npos) {
      ++at_;
    }
    return line_.substr(begin, at_ - begin);
  }
  // Any text up to `symbol` or the end of the line, blanks included.
  std::string_view Until(std::string_view symbol) {
    const size_t begin = at_;
    at_ = std::min(line_.find(symbol, at_), line_.size());
    return line_.substr(begin, at_ - begin);
  }
  int32_t Number(int64_t min, int64_t max) {
    const size_t begin = (SkipBlanks(), at_);
    const std::string_view digits = Word("],.)|&");
    int64_t value;
    if (!ParseInt(digits, &value) || value < min || value > max) {
      at_ = begin;
      Expected("a whole number from ", min, " to ", max);
    }
    return static_cast<int32_t>(value);
  }
  // "3" or "1..4".
  std::pair<int32_t, int32_t> Range(int64_t min, int64_t max) {
    const int32_t first = Number(min, max);
    return {first, Take("..") ? Number(first, max) : first};
  }

 private:
  std::string_view line_;
  size_t at_ = 0;
  int64_t number_;
};

}  // namespace weft

// Columns of text, aligned.
#pragma once

#include <string>
#include <vector>

namespace weft::cli {

class Table {
 public:
  /// The first `left` columns are aligned to the left, the others to the right.
  explicit Table(std::vector<std::string> header, size_t left = 1);
  void Add(std::vector<std::string> row);
  bool empty() const { return rows_.size() < 2; }
  /// A line per row; columns are as wide as they need to be, counted in code points.
  std::string Text() const;

 private:
  size_t left_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace weft::cli

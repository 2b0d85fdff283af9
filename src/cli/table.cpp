#include "table.h"

#include <algorithm>

namespace weft::cli {
namespace {

size_t Width(const std::string& text) {
  return static_cast<size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0) != 0x80;  // Not the tail of a code point.
  }));
}

}  // namespace

Table::Table(std::vector<std::string> header, size_t left) : left_(left) {
  rows_.push_back(std::move(header));
}

void Table::Add(std::vector<std::string> row) { rows_.push_back(std::move(row)); }

std::string Table::Text() const {
  std::vector<size_t> widths;
  for (const auto& row : rows_) {
    widths.resize(std::max(widths.size(), row.size()));
    for (size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], Width(row[i]));
  }
  std::string text;
  for (const auto& row : rows_) {
    std::string line;
    for (size_t i = 0; i < row.size(); ++i) {
      const std::string padding(widths[i] - Width(row[i]), ' ');
      line += (i == 0 ? "" : "  ") + (i < left_ ? row[i] + padding : padding + row[i]);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  }
  return text;
}

}  // namespace weft::cli

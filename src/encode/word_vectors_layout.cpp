#include "encode/word_vectors_layout.h"

#include <algorithm>
#include <charconv>
#include <map>

#include "core/options.h"

namespace weft {
namespace {

// Takes the last field off `line`, and the blanks before it.
std::string_view TakeLast(std::string_view* line) {
  size_t begin = line->size();
  while (begin > 0 && !IsFieldEnd((*line)[begin - 1])) --begin;
  const std::string_view field = line->substr(begin);
  *line = TrimFields(line->substr(0, begin));
  return field;
}

std::string_view TakeFirst(std::string_view* line) {
  size_t end = 0;
  while (end < line->size() && !IsFieldEnd((*line)[end])) ++end;
  const std::string_view field = line->substr(0, end);
  while (end < line->size() && IsFieldEnd((*line)[end])) ++end;
  line->remove_prefix(end);
  return field;
}

// How many numbers a line ends with, if a word is to stand before them.
int64_t NumbersAtEnd(std::string_view line) {
  line = TrimFields(line);
  int64_t count = 0;
  float ignored;
  while (!line.empty()) {
    const std::string_view field = TakeLast(&line);
    if (line.empty() || !ParseFloat(field, &ignored)) break;
    ++count;
  }
  return count;
}

// "400000 300": so many words, and their width.
bool IsCountLine(std::string_view line, int64_t* words, int64_t* dimension) {
  line = TrimFields(line);
  const std::string_view first = TakeFirst(&line);
  return ParseInt(first, words) && ParseInt(line, dimension) && *words >= 0 && *dimension > 0;
}

}  // namespace

std::string_view TrimFields(std::string_view line) {
  while (!line.empty() && IsFieldEnd(line.front())) line.remove_prefix(1);
  while (!line.empty() && IsFieldEnd(line.back())) line.remove_suffix(1);
  return line;
}

bool ParseFloat(std::string_view text, float* value) {
  const char* end = text.data() + text.size();
  if (text.size() > 1 && text[0] == '+' && text[1] != '-') text.remove_prefix(1);
  const auto result = std::from_chars(text.data(), end, *value);
  if (result.ptr != end) return false;
  if (result.ec == std::errc::result_out_of_range) {
    double wide = 0;  // which of the two it is, a double tells
    *value = ParseDouble(text, &wide) ? static_cast<float>(wide) : 0;
    return true;
  }
  return result.ec == std::errc();
}

VectorLayout FindLayout(const std::vector<std::string>& first_lines) {
  std::map<int64_t, int64_t> lines;  // by how many numbers they end with
  for (const std::string& line : first_lines) {
    if (const int64_t count = NumbersAtEnd(line); count > 0) ++lines[count];
  }
  VectorLayout layout;
  int64_t words = 0, announced = 0;
  const bool counted = !first_lines.empty() && IsCountLine(first_lines[0], &words, &announced);
  if (counted && --lines[1] == 0) lines.erase(1);
  int64_t most = 0;
  for (const auto& [dimension, count] : lines) {
    if (count <= most) continue;
    most = count;
    layout.dimension = dimension;
  }
  if (counted && announced == layout.dimension) layout.declared = words;
  return layout;
}

bool PartLine(std::string_view line, int64_t dimension, std::string_view* word,
              std::string_view* numbers) {
  if (std::count_if(line.begin(), line.end(), IsFieldEnd) == dimension) {
    *numbers = line;
    *word = TakeFirst(numbers);
    return true;
  }
  std::string_view rest = line;
  float ignored;
  for (int64_t i = 0; i < dimension; ++i) {
    if (rest.empty() || !ParseFloat(TakeLast(&rest), &ignored)) return false;
  }
  *word = rest;
  *numbers = line.substr(rest.size());
  return !rest.empty();
}

bool ParseNumbers(std::string_view numbers, int64_t dimension, std::vector<float>* values) {
  numbers = TrimFields(numbers);
  for (int64_t i = 0; i < dimension; ++i) {
    float value;
    if (numbers.empty() || !ParseFloat(TakeFirst(&numbers), &value)) return false;
    values->push_back(value);
  }
  return numbers.empty();
}

}  // namespace weft

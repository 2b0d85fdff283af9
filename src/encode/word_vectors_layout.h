// How wide the lines of a word-vector file are, and what is on each. Only its reader includes this.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace weft {

/// Blanks and tabs part the fields of a line.
inline bool IsFieldEnd(char c) { return c == ' ' || c == '\t'; }

std::string_view TrimFields(std::string_view line);  ///< without blanks at its ends

/// Reads a float in the "C" locale; a magnitude below the smallest is 0, one above the largest
/// infinite. False where `text` is no number.
bool ParseFloat(std::string_view text, float* value);

/// What can be told from the first lines of a file.
struct VectorLayout {
  int64_t dimension = 0;  ///< how many numbers most lines end with; 0: none does
  int64_t declared = -1;  ///< words that the first line announces; -1: it is a row
};
VectorLayout FindLayout(const std::vector<std::string>& first_lines);

/// Parts a line (trimmed) into a word and the text of `dimension` numbers, or returns false. The
/// numbers are looked at only where their count alone does not tell where the word ends.
bool PartLine(std::string_view line, int64_t dimension, std::string_view* word,
              std::string_view* numbers);

/// Appends `dimension` numbers to `values`; false where they are not just that.
bool ParseNumbers(std::string_view numbers, int64_t dimension, std::vector<float>* values);

}  // namespace weft

// What the annotator shows, as text.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace weft::cli {

/// A token that is asked for.
struct AskedToken {
  size_t token = 0;
  std::vector<std::pair<std::string, double>> choices;  ///< labels, the most probable first; NaN:
                                                        ///< nobody knows how probable
  std::string answer;                                   ///< "" while there is none
};

/// One of the best readings of a sentence: the labels of its asked tokens.
struct AskedReading {
  double probability;
  std::vector<std::string> labels;
};

struct AnnotationView {
  std::string progress;
  std::string before, after;  ///< the sentences around it
  std::vector<std::string> tokens;
  std::vector<AskedToken> asked;
  size_t current = 0;  ///< index into `asked`
  std::vector<AskedReading> readings;
  bool help = false;
  std::string message;
  bool typing = false;  ///< a label by name
  std::string typed;
};

struct ScreenSize {
  size_t columns, rows;
};

/// At most so many lines, around the current token where there are more; `terminal`: with the
/// sequences that make text bold or dim. What a terminal would take for more than text is left out.
std::string ScreenText(const AnnotationView& view, ScreenSize size, bool terminal);

}  // namespace weft::cli

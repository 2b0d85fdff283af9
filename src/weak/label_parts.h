// Labels taken apart: what type a label names, and which part of a span it marks.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "text/label_set.h"
#include "text/scheme.h"

namespace weft {

/// Class 0 is "outside" where there is an "O"; every other class is a type, or a tag of its own
/// where the scheme is plain. Positions are the letters B, I, …; O and plain tags have position 0.
struct LabelParts {
  LabelParts(const LabelSet& labels, Scheme scheme);

  int32_t outside = kNoLabel;      ///< id of "O"
  std::vector<size_t> class_of;    ///< [K]
  std::vector<size_t> position;    ///< [K]
  std::vector<std::string> names;  ///< of classes; "" is outside
  size_t positions = 1;
  size_t classes() const { return names.size(); }
  bool has_outside() const { return outside != kNoLabel; }
};

/// `labels` and every label that `scheme` has for their types: what spans of any shape need.
LabelSet CompleteLabels(const LabelSet& labels, Scheme scheme);

}  // namespace weft

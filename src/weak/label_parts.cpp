#include "weak/label_parts.h"

#include <algorithm>

namespace weft {

LabelParts::LabelParts(const LabelSet& labels, Scheme scheme) : outside(labels.Find("O")) {
  if (has_outside()) names.push_back("");
  std::string letters;
  for (int32_t z = 0; z < labels.size(); ++z) {
    const TagParts parts =
        scheme == Scheme::kPlain ? TagParts{'\0', labels.name(z)} : SplitTag(labels.name(z));
    const std::string type = z == outside ? "" : std::string(parts.type);
    const auto name = std::find(names.begin(), names.end(), type);
    class_of.push_back(static_cast<size_t>(name - names.begin()));
    if (name == names.end()) names.push_back(type);
    if (z == outside) {
      position.push_back(0);
      continue;
    }
    if (letters.find(parts.prefix) == std::string::npos) letters += parts.prefix;
    position.push_back(letters.find(parts.prefix));
  }
  positions = std::max<size_t>(1, letters.size());
}

LabelSet CompleteLabels(const LabelSet& labels, Scheme scheme) {
  if (scheme == Scheme::kPlain) return labels;
  LabelSet complete = labels;
  const LabelSet all = SchemeLabels(SpanReader(labels, scheme).types(), scheme);
  for (const std::string& name : all.names()) complete.Add(name);
  return complete;
}

}  // namespace weft

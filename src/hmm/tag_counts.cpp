#include "hmm/tag_counts.h"

#include <algorithm>

namespace weft {

TagCounts::TagCounts(int32_t labels) {
  const auto k = static_cast<size_t>(labels);
  emitted.assign(k, 0.0);
  start.assign(k, 0.0);
  transitions.assign(k * k, 0.0);
}

void TagCounts::Emit(std::string_view word, int32_t label, double count) {
  const int32_t id = words.Insert(word);
  if (static_cast<size_t>(id) == emissions.size()) emissions.emplace_back();
  std::vector<Entry>& tags = emissions[static_cast<size_t>(id)];
  const auto at =
      std::lower_bound(tags.begin(), tags.end(), label,
                       [](const Entry& entry, int32_t wanted) { return entry.label < wanted; });
  if (at != tags.end() && at->label == label) {
    at->count += count;
  } else {
    tags.insert(at, {label, count});
  }
  emitted[static_cast<size_t>(label)] += count;
}

double TagCounts::Total(int32_t word) const {
  double total = 0;
  for (const Entry& entry : emissions[static_cast<size_t>(word)]) total += entry.count;
  return total;
}

}  // namespace weft

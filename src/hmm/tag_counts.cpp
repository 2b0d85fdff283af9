#include "hmm/tag_counts.h"

#include <algorithm>

namespace weft {
namespace {

constexpr double kNothingLeft = 1e-9;  // of a count that was taken away again

}  // namespace

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
  known -= tags.empty() ? 0 : 1;
  if (at == tags.end() || at->label != label) {
    tags.insert(at, {label, count});
  } else if (at->count + count > kNothingLeft || count >= 0) {
    at->count += count;
  } else {
    tags.erase(at);
  }
  known += tags.empty() ? 0 : 1;
  emitted[static_cast<size_t>(label)] += count;
}

void TagCounts::AddSentence(const Corpus& corpus, int64_t s, Span<const int32_t> labels,
                            double weight) {
  const auto k = static_cast<size_t>(this->labels());
  for (size_t t = 0; t < labels.size(); ++t) {
    if (labels[t] == kNoLabel) continue;
    const auto label = static_cast<size_t>(labels[t]);
    Emit(corpus.token(corpus.begin(s) + static_cast<int64_t>(t)), labels[t], weight);
    if (t == 0) {
      start[label] += weight;
    } else if (labels[t - 1] != kNoLabel) {
      transitions[static_cast<size_t>(labels[t - 1]) * k + label] += weight;
    }
  }
}

double TagCounts::Total(int32_t word) const {
  double total = 0;
  for (const Entry& entry : emissions[static_cast<size_t>(word)]) total += entry.count;
  return total;
}

}  // namespace weft

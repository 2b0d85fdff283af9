#include "crf/features.h"

#include <algorithm>
#include <limits>

#include "core/error.h"

namespace weft {
namespace {

constexpr int32_t kMaxLabels = std::numeric_limits<int16_t>::max();  // their pairs fit int32_t
constexpr int64_t kMaxFeatures =
    std::numeric_limits<int32_t>::max() - 64;  // what liblbfgs can count

// Label counts of one attribute; knows which labels it has touched.
class LabelCounts {
 public:
  explicit LabelCounts(int32_t labels) : counts_(static_cast<size_t>(labels), 0.0) {}
  void Add(int32_t label, double count) {
    double& total = counts_[static_cast<size_t>(label)];
    if (total == 0) touched_.push_back(label);
    total += count;
  }
  double operator[](int32_t label) const { return counts_[static_cast<size_t>(label)]; }
  const std::vector<int32_t>& Touched() {
    std::sort(touched_.begin(), touched_.end());
    return touched_;
  }
  void Clear() {
    for (const int32_t label : touched_) counts_[static_cast<size_t>(label)] = 0;
    touched_.clear();
  }

 private:
  std::vector<double> counts_;
  std::vector<int32_t> touched_;
};

void CheckSize(int64_t features, int32_t labels) {
  if (labels > kMaxLabels || features > kMaxFeatures) {
    Fail(Status::kUnsupported, "crf has at most ", kMaxLabels, " labels and ", kMaxFeatures,
         " features, found ", labels, " and ", features, " or more");
  }
}

void SelectBigrams(const Targets& targets, int64_t sentences, const FeatureOptions& options,
                   FeatureSet* out) {
  const auto k = static_cast<size_t>(out->labels);
  std::vector<double> counts(k * k, 0.0);
  for (int64_t s = 0; s < sentences && !options.dense; ++s) targets.AddBigrams(s, 1, counts.data());
  for (size_t i = 0; i < k * k; ++i) {
    if (options.dense || (counts[i] > 0 && counts[i] >= options.min_count)) {
      out->bigrams.push_back(static_cast<int32_t>(i));
    }
  }
}

}  // namespace

FeatureSet SelectFeatures(const EncodedCorpus& corpus, const InvertedIndex& inverted,
                          const Targets& targets, const FeatureOptions& options) {
  FeatureSet out;
  out.labels = targets.labels().size();
  CheckSize(0, out.labels);
  out.bounds = {0};
  LabelCounts counts(out.labels);
  for (size_t a = 0; a + 1 < inverted.bounds.size(); ++a) {
    double total = 0;
    for (int64_t i = inverted.bounds[a]; i < inverted.bounds[a + 1]; ++i) {
      targets.ForLabels(inverted.tokens[static_cast<size_t>(i)], [&](int32_t label, double p) {
        counts.Add(label, p);
        total += p;
      });
    }
    if (options.dense && total > 0 && total >= options.min_count) {
      for (int32_t y = 0; y < out.labels; ++y) out.label.push_back(static_cast<uint16_t>(y));
    } else if (!options.dense) {
      for (const int32_t y : counts.Touched()) {
        if (counts[y] >= options.min_count) out.label.push_back(static_cast<uint16_t>(y));
      }
    }
    counts.Clear();
    CheckSize(out.num_states(), out.labels);
    out.bounds.push_back(static_cast<uint32_t>(out.label.size()));
  }
  if (options.transitions) SelectBigrams(targets, corpus.num_sentences(), options, &out);
  CheckSize(out.size(), out.labels);
  return out;
}

void DropUnused(AttributeIndex* index, EncodedCorpus* corpus, FeatureSet* features) {
  std::vector<int32_t> new_id(static_cast<size_t>(index->size()), -1);
  AttributeIndex kept;
  std::vector<uint32_t> bounds = {0};
  for (int32_t a = 0; a < index->size(); ++a) {
    const auto at = static_cast<size_t>(a);
    if (features->bounds[at] == features->bounds[at + 1]) continue;
    new_id[at] = kept.Insert(index->key(a));
    bounds.push_back(features->bounds[at + 1]);
  }
  if (kept.size() == index->size()) return;
  size_t out = 0;
  for (size_t t = 0, i = 0; t + 1 < corpus->token_bounds.size(); ++t) {
    for (; i < static_cast<size_t>(corpus->token_bounds[t + 1]); ++i) {
      const int32_t id = new_id[static_cast<size_t>(corpus->attributes[i])];
      if (id < 0) continue;
      corpus->attributes[out] = id;
      if (!corpus->values.empty()) corpus->values[out] = corpus->values[i];
      ++out;
    }
    corpus->token_bounds[t + 1] = static_cast<int64_t>(out);
  }
  corpus->attributes.resize(out);
  if (!corpus->values.empty()) corpus->values.resize(out);
  features->bounds = std::move(bounds);
  *index = std::move(kept);
}

}  // namespace weft

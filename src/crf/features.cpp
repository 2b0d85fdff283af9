#include "crf/features.h"

#include <algorithm>
#include <limits>

#include "core/error.h"

namespace weft {
namespace {

constexpr int32_t kMaxLabels = std::numeric_limits<int16_t>::max();  // their pairs fit int32_t
constexpr int64_t kMaxFeatures =
    std::numeric_limits<int32_t>::max() - 64;  // what liblbfgs can count

void CheckSize(int64_t features, int32_t labels) {
  if (labels > kMaxLabels || features > kMaxFeatures) {
    Fail(Status::kUnsupported, "crf has at most ", kMaxLabels, " labels and ", kMaxFeatures,
         " features, found ", labels, " and ", features, " or more");
  }
}

void SelectBigrams(const LabelEvidence& evidence, int64_t sentences, const FeatureOptions& options,
                   FeatureSet* out) {
  const auto k = static_cast<size_t>(out->labels);
  const bool all = options.dense || evidence.all_bigrams;
  std::vector<double> counts(k * k, 0.0);
  for (int64_t s = 0; s < sentences && !all; ++s) evidence.add_bigrams(s, counts.data());
  for (size_t i = 0; i < k * k; ++i) {
    if (all || (counts[i] > 0 && counts[i] >= options.min_count)) {
      out->bigrams.push_back(static_cast<int32_t>(i));
    }
  }
}

}  // namespace

LabelEvidence EvidenceOf(const Targets& targets) {
  LabelEvidence evidence;
  evidence.labels = targets.labels().size();
  evidence.add_labels = [&](int64_t t, double* counts) { targets.AddLabels(t, counts); };
  evidence.add_bigrams = [&](int64_t s, double* counts) { targets.AddBigrams(s, 1, counts); };
  return evidence;
}

FeatureSet SelectFeatures(const InvertedIndex& inverted, int64_t sentences,
                          const LabelEvidence& evidence, const FeatureOptions& options) {
  FeatureSet out;
  out.labels = evidence.labels;
  CheckSize(0, out.labels);
  out.bounds = {0};
  std::vector<double> counts(static_cast<size_t>(out.labels));
  for (size_t a = 0; a + 1 < inverted.bounds.size(); ++a) {
    std::fill(counts.begin(), counts.end(), 0.0);
    for (int64_t i = inverted.bounds[a]; i < inverted.bounds[a + 1]; ++i) {
      evidence.add_labels(inverted.tokens[static_cast<size_t>(i)], counts.data());
    }
    double total = 0;
    for (const double count : counts) total += count;
    const bool all = options.dense && total > 0 && total >= options.min_count;
    for (int32_t y = 0; y < out.labels; ++y) {
      const double count = counts[static_cast<size_t>(y)];
      const bool counted = !options.dense && count > 0 && count >= options.min_count;
      if (all || counted) out.label.push_back(static_cast<uint16_t>(y));
    }
    CheckSize(out.num_states(), out.labels);
    out.bounds.push_back(static_cast<uint32_t>(out.label.size()));
  }
  if (options.transitions) SelectBigrams(evidence, sentences, options, &out);
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

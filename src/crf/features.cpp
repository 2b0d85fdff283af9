#include "crf/features.h"

#include <algorithm>
#include <limits>

#include "core/error.h"

namespace weft {
namespace {

constexpr int32_t kMaxLabels = std::numeric_limits<uint16_t>::max();
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
  for (int64_t s = 0; s < sentences && !options.dense; ++s) targets.AddBigrams(s, counts.data());
  for (size_t i = 0; i < k * k; ++i) {
    if (options.dense || (counts[i] > 0 && counts[i] >= options.min_count)) {
      out->bigrams.push_back(static_cast<int32_t>(i));
    }
  }
}

// Weight of each token's sentence, 0 where the sentence is not labelled in full.
std::vector<double> TokenWeights(const EncodedCorpus& corpus, const Targets& targets) {
  std::vector<double> weights(static_cast<size_t>(corpus.num_tokens()));
  for (int64_t s = 0; s < corpus.num_sentences(); ++s) {
    const auto begin = corpus.sentence_bounds[static_cast<size_t>(s)];
    const auto end = corpus.sentence_bounds[static_cast<size_t>(s) + 1];
    std::fill(weights.begin() + begin, weights.begin() + end,
              targets.partial(s) ? 0.0 : targets.weight(s));
  }
  return weights;
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

std::vector<double> TargetCounts(const EncodedCorpus& corpus, const InvertedIndex& inverted,
                                 const Targets& targets, const FeatureSet& features) {
  std::vector<double> out(static_cast<size_t>(features.size()), 0.0);
  const std::vector<double> weights = TokenWeights(corpus, targets);
  LabelCounts counts(features.labels);
  for (size_t a = 0; a + 1 < inverted.bounds.size(); ++a) {
    for (int64_t i = inverted.bounds[a]; i < inverted.bounds[a + 1]; ++i) {
      const int32_t t = inverted.tokens[static_cast<size_t>(i)];
      const double value = inverted.values.empty() ? 1 : inverted.values[static_cast<size_t>(i)];
      const double scale = weights[static_cast<size_t>(t)] * value;
      targets.ForLabels(t, [&](int32_t label, double p) { counts.Add(label, scale * p); });
    }
    for (size_t f = features.bounds[a]; f < features.bounds[a + 1]; ++f) {
      out[f] = counts[features.label[f]];
    }
    counts.Clear();
  }
  const auto k = static_cast<size_t>(features.labels);
  std::vector<double> sentence(k * k), total(k * k, 0.0);
  for (int64_t s = 0; s < corpus.num_sentences(); ++s) {
    if (targets.partial(s) || targets.weight(s) == 0) continue;
    std::fill(sentence.begin(), sentence.end(), 0.0);
    targets.AddBigrams(s, sentence.data());
    for (size_t i = 0; i < k * k; ++i) total[i] += targets.weight(s) * sentence[i];
  }
  for (size_t b = 0; b < features.bigrams.size(); ++b) {
    out[static_cast<size_t>(features.num_states()) + b] =
        total[static_cast<size_t>(features.bigrams[b])];
  }
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

// Which features a CRF has: pairs of attribute and label, and label bigrams.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "crf/encoded_corpus.h"
#include "method/targets.h"

namespace weft {

/// Weights stand in this order: features of attribute 0 by ascending label, of attribute 1, …, then
/// label bigrams. F = size().
struct FeatureSet {
  int32_t labels = 0;            ///< K
  std::vector<uint32_t> bounds;  ///< [attributes + 1]: features of a are [bounds[a], bounds[a+1])
  std::vector<uint16_t> label;   ///< [states] of each attribute's feature
  std::vector<int32_t> bigrams;  ///< from · K + to, ascending

  int64_t num_attributes() const { return static_cast<int64_t>(bounds.size()) - 1; }
  int64_t num_states() const { return static_cast<int64_t>(label.size()); }
  int64_t size() const { return num_states() + static_cast<int64_t>(bigrams.size()); }
};

struct FeatureOptions {
  double min_count = 0;  ///< least (expected) count of a feature, over labelled tokens
  bool dense = false;    ///< every attribute with every label, every label bigram
  bool transitions = true;
};

/// What the data say of labels, for counting features.
struct LabelEvidence {
  int32_t labels = 0;                                          ///< K
  std::function<void(int64_t t, double* counts)> add_labels;   ///< of token t, to [K]
  std::function<void(int64_t s, double* counts)> add_bigrams;  ///< of sentence s, to [K, K]
  bool all_bigrams = false;                                    ///< each may occur
};
/// Borrows the targets.
LabelEvidence EvidenceOf(const Targets& targets);

/// The features that the data call for. Attributes may be left with none.
FeatureSet SelectFeatures(const InvertedIndex& inverted, int64_t sentences,
                          const LabelEvidence& evidence, const FeatureOptions& options);

/// Takes attributes that have no feature out of index, corpus and features.
void DropUnused(AttributeIndex* index, EncodedCorpus* corpus, FeatureSet* features);

}  // namespace weft

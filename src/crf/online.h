// What the online algorithms share: one sentence at a time, scored and updated in place.
#pragma once

#include <algorithm>
#include <vector>

#include "chain/lattice.h"
#include "core/random.h"
#include "crf/training_data.h"

namespace weft {

/// The lattice of one sentence under weights that change from sentence to sentence.
class OnlineSentence {
 public:
  explicit OnlineSentence(const CrfTrainingData& data)
      : data_(&data),
        labels_(static_cast<size_t>(data.features.labels)),
        transitions_(data.features.labels) {
    lattice_.labels = data.features.labels;
    lattice_.transitions = &transitions_;
  }

  /// Calls `visit(feature, label, token, value)` for every feature that the attributes of sentence
  /// `s` have, whatever its labels; tokens count from 0.
  template <typename Visit>
  void ForFeatures(int64_t s, Visit visit) const {
    const EncodedCorpus& corpus = data_->corpus;
    const FeatureSet& features = data_->features;
    const int64_t first = corpus.sentence_bounds[static_cast<size_t>(s)];
    const int64_t last = corpus.sentence_bounds[static_cast<size_t>(s) + 1];
    for (auto t = static_cast<size_t>(first); t < static_cast<size_t>(last); ++t) {
      for (auto i = static_cast<size_t>(corpus.token_bounds[t]);
           i < static_cast<size_t>(corpus.token_bounds[t + 1]); ++i) {
        const auto a = static_cast<size_t>(corpus.attributes[i]);
        const double value = corpus.values.empty() ? 1 : corpus.values[i];
        for (size_t f = features.bounds[a]; f < features.bounds[a + 1]; ++f) {
          visit(f, features.label[f], t - static_cast<size_t>(first), value);
        }
      }
    }
  }

  const Lattice& Score(int64_t s, const std::vector<double>& weights) {
    const EncodedCorpus& corpus = data_->corpus;
    lattice_.length = corpus.sentence_bounds[static_cast<size_t>(s) + 1] -
                      corpus.sentence_bounds[static_cast<size_t>(s)];
    emissions_.assign(static_cast<size_t>(lattice_.length) * labels_, 0.0);
    ForFeatures(s, [&](size_t f, size_t label, size_t t, double value) {
      emissions_[t * labels_ + label] += weights[f] * value;
    });
    scores_.assign(labels_ * labels_, 0.0);
    zeros_.assign(labels_, 0.0);
    for (size_t b = 0; b < data_->features.bigrams.size(); ++b) {
      scores_[static_cast<size_t>(data_->features.bigrams[b])] =
          weights[static_cast<size_t>(data_->features.num_states()) + b];
    }
    transitions_.Set(scores_, zeros_, zeros_);
    lattice_.emissions = emissions_.data();
    return lattice_;
  }

  /// The same lattice, restricted to paths that agree with the labels that are there.
  const Lattice& Clamp(Span<const int32_t> labels) {
    ClampEmissions(labels, lattice_.labels, emissions_.data());
    return lattice_;
  }

 private:
  const CrfTrainingData* data_;
  size_t labels_;
  std::vector<double> emissions_, scores_, zeros_;
  Transitions transitions_;
  Lattice lattice_;
};

/// The order in which an epoch visits sentences of weight > 0: shuffled anew each time.
class EpochOrder {
 public:
  EpochOrder(const CrfTrainingData& data, uint64_t seed) : random_(seed) {
    for (int64_t s = 0; s < data.corpus.num_sentences(); ++s) {
      const bool empty = data.corpus.sentence_bounds[static_cast<size_t>(s)] ==
                         data.corpus.sentence_bounds[static_cast<size_t>(s) + 1];
      if (data.targets.weight(s) > 0 && !empty) order_.push_back(s);
    }
  }
  const std::vector<int64_t>& Next() {
    random_.Shuffle(&order_);
    return order_;
  }
  int64_t size() const { return static_cast<int64_t>(order_.size()); }

 private:
  Random random_;
  std::vector<int64_t> order_;
};

}  // namespace weft

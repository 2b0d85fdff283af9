// A sentence's lattice under weights, feature by feature in double precision: the oracle of
// objectives.
#pragma once

#include <vector>

#include "chain/lattice.h"
#include "crf/encoded_corpus.h"
#include "crf/features.h"

namespace weft::testing {

class ScoredSentence {
 public:
  /// Of tokens [first, first + length) of the corpus.
  ScoredSentence(const EncodedCorpus& corpus, const FeatureSet& features, size_t first,
                 size_t length, const std::vector<double>& w)
      : emissions(length * static_cast<size_t>(features.labels), 0.0),
        scores(static_cast<size_t>(features.labels) * static_cast<size_t>(features.labels), 0.0),
        transitions(features.labels) {
    const auto k = static_cast<size_t>(features.labels);
    for (size_t t = 0; t < length; ++t) {
      for (auto i = static_cast<size_t>(corpus.token_bounds[first + t]);
           i < static_cast<size_t>(corpus.token_bounds[first + t + 1]); ++i) {
        const auto a = static_cast<size_t>(corpus.attributes[i]);
        const double value = corpus.values.empty() ? 1 : corpus.values[i];
        for (size_t f = features.bounds[a]; f < features.bounds[a + 1]; ++f) {
          emissions[t * k + features.label[f]] += value * w[f];
        }
      }
    }
    for (size_t b = 0; b < features.bigrams.size(); ++b) {
      scores[static_cast<size_t>(features.bigrams[b])] =
          w[static_cast<size_t>(features.num_states()) + b];
    }
    const std::vector<double> zeros(k, 0.0);
    transitions.Set(scores, zeros, zeros);
    lattice.length = static_cast<int64_t>(length);
    lattice.labels = features.labels;
    lattice.emissions = emissions.data();
    lattice.transitions = &transitions;
  }
  ScoredSentence(const ScoredSentence&) = delete;
  ScoredSentence& operator=(const ScoredSentence&) = delete;

  std::vector<double> emissions;  // [length, K]
  std::vector<double> scores;     // [K, K]
  Transitions transitions;
  Lattice lattice;
};

}  // namespace weft::testing

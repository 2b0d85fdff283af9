// A straightforward gradient of a CRF over sparse features: for each token the list of its
// attributes, for each attribute the list of its features, scaled probabilities, one thread. The
// baseline of the CRF's benchmarks.
#pragma once

#include <cstdint>
#include <vector>

#include "crf/training_data.h"

namespace weft::bench {

class PlainCrf {
 public:
  /// `data` has hard labels and attribute values of 1; it must outlive this.
  explicit PlainCrf(const CrfTrainingData& data);

  /// The negative log-likelihood; its gradient is in gradient() until the next call.
  double Evaluate(const std::vector<double>& weights);
  const std::vector<double>& gradient() const { return gradient_; }

 private:
  struct Feature {
    size_t label, weight;
  };
  double Sentence(const std::vector<double>& weights, int64_t s);
  void Add(const std::vector<double>& weights, size_t t, size_t row);

  const CrfTrainingData& data_;
  const size_t K;
  std::vector<std::vector<Feature>> features_;  // by attribute
  std::vector<double> transitions_, gradient_;
  std::vector<double> scores_, alpha_, beta_, scale_, pairs_;
};

}  // namespace weft::bench

// Decodes the development corpus again and again while the weights change.
#pragma once

#include <vector>

#include "core/parallel.h"
#include "crf/training_data.h"
#include "eval/scores.h"

namespace weft {

/// The corpus is turned into attribute ids once.
class DevDecoder {
 public:
  /// Borrows all arguments. `rules` null: every label sequence is legal.
  DevDecoder(const Corpus& dev, const CrfTrainingData& data, Scheme scheme,
             const TransitionRules* rules, Executor* executor);
  /// Span F1 by the scheme, of the tagger with these weights [F].
  double F1(Span<const double> weights);

 private:
  void Decode(int64_t s, int worker, const Transitions& transitions);

  struct Scratch {
    std::vector<double> rows;
    std::vector<double> emissions;
    ChainWorkspace workspace;
  };
  const Corpus* dev_;
  const CrfTrainingData* data_;
  Scheme scheme_;
  const TransitionRules* rules_;
  Executor* executor_;
  WeightTable table_;
  OccurrenceLists occurrences_;
  std::vector<int32_t> predicted_;  // [tokens]
  std::vector<Scratch> scratch_;    // by worker
};

}  // namespace weft

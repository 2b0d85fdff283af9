// The textbook dynamic programs in log space, one logarithm per cell: what a straightforward
// implementation does, and the baseline of the chain benchmarks.
#pragma once

#include <cstdint>
#include <vector>

#include "chain/lattice.h"

namespace weft::bench {

class PlainChain {
 public:
  /// Negative log-likelihood of `tags`; adds its gradient to `d_emissions` [L, K] and
  /// `d_transitions` [K, K]. Shared transitions only.
  double NegativeLogLikelihood(const Lattice& lattice, Span<const int32_t> tags,
                               double* d_emissions, double* d_transitions);
  /// The best path into `path` [L], and its score.
  double Viterbi(const Lattice& lattice, Span<int32_t> path);

 private:
  void Forward(const Lattice& lattice);
  void Backward(const Lattice& lattice);
  std::vector<double> alpha_, beta_, scratch_;
  std::vector<int32_t> back_;
};

}  // namespace weft::bench

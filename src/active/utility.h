// How much labelling a sentence would tell.
#pragma once

#include <vector>

#include "active/options.h"
#include "chain/k_best.h"

namespace weft {

/// Scores lattices by the utility of the settings. Holds scratch: one per thread.
class UtilityScorer {
 public:
  explicit UtilityScorer(const ActiveSettings& settings) : settings_(settings) {}
  /// ≥ 0, and finite. `open`: tokens whose label is not known, at least one. Of sentence `s` as to
  /// utility random, which looks at nothing else. Fails like Viterbi where there is no path.
  double Score(const Lattice& lattice, int64_t open, int64_t s);

 private:
  double TokenEntropy(const Lattice& lattice);
  double PathEntropy(const Lattice& lattice, double log_partition);

  const ActiveSettings settings_;
  ChainWorkspace workspace_;
  KBestWorkspace k_best_;
  KBestPaths paths_;
  std::vector<int32_t> labels_;
  std::vector<double> unary_;
};

/// Uniform in [0, 1), by seed and sentence alone.
double RandomUtility(uint64_t seed, int64_t s);

}  // namespace weft

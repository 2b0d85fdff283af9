// A straightforward EM iteration of the HMM over sources: plain loops over tokens, sources and
// labels in scaled probability space, one thread. The baseline of the aggregators' benchmarks.
#pragma once

#include <cstdint>
#include <vector>

#include "support/workloads.h"

namespace weft::bench {

class PlainHmm {
 public:
  /// `confusion` [J, K, K]: source, true, vote.
  PlainHmm(const testing::W3& w3, std::vector<double> start, std::vector<double> transitions,
           std::vector<double> confusion);

  /// One E-step and M-step; returns the log-likelihood before it.
  double Iterate();

 private:
  double Sentence(size_t begin, size_t end);
  void Maximise();

  const testing::W3& w3_;
  size_t K, J;
  std::vector<double> start_, transitions_, confusion_;
  std::vector<double> start_counts_, transition_counts_, confusion_counts_;
  std::vector<double> emissions_, alpha_, beta_, scale_;
};

}  // namespace weft::bench

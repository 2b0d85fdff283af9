// The oracle of every dynamic program: all label paths of a lattice, one by one.
#pragma once

#include <cmath>
#include <limits>
#include <vector>

#include "chain/lattice.h"

namespace weft {

struct BruteForce {
  double log_partition = -std::numeric_limits<double>::infinity();
  std::vector<double> unary, pairwise, pairwise_sum;
  std::vector<int32_t> best_path;  // smallest in label order from the last token, among the best
  double best_score = -std::numeric_limits<double>::infinity();
  std::vector<double> scores;  // of every path
};

/// Visits the paths in label order compared from the last token to the first.
template <typename Visit>
void ForEachPath(int64_t length, int32_t labels, const Visit& visit) {
  std::vector<int32_t> path(static_cast<size_t>(length), 0);
  while (true) {
    visit(path);
    size_t t = 0;
    while (t < path.size() && ++path[t] == labels) path[t++] = 0;
    if (t == path.size()) return;
  }
}

inline BruteForce Enumerate(const Lattice& lattice) {
  BruteForce result;
  const size_t length = static_cast<size_t>(lattice.length);
  const size_t k = static_cast<size_t>(lattice.labels);
  ForEachPath(lattice.length, lattice.labels, [&](const std::vector<int32_t>& path) {
    const double score = PathScore(lattice, path);
    result.scores.push_back(score);
    if (score > result.best_score) {
      result.best_score = score;
      result.best_path = path;
    }
  });
  double sum = 0;
  for (double score : result.scores) sum += std::exp(score - result.best_score);
  if (result.best_path.empty() && length > 0) return result;
  result.log_partition = result.best_score + std::log(sum);
  result.unary.assign(length * k, 0);
  result.pairwise.assign(length > 0 ? (length - 1) * k * k : 0, 0);
  result.pairwise_sum.assign(k * k, 0);
  size_t at = 0;
  ForEachPath(lattice.length, lattice.labels, [&](const std::vector<int32_t>& path) {
    const double p = std::exp(result.scores[at++] - result.log_partition);
    for (size_t t = 0; t < length; ++t) {
      const size_t j = static_cast<size_t>(path[t]);
      result.unary[t * k + j] += p;
      if (t == 0) continue;
      const size_t i = static_cast<size_t>(path[t - 1]);
      result.pairwise[((t - 1) * k + i) * k + j] += p;
      result.pairwise_sum[i * k + j] += p;
    }
  });
  return result;
}

}  // namespace weft

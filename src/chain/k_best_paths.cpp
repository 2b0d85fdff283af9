// What the k best paths say together.
#include <algorithm>
#include <cmath>

#include "chain/k_best.h"

namespace weft {

std::vector<double> SharesOf(const KBestPaths& paths) {
  std::vector<double> shares(paths.scores.size());
  double sum = 0;
  for (size_t i = 0; i < shares.size(); ++i) {
    shares[i] = std::exp(paths.scores[i] - paths.scores[0]);
    sum += shares[i];
  }
  for (double& share : shares) share /= sum;
  return shares;
}

void KBestMarginals(const KBestPaths& paths, int32_t labels, double* unary) {
  const size_t k = static_cast<size_t>(labels);
  std::fill_n(unary, static_cast<size_t>(paths.length) * k, 0.0);
  const std::vector<double> shares = SharesOf(paths);
  for (size_t i = 0; i < shares.size(); ++i) {
    const Span<const int32_t> path = paths.path(static_cast<int64_t>(i));
    for (size_t t = 0; t < path.size(); ++t) {
      unary[t * k + static_cast<size_t>(path[t])] += shares[i];
    }
  }
}

double KBestEntropy(const KBestPaths& paths) {
  double entropy = 0;
  for (const double share : SharesOf(paths)) {
    if (share > 0) entropy -= share * std::log(share);
  }
  return entropy;
}

}  // namespace weft

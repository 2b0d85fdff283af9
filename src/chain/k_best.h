// The k best paths of a lattice, and what they say together.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "chain/lattice.h"

namespace weft {

/// Distinct paths, best first. Among equal scores the path comes first that is smallest in
/// label-index order, compared from the last token to the first, as Viterbi's does.
struct KBestPaths {
  int64_t length = 0;
  std::vector<int32_t> labels;  ///< [paths, L]
  std::vector<double> scores;   ///< [paths], non-increasing, nats

  int64_t size() const { return static_cast<int64_t>(scores.size()); }
  Span<const int32_t> path(int64_t i) const {
    return {labels.data() + i * length, static_cast<size_t>(length)};
  }
};

enum class KBestSearch {
  /// From the end, guided by the scores of the best paths to every label, as the A* search of Huang
  /// et al. 2012; only what a better path needs is looked at (the lazy form of Huang and Chiang
  /// 2005). After one Viterbi pass O(k·L·log K) where the paths share most of their labels.
  kAStar,
  /// List Viterbi (Seshadri and Sundberg 1994): the k best paths to every label, in O(L·K·k·log K)
  /// and 8·L·K·k bytes. The same paths to the last bit.
  kList,
};

/// Scratch of one thread; grows as needed.
class KBestWorkspace {
 public:
  struct Arrays;
  KBestWorkspace();
  ~KBestWorkspace();
  KBestWorkspace(KBestWorkspace&&) noexcept;
  KBestWorkspace& operator=(KBestWorkspace&&) noexcept;
  Arrays& arrays() { return *arrays_; }

 private:
  std::unique_ptr<Arrays> arrays_;
};

/// The `k` best paths that are allowed, or all where there are fewer; of an empty sentence the
/// empty path, with score 0. Fails with kInvalidArgument where k < 1, or like Viterbi where there
/// is none.
void KBest(const Lattice& lattice, int64_t k, KBestSearch search, KBestWorkspace* workspace,
           KBestPaths* out);

/// The probabilities of the paths among themselves, [paths]: they sum to 1.
std::vector<double> SharesOf(const KBestPaths& paths);

/// By those shares, p(y_t = k) among the paths, [L, K].
void KBestMarginals(const KBestPaths& paths, int32_t labels, double* unary);

/// The entropy of those shares, nats (N-best sequence entropy: Kim et al. 2006).
double KBestEntropy(const KBestPaths& paths);

}  // namespace weft

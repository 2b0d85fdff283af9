// How far sources repeat each other: two that agree more often than the truth explains are no two
// witnesses, and their votes must not count twice.
#pragma once

#include <cstdint>
#include <vector>

#include "core/span.h"
#include "weak/vote_block.h"

namespace weft {

/// Counts of one pass over the votes, as a flat array: [J, K + 1, K] votes against beliefs from the
/// votes alone; then for each pair of sources the tokens where both name the same label, where
/// either names one, and [K] beliefs over the sentences that both annotated.
class PairCounts {
 public:
  PairCounts(int32_t sources, int32_t labels) : j_(sources), k_(labels) {}
  size_t size() const { return Votes() + Pairs() * Width(); }

  /// Adds the patterns of `block`, unweighted: `tokens` [P] by pattern, `beliefs` [P, K] of one.
  void Add(const VoteBlock& block, const std::vector<double>& tokens,
           const std::vector<double>& beliefs, int32_t outside, Span<double> sums) const;

  /// VoteSettings::redundancy from the sums. For a pair, the overlap of what they name (both the
  /// same, of either) is compared with what it would be if they erred independently given the
  /// truth; the excess, as a share of what is left up to complete overlap and shrunk where `shrink`
  /// tokens are many, counts from one half on: 0.5 → 0, 1 → 1. Agreement as such does not count:
  /// good annotators agree by being right.
  std::vector<double> Redundancy(Span<const double> sums, const std::vector<uint8_t>& repertoire,
                                 int32_t outside, double shrink) const;

 private:
  size_t Votes() const { return static_cast<size_t>(j_) * Table(); }
  size_t Table() const { return static_cast<size_t>((k_ + 1) * k_); }
  size_t Pairs() const { return static_cast<size_t>(j_) * static_cast<size_t>(j_ - 1) / 2; }
  size_t Width() const { return 2 + static_cast<size_t>(k_); }
  // Where the counts of a pair stand, a > b.
  size_t Pair(size_t a, size_t b) const { return Votes() + (a * (a - 1) / 2 + b) * Width(); }
  std::vector<double> Confusions(Span<const double> sums,
                                 const std::vector<uint8_t>& repertoire) const;

  int32_t j_, k_;
};

}  // namespace weft

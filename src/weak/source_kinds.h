// What kind of source each one is, as far as the votes tell: an annotator works through some
// sentences and leaves others alone, a function (a rule, a gazetteer, a model) fires where it can.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/span.h"
#include "weak/vote_block.h"

namespace weft {

/// Counts of one pass over the votes, as a flat array: sentences; then by source the sentences and
/// tokens that it annotated and the tokens where it names something; then [J, K] votes by label.
class PresenceCounts {
 public:
  PresenceCounts(int32_t sources, int32_t labels)
      : j_(static_cast<size_t>(sources)), k_(static_cast<size_t>(labels)) {}
  size_t size() const { return 1 + 3 * j_ + j_ * k_; }
  /// Adds the sentences of `block`.
  void Add(const Corpus& corpus, const VoteBlock& block, int32_t outside, Span<double> sums) const;

  static double All(Span<const double> sums) { return sums[0]; }
  double Sentences(Span<const double> sums, size_t j) const { return sums[1 + j]; }
  double Tokens(Span<const double> sums, size_t j) const { return sums[1 + j_ + j]; }
  double Named(Span<const double> sums, size_t j) const { return sums[1 + 2 * j_ + j]; }
  double Votes(Span<const double> sums, size_t j, size_t v) const {
    return sums[1 + 3 * j_ + j * k_ + v];
  }

 private:
  size_t j_, k_;
};

/// What follows from the counts, by source.
struct SourceKinds {
  std::vector<uint8_t> annotator;   ///< leaves out at least 1 % of the sentences
  std::vector<uint8_t> sparse;      ///< names something on at most `max_fire` of its tokens
  std::vector<uint8_t> repertoire;  ///< [J, K]: the labels that it uses
  std::vector<double> tokens;       ///< that it annotated
};
SourceKinds JudgeSources(const PresenceCounts& counts, Span<const double> sums, double max_fire,
                         size_t sources, size_t labels);

}  // namespace weft

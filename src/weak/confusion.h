// One confusion matrix per source: what a token's votes say about its true label, and what a
// belief about true labels says about the matrices.
#pragma once

#include <vector>

#include "core/span.h"
#include "weak/vote_block.h"

namespace weft {

/// What the models here hold impossible gets this probability instead of 0, so that sources which
/// contradict each other still leave a best path.
constexpr double kImpossible = 1e-12;

/// p(vote | true label) of each source, in each context. An abstaining source says nothing: its
/// factor is 1.
class Confusion {
 public:
  Confusion() = default;
  explicit Confusion(VoteTableShape shape) : shape_(shape) {}

  /// `p` [J, K + 1, K]: source, vote, true label; sums over the K votes to 1. The rows of
  /// "abstains" are not read.
  void Set(std::vector<double> p);

  const VoteTableShape& shape() const { return shape_; }
  const std::vector<double>& p() const { return p_; }  ///< as Set
  double at(int32_t slot, int32_t vote, int32_t truth) const {
    return p_[shape_.Base(slot) + static_cast<size_t>(vote) * static_cast<size_t>(shape_.labels) +
              static_cast<size_t>(truth)];
  }

  /// log φ of each pattern (Li et al. 2021, eq. 8) into `scores` [P, K], nats:
  /// φ_i = Π_sources (Σ_votes p(vote | i) x_vote)^weight.
  void Score(const VoteBlock& block, Span<double> scores) const;

  /// Adds to `counts` [slots, K + 1, K] the expected number of tokens by slot, vote and true label,
  /// each times the vote's weight; `posteriors` [P, K] are the summed posteriors of each pattern's
  /// tokens. A soft vote is
  /// an unknown hard vote of which x is the likelihood, so its count goes to the votes in
  /// proportion to p(vote | i) x_vote: with hard votes this is the numerator of eq. 22, and with
  /// soft ones EM climbs the very likelihood of eq. 8, which eq. 22 as printed need not.
  void Count(const VoteBlock& block, Span<const double> posteriors, Span<double> counts) const;

  /// Whether a vote of pattern `p` is impossible where `truth` is true.
  bool Excludes(const VoteBlock& block, int64_t p, int32_t truth) const;

 private:
  void SoftTables(const VoteBlock& block, std::vector<double>* p) const;

  VoteTableShape shape_;
  std::vector<double> p_, log_p_;
};

/// Adds to `counts` [slots, K + 1, K] the votes of `block` against beliefs that come from the votes
/// alone: each pattern's tokens belong to the true labels by its `posteriors` [P, K] (summed over
/// tokens), and a soft vote counts by its own distribution.
void CountPlainly(const VoteBlock& block, Span<const double> posteriors, Span<double> counts);

}  // namespace weft

// The hidden CRF (Neural-Hidden-CRF, Chen et al. 2023, eqs. 7 and 8): a chain CRF whose labels t
// are not seen, and J sources whose votes y are:
//
//   score(y, t | x) = Σ_l ( E[l, t_l] + T[t_{l−1}, t_l] + Σ_{j ∈ J(l)} π^(j)[t_l, y_l^j] )
//
// normalised over all t and all y. J(l) are the sources that voted on token l: one that did not
// annotate the sentence, or abstains at the token, is left out of numerator and denominator alike
// (eq. A.1). Since the sum over y factorises, −log p(y | x) is the difference of two log-partitions
// that differ in emissions alone: E + Σ_j logsumexp_n π^(j)[:, n] and E + Σ_j π^(j)[:, y^j].
#pragma once

#include <cstdint>
#include <vector>

#include "chain/marginal_passes.h"
#include "neural/vote_rows.h"

namespace weft {

/// The weak-source matrices π, made ready for the kernels. Set once per update of the parameters;
/// then shared by any threads.
class SourceWeights {
 public:
  /// `normalised`: each row of π is taken as the log-softmax of its parameters, so that the
  /// denominator is that of the plain CRF and E + T is p(t | x). Else π are the parameters: free
  /// scores, as in the paper.
  /// Free rows have one context and weight 1.
  SourceWeights(const VoteShape& shape, bool normalised);

  /// `parameters` [slots, K, K] row-major (slot, true label, vote).
  void Set(Span<const float> parameters);

  const VoteShape& shape() const { return shape_; }
  int32_t slots() const { return shape_.slots(); }
  int32_t labels() const { return shape_.labels; }
  size_t stride() const { return stride_; }  ///< that of Transitions with as many labels
  bool normalised() const { return normalised_; }

  /// [stride]: logsumexp_n π[:, n] of a slot; zeros where the rows are normalised.
  const double* log_sums(int32_t slot) const {
    return log_sums_.data() + static_cast<size_t>(slot) * stride_;
  }
  /// [stride]: softmax over votes of π^(j)[k, ·], at `vote`, for every k: p(vote | t = k, x).
  const double* probabilities(int32_t slot, int32_t vote) const {
    return probabilities_.data() + Column(slot, vote);
  }

  /// Σ_j π^(j)[:, y^j] of every pattern into `scores` [patterns, stride], pads 0; distributions
  /// count by their expectation.
  void ScoreVotes(const VoteRows& votes, double* scores) const;
  /// Σ_{j ∈ J(l)} logsumexp_n π^(j)[:, n] likewise, zeros where the rows are normalised. True: all
  /// patterns are alike, and only the first row is written.
  bool ScoreAny(const VoteRows& votes, double* scores) const;

 private:
  size_t Column(int32_t slot, int32_t vote) const {
    return (static_cast<size_t>(slot) * static_cast<size_t>(labels()) + static_cast<size_t>(vote)) *
           stride_;
  }
  const VoteShape shape_;
  size_t stride_;
  bool normalised_;
  AlignedVector<double> columns_, probabilities_;  // [slots, K (vote), stride]
  AlignedVector<double> log_sums_;                 // [slots, stride]
  const AlignedVector<double> zeros_;              // [stride]
};

/// −log p(y | x) of sentences, and its gradient in closed form: differences of the marginals of the
/// two lattices. One per thread.
class HiddenCrfPass {
 public:
  /// Both must outlive Finish.
  void Begin(const Transitions& transitions, const SourceWeights& weights);

  /// `emissions` and `gradient` [L, K]: E, and where d(−log p)/dE is written; L >= 1.
  /// Returns −log p(y | x) >= 0, nats. Fails with kInvalidArgument where the transitions forbid
  /// every path.
  double Add(const VoteRows& votes, const float* emissions, float* gradient);

  /// Adds the gradients of all sentences since Begin: to `transitions` [K, K] and `parameters`
  /// [slots, K, K] (of SourceWeights::Set). Those of start and end scores are the first and last
  /// rows of Add's gradients.
  void Finish(double* transitions, double* parameters);

 private:
  void ScoreTokens(const VoteRows& votes, const float* emissions, bool same);
  const double* SumByPattern(const VoteRows& votes, const double* marginals);
  void CountVotes(const VoteRows& votes, const double* marginals);
  void CountLabels(const VoteRows& votes, const double* marginals);

  const Transitions* transitions_ = nullptr;
  const SourceWeights* weights_ = nullptr;
  MarginalPasses passes_;
  AlignedVector<double> given_votes_, alone_;  // marginals, [L, stride]
  AlignedVector<double> by_pattern_;           // [patterns, stride]
  AlignedVector<double> sentence_;             // [stride]
  AlignedVector<double> votes_;  // [slots, K (vote), stride] Σ p(t = k | x, y) · [y = n]
  AlignedVector<double>
      labels_;  // [slots, stride] Σ p(t = k | x) where the source voted; free rows
};

}  // namespace weft

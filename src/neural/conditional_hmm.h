// The conditional HMM (Li, Shetty, Liu, Zhang and Song 2021, § 4.2): hidden labels whose transition
// and emission probabilities at each token are outputs of a network. Without LibTorch.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "chain/lattice.h"
#include "weak/votes.h"

namespace weft {

/// What the outputs for a token mean, K labels and J sources: logits of p(z_t = to | z_{t−1} =
/// from) as [K (to), K (from)], then of p(vote = n | z_t = k) as [J, K (n), K (k)]. Unchained (the
/// paper's "i.i.d."), logits of p(z_t = k), [K], stand in the place of the first.
struct ConditionalShape {
  int32_t labels = 0, sources = 0;
  bool chained = true;
  int32_t outside = 0;  ///< the label before the first token

  size_t prior_width() const {
    const auto k = static_cast<size_t>(labels);
    return chained ? k * k : k;
  }
  size_t matrix() const { return static_cast<size_t>(labels) * static_cast<size_t>(labels); }
  size_t width() const { return prior_width() + static_cast<size_t>(sources) * matrix(); }
};

/// One per thread; keeps its arrays from use to use.
class ConditionalPass {
 public:
  /// `rules` (null: none) must outlive it: paths that they forbid have probability 0.
  explicit ConditionalPass(const ConditionalShape& shape, const TransitionRules* rules = nullptr);

  /// log p(z, votes) of a sentence as a lattice, from `logits` [L, width]: what is decoded. Borrows
  /// the pass's memory until the next call. A distribution as a vote x counts Σ_n p(n | k)·x_n
  /// (eq. 8). Votes that are missing or abstain say nothing.
  const Lattice& Score(const std::vector<ReadVotes>& votes, size_t length, const float* logits);

  /// −log p(votes), nats, and its gradient [L, width]: that of the expected complete log-likelihood
  /// (eq. 9) where posteriors are held fixed, which is the same by Fisher's identity.
  double Add(const std::vector<ReadVotes>& votes, size_t length, const float* logits,
             float* gradient);

 private:
  void Normalise(size_t length, const float* logits);
  void ScorePriors(size_t length);
  void ScoreVotes(const std::vector<ReadVotes>& votes, size_t length);
  void PriorGradient(size_t length, float* gradient) const;
  void VoteGradient(const ReadVotes& votes, size_t length, float* gradient);

  const ConditionalShape shape_;
  const TransitionRules* rules_;
  Transitions flat_;                  // of lattices whose steps have scores of their own, or none
  std::vector<float> probabilities_;  // [L, width]
  std::vector<double> emissions_;     // [L, K]
  std::vector<double> steps_;         // [L − 1, K (from), K (to)]
  std::vector<double> unary_, pairs_;
  std::vector<double> explained_;  // [K]
  Lattice lattice_;
  ChainWorkspace workspace_;
};

}  // namespace weft

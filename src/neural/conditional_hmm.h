// The conditional HMM (Li, Shetty, Liu, Zhang and Song 2021, § 4.2): hidden labels whose transition
// and emission probabilities at each token are outputs of a network. Without LibTorch.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "chain/lattice.h"
#include "core/span.h"
#include "weak/votes.h"

namespace weft {

/// The probabilities of a token, K labels and J sources: p(z_t = to | z_{t−1} = from) as [K (to),
/// priors() (from)], then p(vote = n | z_t = k) as [slots, K (n), K (k)], where slots are SlotOf's
/// (weak/votes.h). Unchained (the paper's "i.i.d."), p(z_t = k), [K], stand in the place of the
/// first. Either are the softmax of a network's outputs for the token, or the same for all tokens.
struct ConditionalShape {
  int32_t labels = 0, sources = 0, contexts = 1;
  bool chained = true;
  int32_t outside = 0;  ///< id of "O", or kNoLabel
  /// False: the label before the first token is O, as in the paper. True: the start has a column of
  /// its own, the last.
  bool own_start = false;
  bool priors_vary = true, votes_vary = true;  ///< one at least does

  int32_t slots() const { return sources * contexts; }
  /// Conditions that a label's probability has.
  size_t priors() const {
    if (!chained) return 1;
    return static_cast<size_t>(labels) + (own_start ? 1 : 0);
  }
  /// That of the first token.
  size_t start() const {
    if (!chained) return 0;
    return static_cast<size_t>(own_start ? labels : outside);
  }
  size_t prior_width() const { return static_cast<size_t>(labels) * priors(); }
  size_t matrix() const { return static_cast<size_t>(labels) * static_cast<size_t>(labels); }
  size_t vote_width() const { return static_cast<size_t>(slots()) * matrix(); }
  size_t width() const { return prior_width() + vote_width(); }
  /// Of a token by the network; the others are constants().
  size_t outputs() const {
    return (priors_vary ? prior_width() : 0) + (votes_vary ? vote_width() : 0);
  }
  size_t constants() const { return width() - outputs(); }
};

/// By which gradient outputs are learned.
struct ConditionalLearning {
  /// False: the posteriors of eq. 9 are held fixed, as generalised EM does: the gradient of
  /// −log p(votes), by Fisher's identity. True: eq. 9 itself is descended, posteriors and all.
  bool through_posteriors = false;
  /// Weight of the squared distance of a token's probabilities from `anchors` [outputs].
  double anchor = 0;
  std::vector<float> anchors;
};

/// One per thread; keeps its arrays from use to use.
class ConditionalPass {
 public:
  /// `constants` [constants]: probabilities. `rules` (null: none) must outlive it: paths that they
  /// forbid have probability 0.
  explicit ConditionalPass(const ConditionalShape& shape, std::vector<float> constants = {},
                           const TransitionRules* rules = nullptr);

  /// log p(z, votes) of a sentence as a lattice, from `logits` [L, outputs]: what is decoded.
  /// Borrows the pass's memory until the next call. A distribution as a vote x counts Σ_n p(n |
  /// k)·x_n (eq. 8). Votes that are missing or abstain say nothing.
  const Lattice& Score(const std::vector<ReadVotes>& votes, size_t length, const float* logits);

  /// The loss, nats: −log p(votes), or minus the expected complete log-likelihood (eq. 9) where
  /// `learning` goes through the posteriors, and its gradient [L, outputs].
  double Add(const std::vector<ReadVotes>& votes, size_t length, const float* logits,
             const ConditionalLearning& learning, float* gradient);

  /// The squared distance of the probabilities of each token from `anchors` [outputs], summed (the
  /// loss of the paper's pre-training), and `weight` times its gradient added to `gradient`.
  double AddDistance(size_t length, const float* logits, Span<const float> anchors, double weight,
                     float* gradient);

 private:
  void Normalise(size_t length, const float* logits);
  void ScorePriors(size_t length);
  void ScoreVotes(const std::vector<ReadVotes>& votes, size_t length);
  double Posteriors(const Lattice& lattice);
  double WeighPosteriors(const Lattice& lattice);
  double ExpectedScores(const Lattice& lattice);
  void PriorGradient(size_t length, float* gradient) const;
  void VoteGradient(const ReadVotes& votes, size_t length, float* gradient);
  double Distance(size_t length, Span<const float> anchors, double weight, float* gradient) const;
  const float* PriorsOf(size_t t) const;
  const float* VotesOf(size_t t) const;
  size_t MatrixOf(const ReadVotes& votes, size_t t) const;

  const ConditionalShape shape_;
  const size_t first_vote_;  // among outputs
  const std::vector<float> constants_;
  const TransitionRules* rules_;
  Transitions flat_;                  // of lattices whose steps have scores of their own, or none
  std::vector<float> probabilities_;  // [L, outputs]
  std::vector<double> emissions_;     // [L, K]
  std::vector<double> steps_;         // [L − 1, K (from), K (to)]
  std::vector<double> unary_, pairs_;
  std::vector<double> before_, after_;  // [L, K]
  std::vector<double> explained_;       // [K]
  Lattice lattice_;
  ChainWorkspace workspace_;
};

}  // namespace weft

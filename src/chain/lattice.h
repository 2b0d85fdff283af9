// The lattice: every decoder and every training objective of weft runs on it.
//
// A model scores a sentence of L tokens over K labels into a Lattice; the score of a label path
// y is   start[y_0] + Σ_t emissions[t, y_t] + Σ_{t≥1} transitions[y_{t−1}, y_t] + end[y_{L−1}].
// Scores are in nats; −inf forbids. HMMs are lattices of log-probabilities, CRFs of scores.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/aligned.h"
#include "core/span.h"
#include "text/scheme.h"

namespace weft {

/// Transition scores shared by all steps of all sentences, with what the kernels precompute from
/// them. Set once per model (or per update of its parameters); then shared by any threads.
class Transitions {
 public:
  explicit Transitions(int32_t labels);

  /// `scores` [K, K] row-major (from, to); `start` and `end` [K]. Labels that `rules` forbids
  /// become −inf (null: nothing is forbidden). NaN is an error.
  void Set(Span<const double> scores, Span<const double> start, Span<const double> end,
           const TransitionRules* rules = nullptr);

  int32_t labels() const { return labels_; }
  double score(int32_t from, int32_t to) const {
    return scores_[static_cast<size_t>(from) * static_cast<size_t>(labels_) +
                   static_cast<size_t>(to)];
  }
  const std::vector<double>& scores() const { return scores_; }
  const std::vector<double>& start() const { return start_; }
  const std::vector<double>& end() const { return end_; }

  /// For the kernels: exp of the scores (their maximum removed), rows padded with zeros to
  /// `stride`, and the same transposed.
  struct Exp {
    double log_step = 0;                      ///< the maximum that was removed from a step's scores
    double log_ends = 0;                      ///< the maxima that were removed from start and end
    AlignedVector<double> forward, backward;  ///< [K, stride]
    AlignedVector<double> start, end;         ///< [stride]
  };
  int32_t stride() const { return stride_; }
  /// Scores [K, stride], pads −inf.
  const AlignedVector<double>& padded() const { return padded_; }
  const Exp& exp() const { return exp_; }

 private:
  int32_t labels_, stride_;
  std::vector<double> scores_, start_, end_;
  AlignedVector<double> padded_;
  Exp exp_;
};

/// One sentence, scored. Borrows all memory.
struct Lattice {
  int64_t length = 0;
  int32_t labels = 0;
  const double* emissions = nullptr;         ///< [L, K]
  const Transitions* transitions = nullptr;  ///< shared by all steps, with start and end
  /// [L−1, K, K]: the scores of each step instead of the shared ones (start and end are still
  /// those of `transitions`); null: shared.
  const double* step_transitions = nullptr;
};

/// Scratch of one thread for the functions below; grows as needed, never shrinks by itself.
class ChainWorkspace {
 public:
  struct Arrays;
  ChainWorkspace();
  ~ChainWorkspace();
  ChainWorkspace(ChainWorkspace&&) noexcept;
  ChainWorkspace& operator=(ChainWorkspace&&) noexcept;
  Arrays& arrays() { return *arrays_; }

 private:
  std::unique_ptr<Arrays> arrays_;
};

/// What Marginals fills; null members are left out.
struct MarginalsOut {
  double* unary = nullptr;         ///< [L, K]: p(y_t = k); rows sum to 1
  double* pairwise = nullptr;      ///< [L−1, K, K]: p(y_t = i, y_{t+1} = j)
  double* pairwise_sum = nullptr;  ///< [K, K]: the sum of `pairwise` over t is ADDED to it
  Span<const int32_t> path;        ///< [L] labels that along_path follows
  double* along_path = nullptr;    ///< [L−1]: p(y_t = path_t, y_{t+1} = path_{t+1})
};

/// log Σ_y exp(score(y)); −inf if every path is forbidden; 0 for an empty sentence.
double LogPartition(const Lattice& lattice, ChainWorkspace* workspace);

/// Marginals of all paths; returns the log-partition. Fails with kInvalidArgument, naming the first
/// token that no path reaches, if every path is forbidden.
double Marginals(const Lattice& lattice, ChainWorkspace* workspace, const MarginalsOut& out);

/// What Covariances fills; null members are left out.
struct CovariancesOut {
  double* unary = nullptr;         ///< [L, K]: Cov(U, 1{y_t = k})
  double* pairwise_sum = nullptr;  ///< [K, K]: Σ_t Cov(U, 1{y_t = i, y_{t+1} = j}) is ADDED to it
};

/// Of U(y) = Σ_t u[t, y_t], with `u` [L, K], over the distribution of label paths. They are the
/// gradient of a function f of the marginals with respect to emission and transition scores, where
/// u[t, k] = ∂f / ∂p(y_t = k). O(L·K²), as marginals are (Wang and Manning 2014, eq. 5). Returns
/// E[U]; fails like Marginals.
double Covariances(const Lattice& lattice, const double* u, ChainWorkspace* workspace,
                   const CovariancesOut& out);

/// The best path into `path` [L] and its score. Among equal scores the path that is smallest in
/// label-index order, compared from the last token to the first. Fails like Marginals.
double Viterbi(const Lattice& lattice, ChainWorkspace* workspace, Span<int32_t> path);

/// The score of one path; −inf if it is forbidden.
double PathScore(const Lattice& lattice, Span<const int32_t> path);

/// The first token that no path from the start reaches, or L if all can be reached but the end
/// cannot; −1 if there is a path. Says where sources, labels and rules contradict each other.
int64_t FirstUnreachable(const Lattice& lattice);

/// Forbids, in `emissions` [L, K], every label but the given one at tokens whose id is not
/// kNoLabel (partial labels, tokens that a person has fixed).
void ClampEmissions(Span<const int32_t> ids, int32_t labels, double* emissions);

/// p(y_b … y_{e−1} = path) of a run of tokens [begin, end) of one sentence, from its marginals
/// (unary [L, K], along_path [L−1]): the exact posterior of a span's labels.
double RunProbability(Span<const int32_t> path, int64_t begin, int64_t end, int32_t labels,
                      const double* unary, const double* along_path);

}  // namespace weft

// Forward–backward over many sentences that share transition scores, for training objectives: what
// all of them expect of the transitions is summed in one go.
#pragma once

#include <cstddef>
#include <vector>

#include "chain/lattice.h"
#include "chain/scaled.h"

namespace weft {

/// One per thread; keeps its arrays from use to use. Begin, then Scores and Run for each sentence,
/// then Finish.
class MarginalPasses {
 public:
  /// `transitions` must outlive Finish. `covariances`: some sentences will be asked for them.
  void Begin(const Transitions& transitions, bool covariances = false);

  /// Memory for the emission scores of the next sentence, [length, stride], valid until Run. The
  /// caller fills it; pads are −inf. Precondition: length >= 1.
  double* Scores(size_t length);

  /// One pass over what Scores holds. Writes p(y_t = k) to `rows` [length, stride] (pads 0) and
  /// keeps the expected transitions times `weight`. Returns the log-partition. Fails with
  /// kInvalidArgument where every path is forbidden.
  double Run(double weight, double* rows);

  /// The same, but keeps nothing; Covariances of the sentence may follow.
  double RunAlone(double* rows);

  /// Of U(y) = Σ_t u_t(y_t), with `u` [length, stride] (pads 0), over the paths of the sentence
  /// that RunAlone was for, whose rows must still be there: writes Cov(U, 1{y_t = k}) to `rows`
  /// [length, stride] (pads 0) and keeps the covariances with transitions. See lattice.h. Returns
  /// E[U].
  double Covariances(const double* u, double* rows);

  /// Adds what was kept since Begin, expected transitions and covariances, to `sums` [K, K].
  void Finish(double* sums);

  size_t stride() const { return stride_; }

 private:
  ScaledSentence Describe(size_t length, double* rows);
  double RunLattice(double weight, double* rows);
  Lattice ScoredLattice();
  void FromLattice(const double* unary, double* rows) const;
  double LatticeCovariances(const double* u, double* rows);
  void Flush();

  const Transitions* transitions_ = nullptr;
  size_t labels_ = 0, stride_ = 0;
  size_t length_ = 0;  // of the sentence in scores_
  size_t used_ = 0;    // rows of alpha_ and pair_ that await Flush
  size_t rows_a_token_ = 1;
  ScaledSentence alone_;       // of the last RunAlone
  bool in_log_space_ = false;  // that was
  AlignedVector<double> scores_, exponentials_, scale_;
  // Passes stand end to end in these, so that their expected transitions are summed in one go.
  AlignedVector<double> alpha_, pair_;
  AlignedVector<double> backward_;        // [length, stride], of covariances
  AlignedVector<double> transition_sum_;  // [K, stride], to be multiplied by exp(transition)
  std::vector<double> lattice_sum_;       // [K, K], of passes in log space
  std::vector<double> lattice_scores_, lattice_marginals_;
  ChainWorkspace workspace_;
};

}  // namespace weft

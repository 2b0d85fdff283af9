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
  /// `transitions` must outlive Finish.
  void Begin(const Transitions& transitions);

  /// Memory for the emission scores of the next sentence, [length, stride], valid until Run. The
  /// caller fills it; pads are −inf. Precondition: length >= 1.
  double* Scores(size_t length);

  /// One pass over what Scores holds. Writes p(y_t = k) to `rows` [length, stride] (pads 0) and
  /// keeps the expected transitions times `weight`. Returns the log-partition. Fails with
  /// kInvalidArgument where every path is forbidden.
  double Run(double weight, double* rows);

  /// Adds the expected transitions of all passes since Begin to `sums` [K, K].
  void Finish(double* sums);

  size_t stride() const { return stride_; }

 private:
  ScaledSentence Describe(size_t length, double* rows);
  double RunLattice(double weight, double* rows);
  void Flush();

  const Transitions* transitions_ = nullptr;
  size_t labels_ = 0, stride_ = 0;
  size_t length_ = 0;  // of the sentence in scores_
  size_t used_ = 0;    // rows of alpha_ and pair_ that await Flush
  AlignedVector<double> scores_, exponentials_, scale_;
  // Passes stand end to end in these, so that their expected transitions are summed in one go.
  AlignedVector<double> alpha_, pair_;
  AlignedVector<double> transition_sum_;  // [K, stride], to be multiplied by exp(transition)
  std::vector<double> lattice_sum_;       // [K, K], of passes in log space
  std::vector<double> lattice_scores_, lattice_marginals_;
  ChainWorkspace workspace_;
};

}  // namespace weft

// L-BFGS, or OWL-QN where c1 > 0, of a sentence objective.
#pragma once

#include <limits>
#include <memory>
#include <vector>

#include "crf/lbfgs_solver.h"
#include "crf/optimizer.h"

namespace weft {

/// Minimises the objective's sum over the corpus with its L1 and L2 penalties (c1, c2).
class LbfgsOptimizer : public CrfOptimizer {
 public:
  /// Moves the inverted index out of `data`.
  LbfgsOptimizer(const TrainingInput& input, CrfTrainingData* data,
                 std::unique_ptr<SentenceObjective> objective);

  Outcome Iterate() override;
  Span<const double> weights() const override { return weights_; }

  /// Goes on from the weights that it has, without what it knows of the curvature: for objectives
  /// that have changed.
  void Restart();

 private:
  static Outcome Cancelled();
  Outcome Finished(bool iterated) const;
  double Evaluate();

  std::unique_ptr<SentenceObjective> objective_;
  Executor* executor_;
  std::shared_ptr<const CancelFlag> cancel_;
  const LbfgsSettings settings_;
  const double c2_;
  CorpusObjective sum_;
  std::unique_ptr<LbfgsSolver> solver_;
  LbfgsSolver::Event pending_ = LbfgsSolver::Event::kEvaluate;
  bool has_pending_ = false;  // pending_ awaits its evaluation
  double objective_value_ = std::numeric_limits<double>::infinity();  // after an iteration
  double last_fall_ = std::numeric_limits<double>::infinity();        // by that iteration
  std::vector<double> weights_, norms_;
};

}  // namespace weft

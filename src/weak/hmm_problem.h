// EM for the HMM aggregator: eqs. 6–9 and 20–22 of Li et al. 2021 with priors.
#pragma once

#include <memory>
#include <vector>

#include "weak/hmm_model.h"
#include "weak/source_problem.h"

namespace weft {

class HmmProblem : public SourceProblem {
 public:
  /// `constrained`: only label sequences that are legal in the corpus's scheme.
  HmmProblem(TrainingInput input, SourceSettings settings, bool constrained);

  void Accumulate(int64_t chunk, int worker, Span<double> sums) override;
  std::shared_ptr<Model> NewModel(Span<const double> sums) const override;

 protected:
  // Starts [K], then transitions [K, K].
  size_t head_size() const override { return k_ + k_ * k_; }
  void AddStart(const VoteBlock& block, const std::vector<double>& beliefs,
                Span<double> head) const override;
  void SettleHeadPrior(Span<const double> head) override;
  void UpdateHead(Span<const double> head) override;
  double LogHeadPrior() const override;

 private:
  struct Scratch {
    ChainWorkspace workspace;
    std::vector<double> scores, emissions, unary, pairwise, by_pattern;
  };
  void AddSentence(int64_t s, const int32_t* patterns, Scratch* scratch, Span<double> sums) const;

  const size_t k_;
  const bool constrained_;
  const TransitionRules rules_;
  std::vector<Scratch> scratch_;                        // by worker
  std::vector<double> start_prior_, transition_prior_;  // pseudo-counts
  std::vector<double> start_, transitions_;
  Transitions log_transitions_;
};

}  // namespace weft

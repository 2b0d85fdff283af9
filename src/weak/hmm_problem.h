// EM for the HMM aggregator: eqs. 6–9 and 20–22 of seed 001 with priors.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "weak/confusion_prior.h"
#include "weak/em.h"
#include "weak/hmm_model.h"
#include "weak/shares.h"
#include "weak/vote_blocks.h"

namespace weft {

struct HmmSettings {
  VoteSettings votes;
  bool constrained = true;
  ConfusionSettings confusion;
  double transition_smoothing = 0;  ///< pseudo-count of each legal start and transition
  double transition_prior = 0;      ///< times the initial counts, as pseudo-counts
};

class HmmProblem : public EmProblem {
 public:
  HmmProblem(TrainingInput input, HmmSettings settings);

  int64_t chunks() const override { return static_cast<int64_t>(blocks_.size()); }
  size_t size() const override { return 1 + k_ + k_ * k_ + shape_.size(); }
  void Accumulate(int64_t chunk, int worker, Span<double> sums) override;
  void AccumulateVotes(int64_t chunk, Span<double> sums) override;
  void Initialise(Span<const double> sums) override;
  void Update(Span<const double> sums) override;
  double LogPrior() const override;
  std::shared_ptr<Model> NewModel(Span<const double> sums) const override;

 private:
  // The parts of a flat array of sums: log-likelihood, starts, transitions, votes.
  template <typename T>
  struct Parts {
    Span<T> start, transitions, votes;
  };
  template <typename T>
  Parts<T> Split(Span<T> sums) const {
    return {sums.subspan(1, k_), sums.subspan(1 + k_, k_ * k_),
            sums.subspan(1 + k_ + k_ * k_, shape_.size())};
  }
  struct Scratch {
    ChainWorkspace workspace;
    std::vector<double> scores, emissions, unary, pairwise, by_pattern;
  };
  double Weight(int64_t s) const {
    return input_.sentence_weights.empty()
               ? 1
               : static_cast<double>(input_.sentence_weights[static_cast<size_t>(s)]);
  }
  void AddSentence(const Lattice& lattice, double weight, const int32_t* patterns, Scratch* scratch,
                   Span<double> sums);

  const TrainingInput input_;
  HmmSettings settings_;
  VoteTableShape shape_;
  size_t k_;
  TransitionRules rules_;
  ShareSettings shares_;
  std::vector<VoteBlock> blocks_;
  std::vector<Scratch> scratch_;  // by worker
  ConfusionPrior prior_;
  std::vector<double> start_prior_, transition_prior_;  // pseudo-counts
  HmmParameters parameters_;
  Transitions transitions_;
};

}  // namespace weft

// EM for Dawid–Skene over tokens: the HMM's matrices without its chain.
#pragma once

#include <memory>
#include <vector>

#include "weak/ds_model.h"
#include "weak/source_problem.h"

namespace weft {

class DsProblem : public SourceProblem {
 public:
  DsProblem(TrainingInput input, SourceSettings settings, bool constrained);

  void Accumulate(int64_t chunk, int worker, Span<double> sums) override;
  std::shared_ptr<Model> NewModel(Span<const double> sums) const override;

 protected:
  // True labels [K].
  size_t head_size() const override { return k_; }
  void AddStart(const VoteBlock& block, const std::vector<double>& beliefs,
                Span<double> head) const override;
  void SettleHeadPrior(Span<const double> head) override;
  void UpdateHead(Span<const double> head) override;
  double LogHeadPrior() const override { return DirichletLog(class_prior_, classes_); }

 private:
  const size_t k_;
  const bool constrained_;
  std::vector<std::vector<double>> tokens_;  // by chunk and pattern, weighted
  std::vector<double> class_prior_;          // pseudo-counts
  std::vector<double> classes_;              // p(true label)
};

}  // namespace weft

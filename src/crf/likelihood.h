// The negative log-likelihood of hard, partial and soft labels under a chain CRF.
#pragma once

#include <memory>

#include "crf/objective.h"
#include "crf/targets.h"

namespace weft {

/// Per sentence s of weight w_s:
///   labelled in full, hard or soft:  w_s·log Z; that the score of the labels is to be subtracted
///                                    is linear in the weights, and CorpusObjective's business
///   labelled in part:                w_s·(log Z − log Z of the paths that agree with the labels)
///   not labelled:                    0
/// Gradients are differences of marginals.
class LikelihoodObjective : public SentenceObjective {
 public:
  explicit LikelihoodObjective(const Targets& targets) : targets_(&targets) {}
  std::unique_ptr<ObjectiveScratch> NewScratch() const override;
  double Accumulate(int64_t begin, int64_t end, const SentenceScorer& scorer,
                    ObjectiveScratch* scratch, float* rows, double* transitions) const override;

 private:
  const Targets* targets_;
};

}  // namespace weft

// The negative log-likelihood of hard, partial and soft labels under a chain CRF.
#pragma once

#include <memory>

#include "crf/objective.h"
#include "crf/targets.h"

namespace weft {

/// Per sentence s of weight w_s, with q the target distribution (one label, or a soft one):
///   labelled in full:  w_s·(log Z − E_q[score])
///   labelled in part:  w_s·(log Z − log Z of the paths that agree with the labels)
///   not labelled:      0
/// Gradients are differences of marginals. All of it is double precision: in single precision the
/// path of L-BFGS over a hundred iterations depends on how sums are rounded.
class LikelihoodObjective : public SentenceObjective {
 public:
  /// Where the label bigrams of the targets are counted: once for all sentences, by TransitionTerm,
  /// or sentence by sentence, by Accumulate, for training on parts of the corpus at a time.
  enum class Bigrams { kOnce, kBySentence };
  /// Borrows the targets, of `sentences` sentences.
  LikelihoodObjective(int64_t sentences, const Targets& targets, Bigrams bigrams = Bigrams::kOnce);
  std::unique_ptr<ObjectiveScratch> NewScratch() const override;
  double Accumulate(int64_t begin, int64_t end, const SentenceScorer& scorer,
                    ObjectiveScratch* scratch, double* rows, double* transitions) const override;
  double TransitionTerm(const Transitions& scores, double* transitions) const override;

 private:
  const Targets* targets_;
  const Bigrams bigrams_;
  std::vector<double> target_bigrams_;  // [K, K] Σ_s w_s·E_q, of sentences labelled in full
};

}  // namespace weft

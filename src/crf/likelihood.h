// The negative log-likelihood of hard, partial and soft labels under a chain CRF.
#pragma once

#include <memory>
#include <vector>

#include "chain/marginal_passes.h"
#include "crf/objective.h"
#include "method/targets.h"

namespace weft {

/// Adds the negative log-likelihood (LikelihoodObjective) sentence by sentence, but for what labels
/// score as transitions. One per thread: Begin, Add for each sentence, Finish.
class LikelihoodPass {
 public:
  /// Borrows the targets.
  explicit LikelihoodPass(const Targets& targets) : targets_(&targets) {}
  /// `transitions` must outlive Finish.
  void Begin(const Transitions& transitions);
  /// The value of sentence s but for what its labels score as transitions; its gradient with
  /// respect to the emission scores into `rows` [L, stride] (pads 0).
  double Add(int64_t s, const SentenceScorer& scorer, double* rows);
  /// Adds the expected transitions of the sentences since Begin to `transitions` [K, K].
  void Finish(double* transitions) { passes_.Finish(transitions); }

 private:
  double Full(int64_t s, const SentenceScorer& scorer, double* rows);
  double Partial(int64_t s, const SentenceScorer& scorer, double* rows);
  double* Score(int64_t s, const SentenceScorer& scorer);

  const Targets* targets_;
  MarginalPasses passes_;
  std::vector<double> clamped_;  // [L, stride]
};

/// What the labels score as transitions, summed over sentences that are labelled in full.
class LabelBigrams {
 public:
  explicit LabelBigrams(int32_t labels);
  void Clear();
  void Add(const Targets& targets, int64_t s);
  /// −Σ counts·scores; adds its gradient to `transitions` [K, K].
  double Term(const Transitions& scores, double* transitions) const;

 private:
  std::vector<double> counts_;  // [K, K] Σ_s w_s·E_q
};

/// The negative log-likelihood of a corpus.
/// Per sentence s of weight w_s, with q the target distribution (one label, or a soft one):
///   labelled in full:  w_s·(log Z − E_q[score])
///   labelled in part:  w_s·(log Z − log Z of the paths that agree with the labels)
///   not labelled:      0
/// Gradients are differences of marginals. All of it is double precision: in single precision the
/// path of L-BFGS over a hundred iterations depends on how sums are rounded.
class LikelihoodObjective : public SentenceObjective {
 public:
  /// Borrows the targets, of `sentences` sentences.
  LikelihoodObjective(int64_t sentences, const Targets& targets);
  std::unique_ptr<ObjectiveScratch> NewScratch() const override;
  double Accumulate(int64_t begin, int64_t end, const SentenceScorer& scorer,
                    ObjectiveScratch* scratch, double* rows, double* transitions) const override;
  double TransitionTerm(const Transitions& scores, double* transitions) const override;

 private:
  const Targets* targets_;
  LabelBigrams bigrams_;
};

}  // namespace weft

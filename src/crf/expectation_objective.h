// Generalized expectation criteria (Mann and McCallum 2010; Druck 2011) for a chain CRF, as CLiPPER
// has them (Wang and Manning 2014, eq. 2): labelled likelihood and a penalty on marginals that
// differ from what is expected of them.
#pragma once

#include <memory>
#include <vector>

#include "crf/expectations.h"
#include "crf/likelihood.h"

namespace weft {

/// How far a token's marginals p are from the distribution e that is expected.
enum class Distance {
  kSquared,  ///< Σ_g (e_g − p_g)²
  kKl,       ///< Σ_g e_g·log(e_g / p_g), nats
};

/// The negative log-likelihood of what is labelled (LikelihoodObjective), plus
/// `weight`·Σ_t ω_t·distance(e_t, p_t) over tokens t with an expectation e_t of weight ω_t. Not
/// convex.
class ExpectationObjective : public SentenceObjective {
 public:
  /// Borrows targets and expectations, of `sentences` sentences.
  ExpectationObjective(int64_t sentences, const Targets& targets, const Expectations& expectations,
                       double weight, Distance distance);
  void SetDistance(Distance distance) { distance_ = distance; }  ///< between two evaluations
  std::unique_ptr<ObjectiveScratch> NewScratch() const override;
  double Accumulate(int64_t begin, int64_t end, const SentenceScorer& scorer,
                    ObjectiveScratch* scratch, double* rows, double* transitions) const override;
  double TransitionTerm(const Transitions& scores, double* transitions) const override;

 private:
  struct Scratch;
  double AddPenalty(int64_t s, const SentenceScorer& scorer, Scratch* scratch, double* rows) const;
  double TokenPenalty(int64_t t, const double* p, Scratch* scratch, double* u) const;

  const LikelihoodObjective likelihood_;
  const Expectations* expectations_;
  double weight_;
  Distance distance_;
};

}  // namespace weft

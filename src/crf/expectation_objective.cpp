#include "crf/expectation_objective.h"

#include <algorithm>
#include <cmath>

namespace weft {
namespace {

// Where less is left of a marginal, its logarithm falls no further.
constexpr double kLeastMarginal = 1e-30;

}  // namespace

struct ExpectationObjective::Scratch : ObjectiveScratch {
  std::unique_ptr<ObjectiveScratch> likelihood;
  MarginalPasses passes;
  std::vector<double> marginals, derivatives, covariances;  // [L, stride]
  std::vector<double> group;                                // [groups]
};

ExpectationObjective::ExpectationObjective(int64_t sentences, const Targets& targets,
                                           const Expectations& expectations, double weight,
                                           Distance distance)
    : likelihood_(sentences, targets),
      expectations_(&expectations),
      weight_(weight),
      distance_(distance) {}

std::unique_ptr<ObjectiveScratch> ExpectationObjective::NewScratch() const {
  auto scratch = std::make_unique<Scratch>();
  scratch->likelihood = likelihood_.NewScratch();
  scratch->group.resize(static_cast<size_t>(expectations_->groups()));
  return scratch;
}

double ExpectationObjective::Accumulate(int64_t begin, int64_t end, const SentenceScorer& scorer,
                                        ObjectiveScratch* scratch, double* rows,
                                        double* transitions) const {
  Scratch& own = *static_cast<Scratch*>(scratch);
  double value =
      likelihood_.Accumulate(begin, end, scorer, own.likelihood.get(), rows, transitions);
  own.passes.Begin(scorer.transitions(), true);
  for (int64_t s = begin; s < end; ++s) {
    if (expectations_->any(s) && weight_ > 0) value += AddPenalty(s, scorer, &own, rows);
    rows += static_cast<size_t>(scorer.length(s)) * own.passes.stride();
  }
  own.passes.Finish(transitions);
  return value;
}

// The penalty is a function f of the marginals: its gradient with respect to the scores is the
// covariance of the scores' features with Σ_t u_t(y_t), where u_t(k) = ∂f/∂p(y_t = k).
double ExpectationObjective::AddPenalty(int64_t s, const SentenceScorer& scorer, Scratch* scratch,
                                        double* rows) const {
  const int64_t first = scorer.begin(s), end = scorer.begin(s + 1);
  const size_t stride = scratch->passes.stride();
  const size_t size = static_cast<size_t>(end - first) * stride;
  if (scratch->marginals.size() < size) {
    for (auto* array : {&scratch->marginals, &scratch->derivatives, &scratch->covariances}) {
      array->resize(size);
    }
  }
  scorer.Score(first, end, scratch->passes.Scores(static_cast<size_t>(end - first)));
  scratch->passes.RunAlone(scratch->marginals.data());
  std::fill_n(scratch->derivatives.begin(), size, 0.0);
  double value = 0;
  for (int64_t t = first; t < end; ++t) {
    const size_t at = static_cast<size_t>(t - first) * stride;
    value +=
        TokenPenalty(t, scratch->marginals.data() + at, scratch, scratch->derivatives.data() + at);
  }
  scratch->passes.Covariances(scratch->derivatives.data(), scratch->covariances.data());
  for (size_t i = 0; i < size; ++i) rows[i] += scratch->covariances[i];
  return value;
}

// Writes the derivatives with respect to the token's marginals `p` to `u`.
double ExpectationObjective::TokenPenalty(int64_t t, const double* p, Scratch* scratch,
                                          double* u) const {
  const Span<const float> expected = expectations_->row(t);
  if (expected.empty()) return 0;
  const Span<const int32_t> group_of_label = expectations_->group_of_label();
  std::vector<double>& group = scratch->group;
  std::fill(group.begin(), group.end(), 0.0);
  for (size_t y = 0; y < group_of_label.size(); ++y) {
    group[static_cast<size_t>(group_of_label[y])] += p[y];
  }
  const double weight = weight_ * expectations_->weight(t);
  double value = 0;
  for (size_t g = 0; g < group.size(); ++g) {
    const double e = static_cast<double>(expected[g]);
    if (distance_ == Distance::kSquared) {
      const double difference = group[g] - e;
      value += difference * difference;
      group[g] = 2 * weight * difference;
    } else {
      const double found = std::max(group[g], kLeastMarginal);
      if (e > 0) value += e * std::log(e / found);
      group[g] = -weight * e / found;
    }
  }
  for (size_t y = 0; y < group_of_label.size(); ++y) {
    u[y] = group[static_cast<size_t>(group_of_label[y])];
  }
  return weight * value;
}

double ExpectationObjective::TransitionTerm(const Transitions& scores, double* transitions) const {
  return likelihood_.TransitionTerm(scores, transitions);
}

}  // namespace weft

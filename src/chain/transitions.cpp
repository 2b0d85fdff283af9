#include <algorithm>
#include <cmath>
#include <limits>

#include "chain/lattice.h"
#include "chain/scaled.h"
#include "core/error.h"

namespace weft {
namespace {

constexpr double kMinusInf = -std::numeric_limits<double>::infinity();

// The largest score, or 0 where none is finite.
double Largest(const std::vector<double>& scores) {
  const double largest = *std::max_element(scores.begin(), scores.end());
  return largest == kMinusInf ? 0 : largest;
}

void CheckScores(Span<const double> scores, const char* what) {
  for (double score : scores) {
    Require(score < std::numeric_limits<double>::infinity(), what,
            " scores must be finite or -inf, found ", score);
  }
}

void Exponentiate(const Transitions& t, Transitions::Exp* exp) {
  const size_t labels = static_cast<size_t>(t.labels()), stride = static_cast<size_t>(t.stride());
  const double start_max = Largest(t.start()), end_max = Largest(t.end());
  exp->log_step = Largest(t.scores());
  exp->log_ends = start_max + end_max;
  exp->forward.assign(labels * stride, 0);
  exp->backward.assign(labels * stride, 0);
  exp->start.assign(stride, 0);
  exp->end.assign(stride, 0);
  for (size_t i = 0; i < labels; ++i) {
    for (size_t j = 0; j < labels; ++j) {
      const double p = std::exp(t.scores()[i * labels + j] - exp->log_step);
      exp->forward[i * stride + j] = p;
      exp->backward[j * stride + i] = p;
    }
    exp->start[i] = std::exp(t.start()[i] - start_max);
    exp->end[i] = std::exp(t.end()[i] - end_max);
  }
}

}  // namespace

Transitions::Transitions(int32_t labels) : labels_(labels), stride_(PaddedLabels(labels)) {
  Require(labels >= 1, "a lattice needs at least one label, found ", labels);
  const size_t k = static_cast<size_t>(labels);
  const std::vector<double> zeros(k * k, 0.0);
  Set(zeros, Span<const double>(zeros.data(), k), Span<const double>(zeros.data(), k));
}

void Transitions::Set(Span<const double> scores, Span<const double> start, Span<const double> end,
                      const TransitionRules* rules) {
  const size_t k = static_cast<size_t>(labels_), stride = static_cast<size_t>(stride_);
  Require(scores.size() == k * k && start.size() == k && end.size() == k, "expected ", k * k,
          " transition, ", k, " start and ", k, " end scores, found ", scores.size(), ", ",
          start.size(), " and ", end.size());
  CheckScores(scores, "transition");
  CheckScores(start, "start");
  CheckScores(end, "end");
  scores_.assign(scores.begin(), scores.end());
  start_.assign(start.begin(), start.end());
  end_.assign(end.begin(), end.end());
  if (rules) {
    for (size_t i = 0; i < k * k; ++i) scores_[i] = rules->transition[i] ? scores_[i] : kMinusInf;
    for (size_t i = 0; i < k; ++i) start_[i] = rules->start[i] ? start_[i] : kMinusInf;
    for (size_t i = 0; i < k; ++i) end_[i] = rules->end[i] ? end_[i] : kMinusInf;
  }
  padded_.assign(k * stride, kMinusInf);
  for (size_t i = 0; i < k; ++i) {
    std::copy_n(scores_.begin() + static_cast<ptrdiff_t>(i * k), k,
                padded_.begin() + static_cast<ptrdiff_t>(i * stride));
  }
  Exponentiate(*this, &exp_);
}

}  // namespace weft

#include "chain/lattice.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "chain/log_space.h"
#include "chain/scaled.h"
#include "chain/step_scores.h"
#include "chain/viterbi.h"
#include "core/error.h"

namespace weft {

struct ChainWorkspace::Arrays {
  AlignedVector<double> emissions, alpha, beta, pair, scale;          // the scaled pass
  AlignedVector<double> step_forward, step_backward, transition_sum;  // where transitions differ
  AlignedVector<double> u, rows, u_forward, u_backward;               // of covariances
  LogSpaceArrays log_space;
  ViterbiArrays viterbi;
};

ChainWorkspace::ChainWorkspace() : arrays_(std::make_unique<Arrays>()) {}
ChainWorkspace::~ChainWorkspace() = default;
ChainWorkspace::ChainWorkspace(ChainWorkspace&&) noexcept = default;
ChainWorkspace& ChainWorkspace::operator=(ChainWorkspace&&) noexcept = default;

namespace {

constexpr double kMinusInf = -std::numeric_limits<double>::infinity();

// Grows only: pages that were touched once stay.
template <typename Vector>
typename Vector::value_type* Grow(Vector* values, size_t size) {
  if (values->size() < size) values->resize(size);
  return values->data();
}

// Rows of K scores copied to rows of `stride`.
void PadRows(const double* rows, size_t count, size_t labels, size_t stride, double* padded,
             double pad = kMinusInf) {
  for (size_t t = 0; t < count; ++t) {
    std::copy_n(rows + t * labels, labels, padded + t * stride);
    std::fill_n(padded + t * stride + labels, stride - labels, pad);
  }
}

// exp of per-step transitions, padded and also transposed; returns the maximum that was removed.
double ExpSteps(const Lattice& lattice, size_t stride, ChainWorkspace::Arrays* arrays) {
  const size_t labels = static_cast<size_t>(lattice.labels);
  const size_t steps = static_cast<size_t>(lattice.length - 1);
  const double* scores = lattice.step_transitions;
  const size_t count = steps * labels * labels;
  double largest = count ? *std::max_element(scores, scores + count) : 0;
  if (largest == kMinusInf) largest = 0;
  double* forward = Grow(&arrays->step_forward, steps * labels * stride);
  double* backward = Grow(&arrays->step_backward, steps * labels * stride);
  std::fill_n(forward, steps * labels * stride, 0.0);
  std::fill_n(backward, steps * labels * stride, 0.0);
  for (size_t t = 0; t < steps; ++t) {
    const size_t base = t * labels * stride;
    for (size_t i = 0; i < labels; ++i) {
      for (size_t j = 0; j < labels; ++j) {
        const double p = std::exp(scores[(t * labels + i) * labels + j] - largest);
        forward[base + i * stride + j] = p;
        backward[base + j * stride + i] = p;
      }
    }
  }
  return largest;
}

ScaledSentence Prepare(const Lattice& lattice, ChainWorkspace::Arrays* arrays) {
  const Transitions& transitions = *lattice.transitions;
  const Transitions::Exp& exp = transitions.exp();
  const size_t stride = static_cast<size_t>(transitions.stride());
  const size_t length = static_cast<size_t>(lattice.length);
  ScaledSentence s;
  s.length = lattice.length;
  s.labels = lattice.labels;
  s.stride = transitions.stride();
  s.emissions = Grow(&arrays->emissions, length * stride);
  s.scores = s.emissions;
  PadRows(lattice.emissions, length, static_cast<size_t>(lattice.labels), stride, s.emissions);
  s.forward = exp.forward.data();
  s.backward = exp.backward.data();
  s.log_scale = exp.log_step;
  if (lattice.step_transitions) {
    s.log_scale = ExpSteps(lattice, stride, arrays);
    s.forward = arrays->step_forward.data();
    s.backward = arrays->step_backward.data();
    s.step = static_cast<int64_t>(lattice.labels) * s.stride;
  }
  s.start = exp.start.data();
  s.end = exp.end.data();
  s.alpha = Grow(&arrays->alpha, length * stride);
  s.beta = Grow(&arrays->beta, length * stride);
  s.pair = Grow(&arrays->pair, length * stride);
  s.scale = Grow(&arrays->scale, 2 * length);
  return s;
}

// p(y_{t−1} = i, y_t = j) of each step, from what the scaled pass left.
void PairwiseOfSteps(const ScaledSentence& s, const MarginalsOut& out) {
  const size_t labels = static_cast<size_t>(s.labels), stride = static_cast<size_t>(s.stride);
  for (size_t t = 1; t < static_cast<size_t>(s.length); ++t) {
    const double* forward = s.forward + static_cast<int64_t>(t - 1) * s.step;
    const double* h = s.pair + t * stride;
    for (size_t i = 0; i < labels; ++i) {
      const double a = s.alpha[(t - 1) * stride + i];
      for (size_t j = 0; j < labels; ++j) {
        const double p = a * forward[i * stride + j] * h[j];
        if (out.pairwise) out.pairwise[((t - 1) * labels + i) * labels + j] = p;
        if (out.pairwise_sum) out.pairwise_sum[i * labels + j] += p;
      }
    }
  }
}

void AlongPath(const ScaledSentence& s, const MarginalsOut& out) {
  const size_t stride = static_cast<size_t>(s.stride);
  for (size_t t = 1; t < static_cast<size_t>(s.length); ++t) {
    const double* forward = s.forward + static_cast<int64_t>(t - 1) * s.step;
    const auto i = static_cast<size_t>(out.path[t - 1]), j = static_cast<size_t>(out.path[t]);
    out.along_path[t - 1] =
        s.alpha[(t - 1) * stride + i] * forward[i * stride + j] * s.pair[t * stride + j];
  }
}

// The sums over all steps at once, where the transitions are shared.
void PairwiseSum(const ScaledSentence& s, ChainWorkspace::Arrays* arrays, double* out) {
  const size_t labels = static_cast<size_t>(s.labels), stride = static_cast<size_t>(s.stride);
  double* sum = Grow(&arrays->transition_sum, labels * stride);
  std::fill_n(sum, labels * stride, 0.0);
  AddTransitionSums(s, sum);
  for (size_t i = 0; i < labels; ++i) {
    for (size_t j = 0; j < labels; ++j) {
      out[i * labels + j] += sum[i * stride + j] * s.forward[i * stride + j];
    }
  }
}

void ScaledMarginals(const ScaledSentence& s, ChainWorkspace::Arrays* arrays,
                     const MarginalsOut& out) {
  const size_t labels = static_cast<size_t>(s.labels), stride = static_cast<size_t>(s.stride);
  if (out.unary) {
    for (size_t t = 0; t < static_cast<size_t>(s.length); ++t) {
      std::copy_n(s.beta + t * stride, labels, out.unary + t * labels);
    }
  }
  if (out.pairwise || (out.pairwise_sum && s.step)) {
    PairwiseOfSteps(s, out);
  } else if (out.pairwise_sum) {
    PairwiseSum(s, arrays, out.pairwise_sum);
  }
  if (out.along_path) AlongPath(s, out);
}

ScaledCovariance PrepareCovariance(const ScaledSentence& s, const double* u,
                                   ChainWorkspace::Arrays* arrays) {
  const size_t length = static_cast<size_t>(s.length), stride = static_cast<size_t>(s.stride);
  PadRows(u, length, static_cast<size_t>(s.labels), stride, Grow(&arrays->u, length * stride), 0);
  ScaledCovariance c;
  c.u = arrays->u.data();
  c.rows = Grow(&arrays->rows, length * stride);
  c.forward = Grow(&arrays->u_forward, length * stride);
  c.backward = Grow(&arrays->u_backward, length * stride);
  return c;
}

void PairwiseCovariances(const ScaledSentence& s, const ScaledCovariance& c, double* sum) {
  const size_t labels = static_cast<size_t>(s.labels), stride = static_cast<size_t>(s.stride);
  for (size_t t = 1; t < static_cast<size_t>(s.length); ++t) {
    const double* step = s.forward + static_cast<int64_t>(t - 1) * s.step;
    const double *pair = s.pair + t * stride, *backward = c.backward + t * stride;
    for (size_t i = 0; i < labels; ++i) {
      const double forward = c.forward[(t - 1) * stride + i], a = s.alpha[(t - 1) * stride + i];
      for (size_t j = 0; j < labels; ++j) {
        sum[i * labels + j] += step[i * stride + j] * (forward * pair[j] + a * backward[j]);
      }
    }
  }
}

}  // namespace

double LogPartition(const Lattice& lattice, ChainWorkspace* workspace) {
  if (lattice.length == 0) return 0;
  ChainWorkspace::Arrays* arrays = &workspace->arrays();
  const double scaled = ScaledForwardBackward(Prepare(lattice, arrays));
  if (scaled == scaled) return scaled + lattice.transitions->exp().log_ends;
  return LogSpaceForwardBackward(lattice, &arrays->log_space);
}

double Marginals(const Lattice& lattice, ChainWorkspace* workspace, const MarginalsOut& out) {
  if (lattice.length == 0) return 0;
  ChainWorkspace::Arrays* arrays = &workspace->arrays();
  const ScaledSentence sentence = Prepare(lattice, arrays);
  const double scaled = ScaledForwardBackward(sentence);
  if (scaled == scaled) {
    ScaledMarginals(sentence, arrays, out);
    return scaled + lattice.transitions->exp().log_ends;
  }
  const double log_partition = LogSpaceForwardBackward(lattice, &arrays->log_space);
  if (!std::isfinite(log_partition)) FailNoPath(lattice);
  LogSpaceMarginals(lattice, arrays->log_space, log_partition, out);
  return log_partition;
}

double Covariances(const Lattice& lattice, const double* u, ChainWorkspace* workspace,
                   const CovariancesOut& out) {
  if (lattice.length == 0) return 0;
  ChainWorkspace::Arrays* arrays = &workspace->arrays();
  const ScaledSentence sentence = Prepare(lattice, arrays);
  if (std::isnan(ScaledForwardBackward(sentence))) {
    const double log_partition = LogSpaceForwardBackward(lattice, &arrays->log_space);
    if (!std::isfinite(log_partition)) FailNoPath(lattice);
    return LogSpaceCovariances(lattice, arrays->log_space, log_partition, u, out);
  }
  const ScaledCovariance covariance = PrepareCovariance(sentence, u, arrays);
  const double mean = ScaledCovariances(sentence, covariance);
  const size_t labels = static_cast<size_t>(lattice.labels);
  const size_t stride = static_cast<size_t>(sentence.stride);
  for (size_t t = 0; out.unary && t < static_cast<size_t>(lattice.length); ++t) {
    std::copy_n(covariance.rows + t * stride, labels, out.unary + t * labels);
  }
  if (out.pairwise_sum) PairwiseCovariances(sentence, covariance, out.pairwise_sum);
  return mean;
}

void FailNoPath(const Lattice& lattice) {
  const int64_t t = FirstUnreachable(lattice);
  Fail(Status::kInvalidArgument,
       "no label path is allowed: the labels and rules contradict each other at ",
       t < lattice.length ? StrCat("token ", t) : std::string("the end"), " of ", lattice.length,
       " tokens");
}

ViterbiSentence PrepareViterbi(const Lattice& lattice, bool keep_rows, ViterbiArrays* arrays) {
  const Transitions& transitions = *lattice.transitions;
  const size_t length = static_cast<size_t>(lattice.length);
  const size_t labels = static_cast<size_t>(lattice.labels);
  const size_t stride = static_cast<size_t>(transitions.stride());
  ViterbiSentence s;
  s.length = lattice.length;
  s.labels = lattice.labels;
  s.stride = transitions.stride();
  s.emissions = lattice.emissions;
  s.transitions = transitions.padded().data();
  if (lattice.step_transitions) {
    double* steps = Grow(&arrays->steps, length * labels * stride);
    PadRows(lattice.step_transitions, (length - 1) * labels, labels, stride, steps);
    s.transitions = steps;
    s.step = static_cast<int64_t>(labels * stride);
  }
  s.start = transitions.start().data();
  s.end = transitions.end().data();
  s.keep_rows = keep_rows;
  s.row = Grow(&arrays->rows, (keep_rows ? length : 2) * stride);
  s.back = Grow(&arrays->back, length * stride);
  return s;
}

double Viterbi(const Lattice& lattice, ChainWorkspace* workspace, Span<int32_t> path) {
  if (lattice.length == 0) return 0;
  const double score =
      ViterbiPass(PrepareViterbi(lattice, false, &workspace->arrays().viterbi), path.data());
  if (score == kMinusInf) FailNoPath(lattice);
  return score;
}

}  // namespace weft

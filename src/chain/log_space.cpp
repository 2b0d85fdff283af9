#include "chain/log_space.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "chain/step_scores.h"

namespace weft {
namespace {

constexpr double kMinusInf = -std::numeric_limits<double>::infinity();

double LogSumExp(const std::vector<double>& terms) {
  const double largest = *std::max_element(terms.begin(), terms.end());
  if (largest == kMinusInf) return kMinusInf;
  double sum = 0;
  for (double term : terms) sum += std::exp(term - largest);
  return largest + std::log(sum);
}

}  // namespace

double LogSpaceForwardBackward(const Lattice& lattice, LogSpaceArrays* arrays) {
  const size_t length = static_cast<size_t>(lattice.length);
  const size_t labels = static_cast<size_t>(lattice.labels);
  const std::vector<double>& start = lattice.transitions->start();
  const std::vector<double>& end = lattice.transitions->end();
  std::vector<double>&alpha = arrays->alpha, &beta = arrays->beta, &terms = arrays->terms;
  alpha.resize(length * labels);
  beta.resize(length * labels);
  terms.resize(labels);
  for (size_t k = 0; k < labels; ++k) alpha[k] = start[k] + lattice.emissions[k];
  for (size_t t = 1; t < length; ++t) {
    const double* step = StepScores(lattice, t);
    for (size_t j = 0; j < labels; ++j) {
      for (size_t i = 0; i < labels; ++i) {
        terms[i] = alpha[(t - 1) * labels + i] + step[i * labels + j];
      }
      alpha[t * labels + j] = LogSumExp(terms) + lattice.emissions[t * labels + j];
    }
  }
  std::copy(end.begin(), end.end(), beta.end() - static_cast<ptrdiff_t>(labels));
  for (size_t t = length - 1; t > 0; --t) {
    const double* step = StepScores(lattice, t);
    for (size_t i = 0; i < labels; ++i) {
      for (size_t j = 0; j < labels; ++j) {
        terms[j] = step[i * labels + j] + lattice.emissions[t * labels + j] + beta[t * labels + j];
      }
      beta[(t - 1) * labels + i] = LogSumExp(terms);
    }
  }
  for (size_t k = 0; k < labels; ++k) terms[k] = alpha[(length - 1) * labels + k] + end[k];
  return LogSumExp(terms);
}

void LogSpaceMarginals(const Lattice& lattice, const LogSpaceArrays& arrays, double log_partition,
                       const MarginalsOut& out) {
  const size_t length = static_cast<size_t>(lattice.length);
  const size_t labels = static_cast<size_t>(lattice.labels);
  if (out.unary) {
    for (size_t t = 0; t < length; ++t) {
      double* row = out.unary + t * labels;
      double sum = 0;
      for (size_t k = 0; k < labels; ++k) {
        const size_t at = t * labels + k;
        row[k] = std::exp(arrays.alpha[at] + arrays.beta[at] - log_partition);
        sum += row[k];
      }
      for (size_t k = 0; k < labels; ++k) row[k] /= sum;  // what the logarithms rounded off
    }
  }
  const auto pair = [&](size_t t, size_t i, size_t j) {
    const size_t at = t * labels + j;
    return std::exp(arrays.alpha[(t - 1) * labels + i] + StepScores(lattice, t)[i * labels + j] +
                    lattice.emissions[at] + arrays.beta[at] - log_partition);
  };
  for (size_t t = 1; out.along_path && t < length; ++t) {
    out.along_path[t - 1] =
        pair(t, static_cast<size_t>(out.path[t - 1]), static_cast<size_t>(out.path[t]));
  }
  if (!out.pairwise && !out.pairwise_sum) return;
  for (size_t t = 1; t < length; ++t) {
    for (size_t i = 0; i < labels; ++i) {
      for (size_t j = 0; j < labels; ++j) {
        const double p = pair(t, i, j);
        if (out.pairwise) out.pairwise[((t - 1) * labels + i) * labels + j] = p;
        if (out.pairwise_sum) out.pairwise_sum[i * labels + j] += p;
      }
    }
  }
}

double LogSpaceCovariances(const Lattice& lattice, const LogSpaceArrays& arrays,
                           double log_partition, const double* u, const CovariancesOut& out) {
  const size_t length = static_cast<size_t>(lattice.length);
  const size_t labels = static_cast<size_t>(lattice.labels);
  // log p(y_{t−1} = i, y_t = j) + log Z; −inf where it is forbidden.
  const auto pair = [&](size_t t, size_t i, size_t j) {
    const size_t at = t * labels + j;
    return arrays.alpha[(t - 1) * labels + i] + StepScores(lattice, t)[i * labels + j] +
           lattice.emissions[at] + arrays.beta[at];
  };
  // exp(a − b), 0 where a is −inf: where b is, so is a.
  const auto share = [](double a, double b) { return a == kMinusInf ? 0 : std::exp(a - b); };
  const auto mass = [&](size_t at) { return arrays.alpha[at] + arrays.beta[at]; };
  // What U is expected to be up to a token, and from it on, where its label is given.
  std::vector<double> before(u, u + length * labels), after(u, u + length * labels);
  for (size_t t = 1; t < length; ++t) {
    const size_t back = length - t;
    for (size_t i = 0; i < labels; ++i) {
      for (size_t j = 0; j < labels; ++j) {
        before[t * labels + j] +=
            share(pair(t, i, j), mass(t * labels + j)) * before[(t - 1) * labels + i];
        after[(back - 1) * labels + i] +=
            share(pair(back, i, j), mass((back - 1) * labels + i)) * after[back * labels + j];
      }
    }
  }
  double mean = 0;
  for (size_t k = 0; k < labels; ++k) mean += share(mass(k), log_partition) * after[k];
  for (size_t at = 0; out.unary && at < length * labels; ++at) {
    out.unary[at] = share(mass(at), log_partition) * (before[at] + after[at] - u[at] - mean);
  }
  for (size_t t = 1; out.pairwise_sum && t < length; ++t) {
    for (size_t i = 0; i < labels; ++i) {
      for (size_t j = 0; j < labels; ++j) {
        out.pairwise_sum[i * labels + j] +=
            share(pair(t, i, j), log_partition) *
            (before[(t - 1) * labels + i] + after[t * labels + j] - mean);
      }
    }
  }
  return mean;
}

}  // namespace weft

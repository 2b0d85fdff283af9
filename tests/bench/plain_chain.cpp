#include "bench/plain_chain.h"

#include <algorithm>
#include <cmath>

namespace weft::bench {
namespace {

double LogSumExp(const std::vector<double>& values) {
  const double most = *std::max_element(values.begin(), values.end());
  double sum = 0;
  for (double value : values) sum += std::exp(value - most);
  return most + std::log(sum);
}

}  // namespace

void PlainChain::Forward(const Lattice& lattice) {
  const size_t L = static_cast<size_t>(lattice.length), K = static_cast<size_t>(lattice.labels);
  const double* emissions = lattice.emissions;
  const auto& transitions = lattice.transitions->scores();
  alpha_.resize(L * K);
  for (size_t j = 0; j < K; ++j) alpha_[j] = lattice.transitions->start()[j] + emissions[j];
  for (size_t t = 1; t < L; ++t) {
    for (size_t j = 0; j < K; ++j) {
      for (size_t i = 0; i < K; ++i) {
        scratch_[i] = alpha_[(t - 1) * K + i] + transitions[i * K + j];
      }
      alpha_[t * K + j] = LogSumExp(scratch_) + emissions[t * K + j];
    }
  }
}

void PlainChain::Backward(const Lattice& lattice) {
  const size_t L = static_cast<size_t>(lattice.length), K = static_cast<size_t>(lattice.labels);
  const double* emissions = lattice.emissions;
  const auto& transitions = lattice.transitions->scores();
  beta_.resize(L * K);
  for (size_t j = 0; j < K; ++j) beta_[(L - 1) * K + j] = lattice.transitions->end()[j];
  for (size_t t = L - 1; t > 0; --t) {
    for (size_t i = 0; i < K; ++i) {
      for (size_t j = 0; j < K; ++j) {
        scratch_[j] = transitions[i * K + j] + emissions[t * K + j] + beta_[t * K + j];
      }
      beta_[(t - 1) * K + i] = LogSumExp(scratch_);
    }
  }
}

double PlainChain::NegativeLogLikelihood(const Lattice& lattice, Span<const int32_t> tags,
                                         double* d_emissions, double* d_transitions) {
  const size_t L = static_cast<size_t>(lattice.length), K = static_cast<size_t>(lattice.labels);
  const double* emissions = lattice.emissions;
  const auto& transitions = lattice.transitions->scores();
  scratch_.resize(K);
  Forward(lattice);
  Backward(lattice);
  for (size_t j = 0; j < K; ++j) {
    scratch_[j] = alpha_[(L - 1) * K + j] + lattice.transitions->end()[j];
  }
  const double log_z = LogSumExp(scratch_);
  for (size_t t = 0; t < L; ++t) {
    for (size_t j = 0; j < K; ++j) {
      d_emissions[t * K + j] += std::exp(alpha_[t * K + j] + beta_[t * K + j] - log_z);
    }
    const size_t tag = static_cast<size_t>(tags[t]);
    d_emissions[t * K + tag] -= 1;
    if (t == 0) continue;
    for (size_t i = 0; i < K; ++i) {
      for (size_t j = 0; j < K; ++j) {
        d_transitions[i * K + j] += std::exp(alpha_[(t - 1) * K + i] + transitions[i * K + j] +
                                             emissions[t * K + j] + beta_[t * K + j] - log_z);
      }
    }
    d_transitions[static_cast<size_t>(tags[t - 1]) * K + tag] -= 1;
  }
  return log_z - PathScore(lattice, tags);
}

double PlainChain::Viterbi(const Lattice& lattice, Span<int32_t> path) {
  const size_t L = static_cast<size_t>(lattice.length), K = static_cast<size_t>(lattice.labels);
  const auto& transitions = lattice.transitions->scores();
  alpha_.resize(L * K);
  back_.resize(L * K);
  for (size_t j = 0; j < K; ++j) {
    alpha_[j] = lattice.transitions->start()[j] + lattice.emissions[j];
  }
  for (size_t t = 1; t < L; ++t) {
    for (size_t j = 0; j < K; ++j) {
      size_t best = 0;
      for (size_t i = 1; i < K; ++i) {
        if (alpha_[(t - 1) * K + i] + transitions[i * K + j] >
            alpha_[(t - 1) * K + best] + transitions[best * K + j]) {
          best = i;
        }
      }
      back_[t * K + j] = static_cast<int32_t>(best);
      alpha_[t * K + j] =
          alpha_[(t - 1) * K + best] + transitions[best * K + j] + lattice.emissions[t * K + j];
    }
  }
  for (size_t j = 0; j < K; ++j) alpha_[(L - 1) * K + j] += lattice.transitions->end()[j];
  const auto last = alpha_.begin() + static_cast<std::ptrdiff_t>((L - 1) * K);
  const auto best = std::max_element(last, alpha_.end());
  path[L - 1] = static_cast<int32_t>(best - last);
  for (size_t t = L - 1; t > 0; --t) {
    path[t - 1] = back_[t * K + static_cast<size_t>(path[t])];
  }
  return *best;
}

}  // namespace weft::bench

#include "bench/plain_hmm.h"

#include <algorithm>
#include <cmath>

namespace weft::bench {

PlainHmm::PlainHmm(const testing::W3& w3, std::vector<double> start,
                   std::vector<double> transitions, std::vector<double> confusion)
    : w3_(w3),
      K(start.size()),
      J(static_cast<size_t>(w3.sources)),
      start_(std::move(start)),
      transitions_(std::move(transitions)),
      confusion_(std::move(confusion)) {}

double PlainHmm::Iterate() {
  start_counts_.assign(start_.size(), 0.0);
  transition_counts_.assign(transitions_.size(), 0.0);
  confusion_counts_.assign(confusion_.size(), 0.0);
  double log_likelihood = 0;
  size_t begin = 0;
  for (int64_t end : w3_.sentence_ends) {
    log_likelihood += Sentence(begin, static_cast<size_t>(end));
    begin = static_cast<size_t>(end);
  }
  Maximise();
  return log_likelihood;
}

double PlainHmm::Sentence(size_t begin, size_t end) {
  const size_t L = end - begin;
  emissions_.assign(L * K, 1.0);
  alpha_.assign(L * K, 0.0);
  beta_.assign(L * K, 1.0);
  scale_.assign(L, 0.0);
  for (size_t t = 0; t < L; ++t) {
    for (size_t j = 0; j < J; ++j) {
      const size_t vote = static_cast<size_t>(w3_.votes[(begin + t) * J + j]);
      for (size_t z = 0; z < K; ++z) emissions_[t * K + z] *= confusion_[(j * K + z) * K + vote];
    }
  }
  double log_likelihood = 0;
  for (size_t t = 0; t < L; ++t) {
    for (size_t z = 0; z < K; ++z) {
      double p = t == 0 ? start_[z] : 0;
      for (size_t y = 0; t > 0 && y < K; ++y)
        p += alpha_[(t - 1) * K + y] * transitions_[y * K + z];
      alpha_[t * K + z] = p * emissions_[t * K + z];
      scale_[t] += alpha_[t * K + z];
    }
    for (size_t z = 0; z < K; ++z) alpha_[t * K + z] /= scale_[t];
    log_likelihood += std::log(scale_[t]);
  }
  for (size_t t = L - 1; t-- > 0;) {
    for (size_t y = 0; y < K; ++y) {
      double p = 0;
      for (size_t z = 0; z < K; ++z) {
        p += transitions_[y * K + z] * emissions_[(t + 1) * K + z] * beta_[(t + 1) * K + z];
      }
      beta_[t * K + y] = p / scale_[t + 1];
    }
  }
  for (size_t t = 0; t < L; ++t) {
    for (size_t z = 0; z < K; ++z) {
      const double posterior = alpha_[t * K + z] * beta_[t * K + z];
      if (t == 0) start_counts_[z] += posterior;
      for (size_t j = 0; j < J; ++j) {
        const size_t vote = static_cast<size_t>(w3_.votes[(begin + t) * J + j]);
        confusion_counts_[(j * K + z) * K + vote] += posterior;
      }
      for (size_t y = 0; t > 0 && y < K; ++y) {
        transition_counts_[y * K + z] += alpha_[(t - 1) * K + y] * transitions_[y * K + z] *
                                         emissions_[t * K + z] * beta_[t * K + z] / scale_[t];
      }
    }
  }
  return log_likelihood;
}

void PlainHmm::Maximise() {
  const auto normalise = [this](const std::vector<double>& counts, std::vector<double>* p) {
    for (size_t row = 0; row < counts.size(); row += K) {
      double sum = 0;
      for (size_t i = row; i < row + K; ++i) sum += counts[i];
      for (size_t i = row; i < row + K; ++i) (*p)[i] = std::max(1e-12, counts[i] / sum);
    }
  };
  normalise(start_counts_, &start_);
  normalise(transition_counts_, &transitions_);
  normalise(confusion_counts_, &confusion_);
}

}  // namespace weft::bench

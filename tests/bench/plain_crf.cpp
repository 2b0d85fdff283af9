#include "bench/plain_crf.h"

#include <algorithm>
#include <cmath>

namespace weft::bench {

PlainCrf::PlainCrf(const CrfTrainingData& data)
    : data_(data), K(static_cast<size_t>(data.features.labels)), transitions_(K * K) {
  const FeatureSet& set = data.features;
  features_.resize(static_cast<size_t>(set.num_attributes()));
  for (size_t a = 0; a < features_.size(); ++a) {
    for (size_t f = set.bounds[a]; f < set.bounds[a + 1]; ++f) {
      features_[a].push_back({set.label[f], f});
    }
  }
}

double PlainCrf::Evaluate(const std::vector<double>& weights) {
  const auto states = static_cast<size_t>(data_.features.num_states());
  const std::vector<int32_t>& bigrams = data_.features.bigrams;
  gradient_.assign(weights.size(), 0.0);
  std::fill(transitions_.begin(), transitions_.end(), 1.0);
  for (size_t i = 0; i < bigrams.size(); ++i) {
    transitions_[static_cast<size_t>(bigrams[i])] = std::exp(weights[states + i]);
  }
  pairs_.assign(K * K, 0.0);
  double loss = 0;
  for (int64_t s = 0; s < data_.corpus.num_sentences(); ++s) loss += Sentence(weights, s);
  for (size_t i = 0; i < bigrams.size(); ++i) {
    gradient_[states + i] += pairs_[static_cast<size_t>(bigrams[i])];
  }
  return loss;
}

double PlainCrf::Sentence(const std::vector<double>& weights, int64_t s) {
  const EncodedCorpus& corpus = data_.corpus;
  const auto first = static_cast<size_t>(corpus.sentence_bounds[static_cast<size_t>(s)]);
  const auto L = static_cast<size_t>(corpus.sentence_bounds[static_cast<size_t>(s) + 1]) - first;
  const Span<const int32_t> gold = data_.targets.hard(s);
  scores_.assign(L * K, 0.0);
  alpha_.assign(L * K, 0.0);
  beta_.assign(L * K, 1.0);
  scale_.assign(L, 0.0);
  double loss = 0;
  for (size_t t = 0; t < L; ++t) {
    Add(weights, first + t, t);
    loss -= scores_[t * K + static_cast<size_t>(gold[t])];
    for (size_t y = 0; y < K; ++y) scores_[t * K + y] = std::exp(scores_[t * K + y]);
  }
  for (size_t t = 0; t < L; ++t) {
    for (size_t z = 0; z < K; ++z) {
      double p = t == 0 ? 1 : 0;
      for (size_t y = 0; t > 0 && y < K; ++y) {
        p += alpha_[(t - 1) * K + y] * transitions_[y * K + z];
      }
      alpha_[t * K + z] = p * scores_[t * K + z];
      scale_[t] += alpha_[t * K + z];
    }
    for (size_t z = 0; z < K; ++z) alpha_[t * K + z] /= scale_[t];
    loss += std::log(scale_[t]);
  }
  for (size_t t = L; t-- > 1;) {
    for (size_t y = 0; y < K; ++y) {
      double p = 0;
      for (size_t z = 0; z < K; ++z) {
        const double step = transitions_[y * K + z] * scores_[t * K + z] * beta_[t * K + z];
        p += step;
        pairs_[y * K + z] += alpha_[(t - 1) * K + y] * step / scale_[t];
      }
      beta_[(t - 1) * K + y] = p / scale_[t];
    }
    const size_t pair = static_cast<size_t>(gold[t - 1]) * K + static_cast<size_t>(gold[t]);
    pairs_[pair] -= 1;
    loss -= std::log(transitions_[pair]);
  }
  for (size_t t = 0; t < L; ++t) {
    for (int64_t i = corpus.token_bounds[first + t]; i < corpus.token_bounds[first + t + 1]; ++i) {
      const auto a = static_cast<size_t>(corpus.attributes[static_cast<size_t>(i)]);
      for (const Feature& f : features_[a]) {
        gradient_[f.weight] += alpha_[t * K + f.label] * beta_[t * K + f.label] -
                               (f.label == static_cast<size_t>(gold[t]) ? 1 : 0);
      }
    }
  }
  return loss;
}

void PlainCrf::Add(const std::vector<double>& weights, size_t t, size_t row) {
  const EncodedCorpus& corpus = data_.corpus;
  for (int64_t i = corpus.token_bounds[t]; i < corpus.token_bounds[t + 1]; ++i) {
    const auto a = static_cast<size_t>(corpus.attributes[static_cast<size_t>(i)]);
    for (const Feature& f : features_[a]) scores_[row * K + f.label] += weights[f.weight];
  }
}

}  // namespace weft::bench

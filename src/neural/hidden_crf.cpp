#include "neural/hidden_crf.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/error.h"
#include "crf/sparse.h"

namespace weft {

SourceWeights::SourceWeights(const VoteShape& shape, bool normalised)
    : shape_(shape),
      stride_(static_cast<size_t>(PaddedLabels(shape.labels))),
      normalised_(normalised),
      columns_(static_cast<size_t>(shape.slots()) * static_cast<size_t>(shape.labels) * stride_),
      probabilities_(columns_.size()),
      log_sums_(static_cast<size_t>(shape.slots()) * stride_),
      zeros_(stride_) {}

void SourceWeights::Set(Span<const float> parameters) {
  const auto k = static_cast<size_t>(labels());
  Require(parameters.size() == static_cast<size_t>(slots()) * k * k, "expected ", slots(), " by ",
          k, " by ", k, " weights of sources, found ", parameters.size());
  for (int32_t j = 0; j < slots(); ++j) {
    for (size_t from = 0; from < k; ++from) {
      const float* row = parameters.data() + (static_cast<size_t>(j) * k + from) * k;
      const double highest = static_cast<double>(*std::max_element(row, row + k));
      double sum = 0;
      for (size_t n = 0; n < k; ++n) {
        const double p = std::exp(static_cast<double>(row[n]) - highest);
        probabilities_[Column(j, static_cast<int32_t>(n)) + from] = p;
        sum += p;
      }
      const double log_sum = highest + std::log(sum);
      log_sums_[static_cast<size_t>(j) * stride_ + from] = normalised_ ? 0 : log_sum;
      for (size_t n = 0; n < k; ++n) {
        const size_t at = Column(j, static_cast<int32_t>(n)) + from;
        columns_[at] = static_cast<double>(row[n]) - (normalised_ ? log_sum : 0);
        probabilities_[at] /= sum;
      }
    }
  }
}

void SourceWeights::ScoreVotes(const VoteRows& votes, double* scores) const {
  ScoreTask task;
  task.end = static_cast<int64_t>(votes.patterns());
  task.stride = static_cast<int32_t>(stride_);
  task.prefetch = false;
  task.initial = zeros_.data();
  task.rows = columns_.data();
  task.row_bounds = votes.bounds().data();
  task.row_ids = votes.ids().data();
  task.row_values = votes.weights();
  task.out = scores;
  weft::ScoreTokens(task);
}

bool SourceWeights::ScoreAny(const VoteRows& votes, double* scores) const {
  const bool same = normalised_ || votes.uniform();
  const size_t patterns = same ? std::min<size_t>(votes.patterns(), 1) : votes.patterns();
  std::fill_n(scores, patterns * stride_, 0.0);
  if (normalised_) return same;
  for (size_t p = 0; p < patterns; ++p) {
    double* row = scores + p * stride_;
    for (auto i = static_cast<size_t>(votes.bounds()[p]);
         i < static_cast<size_t>(votes.bounds()[p + 1]); ++i) {
      const double* from = log_sums(static_cast<int32_t>(votes.ids()[i]) / labels());
      const double weight = votes.weight(i);
      for (size_t k = 0; k < stride_; ++k) row[k] += weight * from[k];
    }
  }
  return same;
}

void HiddenCrfPass::Begin(const Transitions& transitions, const SourceWeights& weights) {
  transitions_ = &transitions;
  weights_ = &weights;
  passes_.Begin(transitions);
  const auto slots = static_cast<size_t>(weights.slots());
  votes_.assign(slots * static_cast<size_t>(weights.labels()) * weights.stride(), 0.0);
  labels_.assign(slots * weights.stride(), 0.0);
}

double HiddenCrfPass::Add(const VoteRows& votes, const float* emissions, float* gradient) {
  const size_t stride = weights_->stride(), k = static_cast<size_t>(weights_->labels());
  const size_t size = votes.length() * stride;
  if (alone_.size() < size) {
    alone_.resize(size);
    given_votes_.resize(size);
    by_pattern_.resize(size);
  }
  const bool same = weights_->ScoreAny(votes, by_pattern_.data());
  ScoreTokens(votes, emissions, same);
  const double log_z = passes_.Run(1, alone_.data());
  weights_->ScoreVotes(votes, by_pattern_.data());
  ScoreTokens(votes, emissions, false);
  const double log_z_votes = passes_.Run(-1, given_votes_.data());

  for (size_t t = 0; t < votes.length(); ++t) {
    for (size_t i = 0; i < k; ++i) {
      gradient[t * k + i] =
          static_cast<float>(alone_[t * stride + i] - given_votes_[t * stride + i]);
    }
  }
  CountVotes(votes, SumByPattern(votes, given_votes_.data()));
  if (!weights_->normalised()) CountLabels(votes, SumByPattern(votes, alone_.data()));
  return log_z - log_z_votes;
}

// Emissions and what by_pattern_ has for the pattern of each token, or its first row for all.
void HiddenCrfPass::ScoreTokens(const VoteRows& votes, const float* emissions, bool same) {
  const size_t stride = weights_->stride(), k = static_cast<size_t>(weights_->labels());
  double* scores = passes_.Scores(votes.length());
  for (size_t t = 0; t < votes.length(); ++t) {
    const double* pattern = by_pattern_.data() + (same ? 0 : votes.tokens()[t] * stride);
    double* row = scores + t * stride;
    for (size_t i = 0; i < k; ++i) {
      row[i] = static_cast<double>(emissions[t * k + i]) + pattern[i];
    }
    std::fill(row + k, row + stride, -std::numeric_limits<double>::infinity());
  }
}

// Marginals [patterns, stride]; those of tokens where no two share a pattern.
const double* HiddenCrfPass::SumByPattern(const VoteRows& votes, const double* marginals) {
  const size_t stride = weights_->stride();
  if (votes.patterns() == votes.length()) return marginals;
  std::fill_n(by_pattern_.data(), votes.patterns() * stride, 0.0);
  for (size_t t = 0; t < votes.length(); ++t) {
    double* row = by_pattern_.data() + votes.tokens()[t] * stride;
    for (size_t i = 0; i < stride; ++i) row[i] += marginals[t * stride + i];
  }
  return by_pattern_.data();
}

void HiddenCrfPass::CountVotes(const VoteRows& votes, const double* marginals) {
  FrequentTask count;
  count.end = static_cast<int64_t>(votes.patterns());
  count.stride = static_cast<int32_t>(weights_->stride());
  count.frequent =
      static_cast<uint32_t>(weights_->slots()) * static_cast<uint32_t>(weights_->labels());
  count.rows = marginals;
  count.row_bounds = votes.bounds().data();
  count.row_ids = votes.ids().data();
  count.row_values = votes.weights();
  count.sums = votes_.data();
  AddFrequentRows(count);
}

void HiddenCrfPass::CountLabels(const VoteRows& votes, const double* marginals) {
  const size_t stride = weights_->stride();
  const auto add = [&](size_t pattern, const double* row) {
    for (auto i = static_cast<size_t>(votes.bounds()[pattern]);
         i < static_cast<size_t>(votes.bounds()[pattern + 1]); ++i) {
      const auto slot = votes.ids()[i] / static_cast<uint32_t>(weights_->labels());
      const double weight = votes.weight(i);
      double* labels = labels_.data() + slot * stride;
      for (size_t k = 0; k < stride; ++k) labels[k] += weight * row[k];
    }
  };
  if (!votes.uniform()) {
    for (size_t p = 0; p < votes.patterns(); ++p) add(p, marginals + p * stride);
    return;
  }
  sentence_.resize(stride);
  for (size_t k = 0; k < stride; k += 4) {  // strides are whole fours; sums stay in registers
    double even[4] = {}, odd[4] = {};
    const double* row = marginals + k;
    size_t p = 0;
    for (; p + 1 < votes.patterns(); p += 2, row += 2 * stride) {
      for (size_t i = 0; i < 4; ++i) even[i] += row[i];
      for (size_t i = 0; i < 4; ++i) odd[i] += row[stride + i];
    }
    for (size_t i = 0; i < 4; ++i) {
      sentence_[k + i] = even[i] + odd[i] + (p < votes.patterns() ? row[i] : 0);
    }
  }
  add(0, sentence_.data());
}

// The votes' part of d log p/dπ is Σ_l p(t_l = k | x, y)·[y_l = n]. The other part multiplies
// p(n | k) with Σ_l p(t_l = k | x), under the lattice of the denominator; or, where rows are
// normalised, with the sum of the first over n, since π is a log-softmax.
void HiddenCrfPass::Finish(double* transitions, double* parameters) {
  passes_.Finish(transitions);
  const size_t stride = weights_->stride(), k = static_cast<size_t>(weights_->labels());
  for (int32_t j = 0; j < weights_->slots(); ++j) {
    double* labels = labels_.data() + static_cast<size_t>(j) * stride;
    for (size_t n = 0; weights_->normalised() && n < k; ++n) {
      const double* counts = votes_.data() + (static_cast<size_t>(j) * k + n) * stride;
      for (size_t i = 0; i < stride; ++i) labels[i] += counts[i];
    }
    for (size_t n = 0; n < k; ++n) {
      const double* counts = votes_.data() + (static_cast<size_t>(j) * k + n) * stride;
      const double* p = weights_->probabilities(j, static_cast<int32_t>(n));
      for (size_t i = 0; i < k; ++i) {
        parameters[(static_cast<size_t>(j) * k + i) * k + n] += labels[i] * p[i] - counts[i];
      }
    }
  }
}

}  // namespace weft

#include "neural/hidden_crf.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/error.h"

namespace weft {
namespace {

// Calls visit(token, vote, weight) for every vote of a source on a sentence.
template <typename Visit>
void ForVotes(const ReadVotes& row, size_t length, size_t labels, Visit visit) {
  for (size_t t = 0; t < length; ++t) {
    if (row.labels[t] == kNoLabel) continue;
    const float* soft = row.soft ? row.soft + t * labels : nullptr;
    if (!soft || std::all_of(soft, soft + labels, [](float p) { return p == 0; })) {
      visit(t, row.labels[t], 1.0);
      continue;
    }
    for (size_t n = 0; n < labels; ++n) {
      if (soft[n] > 0) visit(t, static_cast<int32_t>(n), static_cast<double>(soft[n]));
    }
  }
}

}  // namespace

SourceWeights::SourceWeights(int32_t sources, int32_t labels, bool normalised)
    : sources_(sources),
      labels_(labels),
      stride_(static_cast<size_t>(PaddedLabels(labels))),
      normalised_(normalised),
      columns_(static_cast<size_t>(sources) * static_cast<size_t>(labels) * stride_),
      probabilities_(columns_.size()),
      log_sums_(static_cast<size_t>(sources) * stride_) {}

void SourceWeights::Set(Span<const float> parameters) {
  const auto k = static_cast<size_t>(labels_);
  Require(parameters.size() == static_cast<size_t>(sources_) * k * k, "expected ", sources_, " by ",
          k, " by ", k, " weights of sources, found ", parameters.size());
  for (int32_t j = 0; j < sources_; ++j) {
    for (size_t from = 0; from < k; ++from) {
      const float* row = parameters.data() + (static_cast<size_t>(j) * k + from) * k;
      const double highest = static_cast<double>(*std::max_element(row, row + k));
      double sum = 0;
      for (size_t n = 0; n < k; ++n) sum += std::exp(static_cast<double>(row[n]) - highest);
      const double log_sum = highest + std::log(sum);
      log_sums_[static_cast<size_t>(j) * stride_ + from] = normalised_ ? 0 : log_sum;
      for (size_t n = 0; n < k; ++n) {
        const size_t at = Column(j, static_cast<int32_t>(n)) + from;
        columns_[at] = static_cast<double>(row[n]) - (normalised_ ? log_sum : 0);
        probabilities_[at] = std::exp(static_cast<double>(row[n]) - log_sum);
      }
    }
  }
}

void SourceWeights::AddVotes(const std::vector<ReadVotes>& votes, size_t length,
                             double* scores) const {
  for (const ReadVotes& row : votes) {
    ForVotes(row, length, static_cast<size_t>(labels_), [&](size_t t, int32_t vote, double p) {
      const double* from = column(row.source, vote);
      double* to = scores + t * stride_;
      for (size_t k = 0; k < stride_; ++k) to[k] += p * from[k];
    });
  }
}

void SourceWeights::AddLogSums(const std::vector<ReadVotes>& votes, size_t length,
                               double* scores) const {
  if (normalised_) return;
  for (const ReadVotes& row : votes) {
    const double* from = log_sums(row.source);
    for (size_t t = 0; t < length; ++t) {
      if (row.labels[t] == kNoLabel) continue;
      double* to = scores + t * stride_;
      for (size_t k = 0; k < stride_; ++k) to[k] += from[k];
    }
  }
}

void HiddenCrfPass::Begin(const Transitions& transitions, const SourceWeights& weights) {
  transitions_ = &transitions;
  weights_ = &weights;
  passes_.Begin(transitions);
  const auto sources = static_cast<size_t>(weights.sources());
  votes_.assign(sources * static_cast<size_t>(weights.labels()) * weights.stride(), 0.0);
  labels_.assign(sources * weights.stride(), 0.0);
}

double HiddenCrfPass::Add(const std::vector<ReadVotes>& votes, size_t length,
                          const float* emissions, float* gradient) {
  const size_t stride = weights_->stride(), k = static_cast<size_t>(weights_->labels());
  if (alone_.size() < length * stride) {
    alone_.resize(length * stride);
    given_votes_.resize(length * stride);
  }
  double* scores = passes_.Scores(length);
  Score(length, emissions, scores);
  weights_->AddLogSums(votes, length, scores);
  const double log_z = passes_.Run(1, alone_.data());

  scores = passes_.Scores(length);
  Score(length, emissions, scores);
  weights_->AddVotes(votes, length, scores);
  const double log_z_votes = passes_.Run(-1, given_votes_.data());

  for (size_t t = 0; t < length; ++t) {
    for (size_t i = 0; i < k; ++i) {
      gradient[t * k + i] =
          static_cast<float>(alone_[t * stride + i] - given_votes_[t * stride + i]);
    }
  }
  CountVotes(votes, length);
  return log_z - log_z_votes;
}

void HiddenCrfPass::Score(size_t length, const float* emissions, double* scores) const {
  const size_t stride = weights_->stride(), k = static_cast<size_t>(weights_->labels());
  for (size_t t = 0; t < length; ++t) {
    double* row = scores + t * stride;
    for (size_t i = 0; i < k; ++i) row[i] = static_cast<double>(emissions[t * k + i]);
    std::fill(row + k, row + stride, -std::numeric_limits<double>::infinity());
  }
}

// The votes' part of d log p/dπ is Σ_l p(t_l = k | x, y)·[y_l = n]. The other part multiplies
// p(n | k) with Σ_l p(t_l = k), under the lattice of the denominator; or, where rows are
// normalised, under that of the numerator, whose log-softmax it comes from.
void HiddenCrfPass::CountVotes(const std::vector<ReadVotes>& votes, size_t length) {
  const size_t stride = weights_->stride(), k = static_cast<size_t>(weights_->labels());
  const double* total = weights_->normalised() ? given_votes_.data() : alone_.data();
  for (const ReadVotes& row : votes) {
    double* counts = votes_.data() + static_cast<size_t>(row.source) * k * stride;
    double* labels = labels_.data() + static_cast<size_t>(row.source) * stride;
    ForVotes(row, length, k, [&](size_t t, int32_t vote, double p) {
      const double* given = given_votes_.data() + t * stride;
      double* to = counts + static_cast<size_t>(vote) * stride;
      for (size_t i = 0; i < stride; ++i) to[i] += p * given[i];
    });
    for (size_t t = 0; t < length; ++t) {
      if (row.labels[t] == kNoLabel) continue;
      for (size_t i = 0; i < stride; ++i) labels[i] += total[t * stride + i];
    }
  }
}

void HiddenCrfPass::Finish(double* transitions, double* parameters) {
  passes_.Finish(transitions);
  const size_t stride = weights_->stride(), k = static_cast<size_t>(weights_->labels());
  for (int32_t j = 0; j < weights_->sources(); ++j) {
    const double* labels = labels_.data() + static_cast<size_t>(j) * stride;
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

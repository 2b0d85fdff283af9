#include "neural/hidden_crf.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/error.h"
#include "crf/sparse.h"

namespace weft {

void VoteRows::Read(const std::vector<ReadVotes>& votes, size_t length, const VoteShape& shape) {
  const auto k = static_cast<size_t>(shape.labels);
  const bool soft_votes =
      std::any_of(votes.begin(), votes.end(), [](const ReadVotes& row) { return row.soft; });
  weighted_ =
      soft_votes || shape.weight != 1 ||
      std::any_of(votes.begin(), votes.end(), [](const ReadVotes& row) { return row.weight != 1; });
  complete_ = true;
  const size_t most = length * votes.size() * (soft_votes ? k : 1);
  if (ids_.size() < most) ids_.resize(most);
  if (weighted_ && weights_.size() < most) weights_.resize(most);
  bounds_.resize(length + 1);
  size_t used = 0;
  for (size_t t = 0; t < length; ++t) {
    for (const ReadVotes& row : votes) {
      const int32_t vote = row.labels[t];
      complete_ &= vote != kNoLabel;
      if (vote == kNoLabel) continue;
      const auto first = static_cast<uint32_t>(SlotOf(row, t, shape.contexts, shape.outside)) *
                         static_cast<uint32_t>(k);
      const float* soft = row.soft ? row.soft + t * k : nullptr;
      const auto weighs = static_cast<float>(shape.weight * row.weight);
      if (!soft || std::all_of(soft, soft + k, [](float p) { return p == 0; })) {
        if (weighted_) weights_[used] = weighs;
        ids_[used++] = first + static_cast<uint32_t>(vote);
        continue;
      }
      for (size_t n = 0; n < k; ++n) {
        if (soft[n] <= 0) continue;
        weights_[used] = weighs * soft[n];
        ids_[used++] = first + static_cast<uint32_t>(n);
      }
    }
    bounds_[t + 1] = static_cast<int64_t>(used);
  }
}

SourceWeights::SourceWeights(const VoteShape& shape, bool normalised)
    : shape_(shape),
      stride_(static_cast<size_t>(PaddedLabels(shape.labels))),
      normalised_(normalised),
      columns_(static_cast<size_t>(shape.slots()) * static_cast<size_t>(shape.labels) * stride_),
      probabilities_(columns_.size()),
      log_sums_(static_cast<size_t>(shape.slots()) * stride_) {}

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
  const std::vector<double> initial(stride_, 0.0);
  const std::vector<int64_t> none(votes.length() + 1, 0);
  ScoreTask task;
  task.end = static_cast<int64_t>(votes.length());
  task.stride = static_cast<int32_t>(stride_);
  task.initial = initial.data();
  task.rows = columns_.data();
  task.row_bounds = votes.bounds();
  task.row_ids = votes.ids();
  task.row_values = votes.weights();
  task.packed_bounds = none.data();
  task.out = scores;
  ScoreTokens(task);
}

void SourceWeights::AddLogSums(const std::vector<ReadVotes>& votes, bool complete, size_t length,
                               double* scores) const {
  if (normalised_) return;
  std::vector<double> all(stride_, 0.0);
  for (const ReadVotes& row : votes) {
    const double* from = log_sums(row.source);
    for (size_t k = 0; k < stride_; ++k) all[k] += from[k];
  }
  for (size_t t = 0; t < length; ++t) {
    for (size_t k = 0; k < stride_; ++k) scores[t * stride_ + k] += all[k];
  }
  if (complete) return;
  for (const ReadVotes& row : votes) {
    const double* from = log_sums(row.source);
    for (size_t t = 0; t < length; ++t) {
      if (row.labels[t] != kNoLabel) continue;
      for (size_t k = 0; k < stride_; ++k) scores[t * stride_ + k] -= from[k];
    }
  }
}

void HiddenCrfPass::Begin(const Transitions& transitions, const SourceWeights& weights) {
  transitions_ = &transitions;
  weights_ = &weights;
  passes_.Begin(transitions);
  const auto slots = static_cast<size_t>(weights.slots());
  votes_.assign(slots * static_cast<size_t>(weights.labels()) * weights.stride(), 0.0);
  labels_.assign(slots * weights.stride(), 0.0);
}

double HiddenCrfPass::Add(const std::vector<ReadVotes>& votes, size_t length,
                          const float* emissions, float* gradient) {
  const size_t stride = weights_->stride(), k = static_cast<size_t>(weights_->labels());
  if (alone_.size() < length * stride) {
    alone_.resize(length * stride);
    given_votes_.resize(length * stride);
  }
  double* scores = passes_.Scores(length);
  std::fill_n(scores, length * stride, 0.0);
  rows_.Read(votes, length, weights_->shape());
  weights_->AddLogSums(votes, rows_.complete(), length, scores);
  AddEmissions(length, emissions, scores);
  const double log_z = passes_.Run(1, alone_.data());

  scores = passes_.Scores(length);
  weights_->ScoreVotes(rows_, scores);
  AddEmissions(length, emissions, scores);
  const double log_z_votes = passes_.Run(-1, given_votes_.data());

  for (size_t t = 0; t < length; ++t) {
    for (size_t i = 0; i < k; ++i) {
      gradient[t * k + i] =
          static_cast<float>(alone_[t * stride + i] - given_votes_[t * stride + i]);
    }
  }
  FrequentTask count;
  count.end = static_cast<int64_t>(length);
  count.stride = static_cast<int32_t>(stride);
  count.frequent = static_cast<uint32_t>(weights_->slots()) * static_cast<uint32_t>(k);
  count.rows = given_votes_.data();
  count.row_bounds = rows_.bounds();
  count.row_ids = rows_.ids();
  count.row_values = rows_.weights();
  count.sums = votes_.data();
  AddFrequentRows(count);
  if (!weights_->normalised()) CountLabels(votes, length);
  return log_z - log_z_votes;
}

void HiddenCrfPass::AddEmissions(size_t length, const float* emissions, double* scores) const {
  const size_t stride = weights_->stride(), k = static_cast<size_t>(weights_->labels());
  for (size_t t = 0; t < length; ++t) {
    double* row = scores + t * stride;
    for (size_t i = 0; i < k; ++i) row[i] += static_cast<double>(emissions[t * k + i]);
    std::fill(row + k, row + stride, -std::numeric_limits<double>::infinity());
  }
}

// Most sources vote on all tokens of a sentence: its sum is theirs.
void HiddenCrfPass::CountLabels(const std::vector<ReadVotes>& votes, size_t length) {
  const size_t stride = weights_->stride();
  sentence_.assign(stride, 0.0);
  for (size_t t = 0; t < length; ++t) {
    for (size_t i = 0; i < stride; ++i) sentence_[i] += alone_[t * stride + i];
  }
  for (const ReadVotes& row : votes) {
    double* labels = labels_.data() + static_cast<size_t>(row.source) * stride;
    for (size_t i = 0; i < stride; ++i) labels[i] += sentence_[i];
    for (size_t t = 0; !rows_.complete() && t < length; ++t) {
      if (row.labels[t] != kNoLabel) continue;
      for (size_t i = 0; i < stride; ++i) labels[i] -= alone_[t * stride + i];
    }
  }
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

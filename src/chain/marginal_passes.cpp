#include "chain/marginal_passes.h"

#include <algorithm>

namespace weft {
namespace {

// Sentences are batched up to this many rows: they stay in the nearest caches.
constexpr size_t kBatchRows = 128;

template <typename Vector>
void Grow(Vector* values, size_t size) {
  if (values->size() < size) values->resize(size);
}

}  // namespace

void MarginalPasses::Begin(const Transitions& transitions) {
  transitions_ = &transitions;
  labels_ = static_cast<size_t>(transitions.labels());
  stride_ = static_cast<size_t>(transitions.stride());
  used_ = 0;
  transition_sum_.assign(labels_ * stride_, 0.0);
  lattice_sum_.assign(labels_ * labels_, 0.0);
}

double* MarginalPasses::Scores(size_t length) {
  if (used_ + length > kBatchRows) Flush();
  const size_t rows = std::max(used_ + length, kBatchRows);
  Grow(&alpha_, rows * stride_);
  Grow(&pair_, rows * stride_);
  Grow(&scores_, length * stride_);
  Grow(&exponentials_, length * stride_);
  Grow(&scale_, 2 * length);
  length_ = length;
  return scores_.data();
}

double MarginalPasses::Run(double weight, double* rows) {
  ScaledSentence pass = Describe(length_, rows);
  pass.weight = weight;
  const double log_z = ScaledForwardBackward(pass);
  if (!(log_z == log_z)) return RunLattice(weight, rows);
  std::fill_n(pass.pair, stride_, 0.0);  // no transition enters the first token
  used_ += length_;
  return log_z + transitions_->exp().log_ends;
}

void MarginalPasses::Finish(double* sums) {
  Flush();
  const AlignedVector<double>& forward = transitions_->exp().forward;
  for (size_t i = 0; i < labels_; ++i) {
    for (size_t j = 0; j < labels_; ++j) {
      const size_t at = i * stride_ + j;
      sums[i * labels_ + j] += transition_sum_[at] * forward[at] + lattice_sum_[i * labels_ + j];
    }
  }
}

ScaledSentence MarginalPasses::Describe(size_t length, double* rows) {
  const Transitions::Exp& exp = transitions_->exp();
  ScaledSentence pass;
  pass.length = static_cast<int64_t>(length);
  pass.labels = transitions_->labels();
  pass.stride = transitions_->stride();
  pass.scores = scores_.data();  // kept for the fallback
  pass.emissions = exponentials_.data();
  pass.forward = exp.forward.data();
  pass.backward = exp.backward.data();
  pass.log_scale = exp.log_step;
  pass.start = exp.start.data();
  pass.end = exp.end.data();
  pass.alpha = alpha_.data() + used_ * stride_;
  pass.beta = rows;
  pass.pair = pair_.data() + used_ * stride_;
  pass.scale = scale_.data();
  return pass;
}

void MarginalPasses::Flush() {
  if (used_ == 0) return;
  ScaledSentence all = Describe(used_, nullptr);
  all.alpha = alpha_.data();
  all.pair = pair_.data();
  AddTransitionSums(all, transition_sum_.data());
  used_ = 0;
}

// By way of lattice.h, which goes to log space where it must.
double MarginalPasses::RunLattice(double weight, double* rows) {
  Grow(&lattice_scores_, length_ * labels_);
  Grow(&lattice_marginals_, length_ * labels_);
  for (size_t t = 0; t < length_; ++t) {
    std::copy_n(scores_.data() + t * stride_, labels_, lattice_scores_.data() + t * labels_);
  }
  Lattice lattice;
  lattice.length = static_cast<int64_t>(length_);
  lattice.labels = transitions_->labels();
  lattice.emissions = lattice_scores_.data();
  lattice.transitions = transitions_;
  std::vector<double> pairs(labels_ * labels_, 0.0);
  MarginalsOut out;
  out.unary = lattice_marginals_.data();
  out.pairwise_sum = pairs.data();
  const double log_z = Marginals(lattice, &workspace_, out);
  for (size_t i = 0; i < pairs.size(); ++i) lattice_sum_[i] += weight * pairs[i];
  for (size_t t = 0; t < length_; ++t) {
    std::copy_n(out.unary + t * labels_, labels_, rows + t * stride_);
    std::fill(rows + t * stride_ + labels_, rows + (t + 1) * stride_, 0.0);
  }
  return log_z;
}

}  // namespace weft

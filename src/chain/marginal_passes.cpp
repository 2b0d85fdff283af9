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

void MarginalPasses::Begin(const Transitions& transitions, bool covariances) {
  transitions_ = &transitions;
  rows_a_token_ = covariances ? 2 : 1;
  labels_ = static_cast<size_t>(transitions.labels());
  stride_ = static_cast<size_t>(transitions.stride());
  used_ = 0;
  transition_sum_.assign(labels_ * stride_, 0.0);
  lattice_sum_.assign(labels_ * labels_, 0.0);
}

double* MarginalPasses::Scores(size_t length) {
  const size_t needed = length * rows_a_token_;
  if (used_ + needed > kBatchRows) Flush();
  const size_t rows = std::max(used_ + needed, kBatchRows);
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

double MarginalPasses::RunAlone(double* rows) {
  alone_ = Describe(length_, rows);
  const double log_z = ScaledForwardBackward(alone_);
  in_log_space_ = !(log_z == log_z);
  return in_log_space_ ? RunLattice(0, rows) : log_z + transitions_->exp().log_ends;
}

// Covariances with transitions are two sums over steps, of forward by pair and of alpha by
// backward: they go where those of two sentences would.
double MarginalPasses::Covariances(const double* u, double* rows) {
  if (in_log_space_) return LatticeCovariances(u, rows);
  const size_t size = length_ * stride_;
  Grow(&backward_, size);
  ScaledCovariance covariance;
  covariance.u = u;
  covariance.rows = rows;
  covariance.forward = alone_.alpha + size;
  covariance.backward = backward_.data();
  const double mean = ScaledCovariances(alone_, covariance);
  std::copy_n(alone_.pair, size, alone_.pair + size);
  std::copy_n(backward_.data(), size, alone_.pair);
  std::fill_n(alone_.pair, stride_, 0.0);  // no transition enters the first token
  std::fill_n(alone_.pair + size, stride_, 0.0);
  used_ += 2 * length_;
  return mean;
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

// What Scores holds, for lattice.h, which goes to log space where it must.
Lattice MarginalPasses::ScoredLattice() {
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
  return lattice;
}

double MarginalPasses::RunLattice(double weight, double* rows) {
  const Lattice lattice = ScoredLattice();
  std::vector<double> pairs(labels_ * labels_, 0.0);
  MarginalsOut out;
  out.unary = lattice_marginals_.data();
  if (weight != 0) out.pairwise_sum = pairs.data();
  const double log_z = Marginals(lattice, &workspace_, out);
  for (size_t i = 0; i < pairs.size(); ++i) lattice_sum_[i] += weight * pairs[i];
  FromLattice(out.unary, rows);
  return log_z;
}

double MarginalPasses::LatticeCovariances(const double* u, double* rows) {
  const Lattice lattice = ScoredLattice();
  std::vector<double> packed(length_ * labels_);
  for (size_t t = 0; t < length_; ++t) {
    std::copy_n(u + t * stride_, labels_, packed.data() + t * labels_);
  }
  CovariancesOut out;
  out.unary = lattice_marginals_.data();
  out.pairwise_sum = lattice_sum_.data();
  const double mean = weft::Covariances(lattice, packed.data(), &workspace_, out);
  FromLattice(out.unary, rows);
  return mean;
}

// Rows of K to padded ones.
void MarginalPasses::FromLattice(const double* unary, double* rows) const {
  for (size_t t = 0; t < length_; ++t) {
    std::copy_n(unary + t * labels_, labels_, rows + t * stride_);
    std::fill(rows + t * stride_ + labels_, rows + (t + 1) * stride_, 0.0);
  }
}

}  // namespace weft

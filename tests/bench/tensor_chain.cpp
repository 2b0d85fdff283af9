#include "bench/tensor_chain.h"

namespace weft::bench {
namespace {

at::Tensor Leaf(const std::vector<double>& values, at::IntArrayRef shape) {
  return at::tensor(values, at::kDouble).to(at::kFloat).reshape(shape).requires_grad_(true);
}

at::Tensor Ids(const std::vector<int32_t>& values, at::IntArrayRef shape) {
  return at::tensor(values, at::kInt).to(at::kLong).reshape(shape);
}

}  // namespace

TensorChain::TensorChain(const testing::W2& w2) {
  const auto b = static_cast<int64_t>(w2.B), l = static_cast<int64_t>(w2.L);
  const auto k = static_cast<int64_t>(w2.K), j = static_cast<int64_t>(w2.J);
  emissions = Leaf(w2.emissions, {b, l, k});
  transitions = Leaf(w2.transitions, {k, k});
  start = Leaf(w2.start, {k});
  end = Leaf(w2.end, {k});
  tags = Ids(w2.tags, {b, l});
  votes = Ids(w2.sources, {b * l, j});
  sources = Leaf(w2.source_weights, {j, k, k});
}

at::Tensor TensorChain::LogPartition(const at::Tensor& scores) const {
  at::Tensor alpha = scores.select(1, 0) + start;
  for (int64_t t = 1; t < scores.size(1); ++t) {
    alpha = at::logsumexp(alpha.unsqueeze(2) + transitions, 1) + scores.select(1, t);
  }
  return at::logsumexp(alpha + end, 1);
}

double TensorChain::LabelStep() {
  const int64_t last = tags.size(1) - 1;
  const at::Tensor path = emissions.gather(2, tags.unsqueeze(2)).sum() +
                          transitions.index({tags.slice(1, 0, last), tags.slice(1, 1)}).sum() +
                          start.index({tags.select(1, 0)}).sum() +
                          end.index({tags.select(1, last)}).sum();
  const at::Tensor loss = LogPartition(emissions).sum() - path;
  grad = torch::autograd::grad({loss}, {emissions, transitions, start, end});
  return loss.item<double>();
}

double TensorChain::VoteStep() {
  // What each source's vote scores, by label: rows of π transposed, looked up by vote.
  const int64_t j = sources.size(0), k = sources.size(1);
  const at::Tensor columns = sources.transpose(1, 2).reshape({j * k, k});
  const at::Tensor rows = votes + at::arange(j, at::kLong) * k;
  const at::Tensor voted = columns.index({rows}).sum(1).reshape(emissions.sizes());
  const at::Tensor all = at::logsumexp(sources, 2).sum(0);
  const at::Tensor loss = (LogPartition(emissions + all) - LogPartition(emissions + voted)).sum();
  grad = torch::autograd::grad({loss}, {emissions, transitions, start, end, sources});
  return loss.item<double>();
}

}  // namespace weft::bench

#include "bench/tensor_chmm.h"

#include <algorithm>
#include <cmath>

#include "neural/ops.h"

namespace weft::bench {

TensorChmm::TensorChmm(std::shared_ptr<const Corpus> corpus, const ConditionalShape& shape)
    : corpus_(std::move(corpus)), shape_(shape) {
  const auto d = static_cast<int64_t>(corpus_->embedding_width());
  const auto width = static_cast<int64_t>(shape_.width());
  weight = at::zeros({width, d}).requires_grad_(true);
  bias = at::zeros({width}).requires_grad_(true);
  for (const at::Tensor& of : {weight, bias}) {
    first_.push_back(at::zeros_like(of).detach());
    second_.push_back(at::zeros_like(of).detach());
  }
  states_ = at::from_blob(const_cast<float*>(corpus_->data().embeddings.data()),
                          {corpus_->num_tokens(), d}, at::kFloat);
  votes_ = at::zeros({corpus_->num_tokens(), shape_.sources}, at::kLong);
  for (int64_t s = 0; s < corpus_->num_sentences(); ++s) {
    for (int64_t i = 0; i < corpus_->num_votes(s); ++i) {
      const VoteRow row = corpus_->votes(s, i);
      for (int64_t t = 0; t < corpus_->length(s); ++t) {
        votes_.data_ptr<int64_t>()[(corpus_->begin(s) + t) * shape_.sources + row.source] =
            row.labels[static_cast<size_t>(t)];
      }
    }
  }
}

double TensorChmm::Step(const std::vector<int64_t>& sentences) {
  const auto b = static_cast<int64_t>(sentences.size());
  const int64_t k = shape_.labels, j = shape_.sources;
  const auto columns = static_cast<int64_t>(shape_.priors());
  int64_t longest = 0;
  for (const int64_t s : sentences) longest = std::max(longest, corpus_->length(s));
  std::vector<int64_t> rows(static_cast<size_t>(b * longest), 0);
  at::Tensor inside = at::zeros({b, longest}, at::kBool);
  for (int64_t i = 0; i < b; ++i) {
    const int64_t s = sentences[static_cast<size_t>(i)];
    for (int64_t t = 0; t < corpus_->length(s); ++t) {
      rows[static_cast<size_t>(i * longest + t)] = corpus_->begin(s) + t;
      inside.data_ptr<bool>()[i * longest + t] = true;
    }
  }
  const at::Tensor index = at::tensor(rows);
  const at::Tensor logits = Linear(states_.index_select(0, index), weight, bias);
  const auto split = static_cast<int64_t>(shape_.prior_width());
  const at::Tensor priors =
      at::log_softmax(logits.slice(1, 0, split).reshape({b, longest, k, columns}), 2);
  const at::Tensor matrices =
      at::log_softmax(logits.slice(1, split).reshape({b * longest, j, k, k}), 2);
  const at::Tensor wanted = votes_.index_select(0, index).reshape({b * longest, j, 1, 1});
  const at::Tensor emissions =
      matrices.gather(2, wanted.expand({-1, -1, 1, k})).sum({1, 2}).reshape({b, longest, k});
  at::Tensor alpha =
      priors.select(1, 0).select(2, static_cast<int64_t>(shape_.start())) + emissions.select(1, 0);
  for (int64_t t = 1; t < longest; ++t) {
    const at::Tensor next =
        at::logsumexp(alpha.unsqueeze(1) + priors.select(1, t).slice(2, 0, k), 2) +
        emissions.select(1, t);
    alpha = at::where(inside.select(1, t).unsqueeze(1), next, alpha);
  }
  const at::Tensor loss = -at::logsumexp(alpha, 1).sum();
  grad = torch::autograd::grad({loss}, {weight, bias});
  return loss.item<double>();
}

void TensorChmm::Update(double rate) {
  const at::NoGradGuard plain;
  ++steps_;
  const double n = static_cast<double>(steps_);
  const at::Tensor values[] = {weight, bias};
  for (size_t i = 0; i < 2; ++i) {
    first_[i].mul_(0.9).add_(grad[i], 0.1);
    second_[i].mul_(0.999).addcmul_(grad[i], grad[i], 0.001);
    const at::Tensor scale = (second_[i] / (1 - std::pow(0.999, n))).sqrt_().add_(1e-8);
    values[i].addcdiv_(first_[i], scale, -rate / (1 - std::pow(0.9, n)));
  }
}

void TensorChmm::Epoch(int64_t batch, double rate) {
  for (int64_t begin = 0; begin < corpus_->num_sentences(); begin += batch) {
    std::vector<int64_t> sentences;
    for (int64_t s = begin; s < std::min(corpus_->num_sentences(), begin + batch); ++s) {
      sentences.push_back(s);
    }
    Step(sentences);
    Update(rate);
  }
}

}  // namespace weft::bench

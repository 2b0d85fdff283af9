#include "neural/plain_ops.h"

#include <cmath>

namespace weft::plain {
namespace {

Tensor Index(const std::vector<int64_t>& rows, const Tensor& like) {
  return at::tensor(rows, at::TensorOptions(at::kLong)).to(like.device());
}

}  // namespace

Tensor SelectRows(const Tensor& x, const std::vector<int64_t>& rows) {
  return at::index_select(x, 0, Index(rows, x));
}

// Sequence by sequence.
Tensor Attention(const Tensor& qkv, const std::vector<int64_t>& ends, int64_t heads,
                 double dropout) {
  const int64_t width = qkv.size(1) / 3;
  std::vector<Tensor> outs;
  int64_t begin = 0;
  for (const int64_t end : ends) {
    const auto parts = qkv.slice(0, begin, end)
                           .view({end - begin, 3, heads, width / heads})
                           .permute({1, 2, 0, 3})
                           .unbind(0);
    const double scale = 1 / std::sqrt(static_cast<double>(width / heads));
    const Tensor scores = at::matmul(parts[0], parts[1].transpose(1, 2)) * scale;
    const Tensor p = at::dropout(at::softmax(scores, -1), dropout, true);
    outs.push_back(at::matmul(p, parts[2]).permute({1, 0, 2}).reshape({end - begin, width}));
    begin = end;
  }
  return at::cat(outs);
}

// Step by step.
Tensor Lstm(const Tensor& x, const std::vector<int64_t>& steps, const Tensor& input,
            const Tensor& recurrent, const Tensor& bias) {
  const Tensor sums = at::linear(x, input, bias);
  std::vector<Tensor> outs;
  Tensor hidden, cell;
  int64_t at = 0;
  for (const int64_t sequences : steps) {
    Tensor gates = sums.slice(0, at, at + sequences);
    if (at > 0) gates = gates + at::linear(hidden.slice(0, 0, sequences), recurrent);
    const auto parts = gates.chunk(4, 1);
    const Tensor added = at::sigmoid(parts[0]) * at::tanh(parts[2]);
    cell = at > 0 ? at::sigmoid(parts[1]) * cell.slice(0, 0, sequences) + added : added;
    hidden = at::sigmoid(parts[3]) * at::tanh(cell);
    outs.push_back(hidden);
    at += sequences;
  }
  return at::cat(outs);
}

void AdamUpdate(const AdamStep& step, const Tensor& gradient, Tensor weights, Tensor moment,
                Tensor square) {
  const Tensor d = gradient * step.gradient;
  moment.mul_(step.beta1).add_(d, 1 - step.beta1);
  square.mul_(step.beta2).addcmul_(d, d, 1 - step.beta2);
  weights.mul_(step.decay)
      .addcdiv_(moment, (square * step.variance).sqrt_().add_(step.epsilon), -step.rate);
}

void AdamUpdateRows(const AdamStep& step, const std::vector<int64_t>& ids, const Tensor& gradient,
                    Tensor weights, Tensor moment, Tensor square) {
  const Tensor index = Index(ids, weights);
  const Tensor all[] = {weights, moment, square};
  Tensor rows[3];
  for (int i = 0; i < 3; ++i) rows[i] = all[i].index_select(0, index);
  AdamUpdate(step, gradient, rows[0], rows[1], rows[2]);
  for (int i = 0; i < 3; ++i) all[i].index_copy_(0, index, rows[i]);
}

}  // namespace weft::plain

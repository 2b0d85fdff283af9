// Our operations against the same written with LibTorch's, values and gradients.
#include "neural/ops.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "neural/plain_ops.h"

namespace weft {
namespace {

using Inputs = std::vector<Tensor>;
using Function = std::function<Tensor(const Inputs&)>;

Tensor Random(at::IntArrayRef shape, uint64_t seed) {
  auto generator = at::detail::createCPUGenerator(seed);
  return at::randn(shape, generator);
}

// Both functions of the same inputs, and the gradients of a random weighting of their outputs.
void ExpectSame(const Function& ours, const Function& plain, const Inputs& inputs) {
  std::vector<Tensor> gradients[2];
  Tensor outs[2];
  const Function* functions[] = {&ours, &plain};
  for (int i = 0; i < 2; ++i) {
    Inputs leaves;
    for (const Tensor& input : inputs) leaves.push_back(input.clone().requires_grad_(true));
    outs[i] = (*functions[i])(leaves);
    const Tensor weights = Random(outs[i].sizes(), 99);
    gradients[i] = torch::autograd::grad({outs[i]}, leaves, {weights}, {}, false, true);
    for (size_t n = 0; n < leaves.size(); ++n) {
      if (!gradients[i][n].defined()) gradients[i][n] = at::zeros_like(leaves[n]);  // unused
    }
  }
  ASSERT_EQ(outs[0].sizes(), outs[1].sizes());
  EXPECT_LT((outs[0] - outs[1]).abs().max().item<double>(), 1e-4);
  for (size_t i = 0; i < inputs.size(); ++i) {
    EXPECT_LT((gradients[0][i] - gradients[1][i]).abs().max().item<double>(), 2e-4)
        << "input " << i;
  }
}

TEST(Ops, Linear) {
  ExpectSame([](const Inputs& in) { return Linear(in[0], in[1], in[2]); },
             [](const Inputs& in) { return at::linear(in[0], in[1], in[2]); },
             {Random({7, 5}, 1), Random({3, 5}, 2), Random({3}, 3)});
  EXPECT_EQ(Linear(at::zeros({0, 5}), at::zeros({3, 5}), at::zeros({3})).sizes(),
            at::IntArrayRef({0, 3}));
}

TEST(Ops, SelectRows) {
  const std::vector<int64_t> rows = {3, 0, 3, 1};
  ExpectSame([&](const Inputs& in) { return SelectRows(in[0], rows); },
             [&](const Inputs& in) { return plain::SelectRows(in[0], rows); }, {Random({5, 3}, 1)});
}

TEST(Ops, LinearLeavesOutWhatIsFrozen) {
  const Tensor x = Random({4, 5}, 1), bias = Random({3}, 3).requires_grad_(true);
  const Tensor out = Linear(x, Random({3, 5}, 2), bias);
  const auto gradient = torch::autograd::grad({out}, {bias}, {at::ones({4, 3})});
  EXPECT_TRUE(gradient[0].equal(at::full({3}, 4.0)));
}

TEST(Ops, Attention) {
  for (const std::vector<int64_t>& ends :
       {std::vector<int64_t>{1}, std::vector<int64_t>{5, 6, 9}, std::vector<int64_t>{37, 50}}) {
    ExpectSame([&](const Inputs& in) { return Attention(in[0], ends, 2, 0, 1); },
               [&](const Inputs& in) { return plain::Attention(in[0], ends, 2, 0); },
               {Random({ends.back(), 24}, 4)});
  }
}

// With dropout the same stream gives the same function, whose gradient finite differences show.
TEST(Ops, AttentionWithDropout) {
  const std::vector<int64_t> ends = {4, 7};
  Tensor qkv = Random({7, 12}, 5).requires_grad_(true);
  const Tensor weights = Random({7, 4}, 6);
  const auto value = [&](const Tensor& x) {
    return (Attention(x, ends, 2, 0.4, 17) * weights).sum();
  };
  const Tensor gradient = torch::autograd::grad({value(qkv)}, {qkv})[0];
  const Tensor x = qkv.detach().clone();
  for (int64_t i = 0; i < x.numel(); ++i) {
    float* at = x.data_ptr<float>() + i;
    const float kept = *at;
    *at = kept + 1.0f / 64;
    const double above = value(x).item<double>();
    *at = kept - 1.0f / 64;
    const double below = value(x).item<double>();
    *at = kept;
    EXPECT_NEAR((above - below) * 32, gradient.flatten()[i].item<double>(), 5e-3) << i;
  }
  EXPECT_FALSE(value(x).equal((Attention(x, ends, 2, 0.4, 18) * weights).sum()));
}

TEST(Ops, Lstm) {
  for (const std::vector<int64_t>& steps :
       {std::vector<int64_t>{1}, std::vector<int64_t>{3, 3, 2, 1, 1}, std::vector<int64_t>{4}}) {
    int64_t tokens = 0;
    for (const int64_t n : steps) tokens += n;
    ExpectSame([&](const Inputs& in) { return Lstm(in[0], steps, in[1], in[2], in[3]); },
               [&](const Inputs& in) { return plain::Lstm(in[0], steps, in[1], in[2], in[3]); },
               {Random({tokens, 5}, 7), Random({12, 5}, 8), Random({12, 3}, 9), Random({12}, 10)});
  }
}

TEST(Ops, DropKeepsTheMeanAndItsStream) {
  const Tensor x = at::ones({1000, 100}).requires_grad_(true);
  const Tensor once = Drop(x, 0.3, 5), again = Drop(x, 0.3, 5);
  EXPECT_TRUE(once.equal(again));
  EXPECT_FALSE(once.equal(Drop(x, 0.3, 6)));
  EXPECT_NEAR(once.mean().item<double>(), 1, 0.01);
  EXPECT_NEAR((once == 0).to(at::kFloat).mean().item<double>(), 0.3, 0.01);
  EXPECT_TRUE(torch::autograd::grad({once}, {x}, {at::ones_like(x)})[0].equal(once));
  EXPECT_TRUE(Drop(x, 0, 5).is_same(x));
}

TEST(Ops, AdamUpdate) {
  AdamStep step;
  step.beta1 = 0.9f;
  step.beta2 = 0.99f;
  step.epsilon = 1e-8f;
  step.rate = 0.01f;
  step.variance = 20;
  step.decay = 0.999f;
  step.gradient = 0.5f;
  const Tensor gradient = Random({4, 3}, 1);
  const Inputs before = {Random({4, 3}, 2), Random({4, 3}, 3), Random({4, 3}, 4).square()};
  Inputs ours, plain, rows;
  for (const Tensor& x : before) {
    for (Inputs* copies : {&ours, &plain, &rows}) copies->push_back(x.clone());
  }
  AdamUpdate(12, step, gradient.data_ptr<float>(), ours[0].data_ptr<float>(),
             ours[1].data_ptr<float>(), ours[2].data_ptr<float>());
  plain::AdamUpdate(step, gradient, plain[0], plain[1], plain[2]);
  plain::AdamUpdateRows(step, {3, 1}, plain::SelectRows(gradient, {3, 1}), rows[0], rows[1],
                        rows[2]);
  for (size_t i = 0; i < before.size(); ++i) {
    EXPECT_TRUE(at::allclose(ours[i], plain[i], 1e-5, 1e-7)) << i;
    const Tensor expected = before[i].clone();
    for (const int64_t row : {1, 3}) expected[row] = ours[i][row];
    EXPECT_TRUE(at::allclose(expected, rows[i], 1e-5, 1e-7)) << i;
  }
}

}  // namespace
}  // namespace weft

// The loops over floats against the same in double precision, at every CPU level.
#include "neural/float_kernels.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/random.h"

namespace weft {
namespace {

std::vector<float> Draw(size_t count, double spread, uint64_t seed) {
  Random random(seed);
  std::vector<float> values(count);
  for (float& x : values) x = static_cast<float>(spread * (2 * random.Uniform() - 1));
  return values;
}

TEST(FloatKernels, SoftmaxOfRowsOfAnyLength) {
  for (const size_t n : {1u, 7u, 8u, 9u, 33u}) {
    std::vector<float> rows = Draw(3 * n, 30, n);
    const std::vector<float> before = rows;
    SoftmaxRows(3, n, n, 0.5f, rows.data());
    for (size_t r = 0; r < 3; ++r) {
      double sum = 0;
      for (size_t i = 0; i < n; ++i) sum += std::exp(0.5 * static_cast<double>(before[r * n + i]));
      for (size_t i = 0; i < n; ++i) {
        const double p = std::exp(0.5 * static_cast<double>(before[r * n + i])) / sum;
        EXPECT_NEAR(static_cast<double>(rows[r * n + i]), p, 1e-6);
      }
    }
  }
}

TEST(FloatKernels, GeluIsXTimesTheNormalBelowX) {
  std::vector<float> x = Draw(1001, 6, 3);
  x.insert(x.end(), {0.0f, -20.0f, 20.0f, -1e30f, 1e30f});
  const std::vector<float> d = Draw(x.size(), 2, 4);
  std::vector<float> out(x.size()), dx(x.size());
  Gelu(x.size(), x.data(), out.data());
  GeluBackward(x.size(), x.data(), d.data(), dx.data());
  for (size_t i = 0; i < x.size(); ++i) {
    const double at = static_cast<double>(x[i]), below = 0.5 * std::erfc(-at * M_SQRT1_2);
    EXPECT_NEAR(static_cast<double>(out[i]), at * below, 1e-6 * std::max(1.0, std::abs(at)));
    const double slope = below + at * std::exp(-at * at / 2) / std::sqrt(2 * M_PI);
    EXPECT_NEAR(static_cast<double>(dx[i]), static_cast<double>(d[i]) * slope, 2e-6) << at;
  }
}

TEST(FloatKernels, AnLstmStepIsItsEquations) {
  const size_t b = 3, h = 11;
  std::vector<float> gates = Draw(b * 4 * h, 8, 1);
  const std::vector<float> sums = gates, cell = Draw(b * h, 2, 2);
  std::vector<float> next(b * h), tanh(b * h), hidden(b * h);
  LstmForward({b, h, gates.data(), cell.data(), next.data(), tanh.data(), hidden.data()});
  const auto sigmoid = [](double x) { return 1 / (1 + std::exp(-x)); };
  for (size_t s = 0; s < b; ++s) {
    for (size_t i = 0; i < h; ++i) {
      const auto sum = [&](size_t gate) {
        return static_cast<double>(sums[s * 4 * h + gate * h + i]);
      };
      const double c = sigmoid(sum(1)) * static_cast<double>(cell[s * h + i]) +
                       sigmoid(sum(0)) * std::tanh(sum(2));
      EXPECT_NEAR(static_cast<double>(next[s * h + i]), c, 2e-6);
      EXPECT_NEAR(static_cast<double>(hidden[s * h + i]), sigmoid(sum(3)) * std::tanh(c), 2e-6);
    }
  }
}

TEST(FloatKernels, DropKeepsItsShareWhereverItBegins) {
  const std::vector<float> ones(100000, 1.0f);
  std::vector<float> out(ones.size());
  DropValues(ones.size(), 0.25f, 7, ones.data(), out.data());
  const auto kept = static_cast<double>(std::count(out.begin(), out.end(), 1 / 0.75f));
  EXPECT_NEAR(kept / 1e5, 0.75, 0.01);
  std::vector<float> fewer(33);
  DropValues(fewer.size(), 0.25f, 7, ones.data(), fewer.data());
  EXPECT_TRUE(std::equal(fewer.begin(), fewer.end(), out.begin())) << "number by number";
}

TEST(FloatKernels, AdamStepsAndSums) {
  const size_t n = 21;
  std::vector<float> w = Draw(n, 1, 1), m(n, 0.0f), v(n, 0.0f);
  const std::vector<float> g = Draw(n, 1, 2), before = w;
  AdamStep step;
  step.beta1 = 0.9f;
  step.beta2 = 0.999f;
  step.epsilon = 1e-8f;
  step.rate = 0.01f / 0.1f;
  step.variance = 1 / 0.001f;
  step.decay = 0.5f;
  step.gradient = 2;
  AdamUpdate(n, step, g.data(), w.data(), m.data(), v.data());
  double squares = 0;
  for (size_t i = 0; i < n; ++i) {
    // A first step is the rate in the gradient's direction, whatever its size.
    EXPECT_NEAR(w[i], 0.5f * before[i] - (g[i] > 0 ? 0.01f : -0.01f), 1e-5f);
    squares += static_cast<double>(g[i]) * static_cast<double>(g[i]);
  }
  EXPECT_NEAR(SumOfSquares(n, g.data()), squares, 1e-9);
  std::vector<float> sums(7, 1.0f);
  AddColumnSums(3, 7, g.data(), sums.data());
  for (size_t c = 0; c < 7; ++c) EXPECT_NEAR(sums[c], 1 + g[c] + g[7 + c] + g[14 + c], 1e-6f);
}

}  // namespace
}  // namespace weft

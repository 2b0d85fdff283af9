// The scaled pass in single precision, as the CRF trains with it.
#include "chain/scaled.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "support/random_lattice.h"

namespace weft {
namespace {

struct Single {
  std::vector<float> emissions, alpha, beta, pair, scale;
  ScaledSentence<float> sentence;

  explicit Single(const OwnedLattice& owned) {
    const Transitions& transitions = owned.transitions;
    const Transitions::Exp<float>& exp = transitions.exp32();
    const size_t k = static_cast<size_t>(owned.lattice.labels);
    const size_t l = static_cast<size_t>(owned.lattice.length);
    const size_t stride = static_cast<size_t>(transitions.stride());
    emissions.assign(l * stride, -std::numeric_limits<float>::infinity());
    for (size_t t = 0; t < l; ++t) {
      for (size_t j = 0; j < k; ++j) {
        emissions[t * stride + j] = static_cast<float>(owned.emissions[t * k + j]);
      }
    }
    for (auto* rows : {&alpha, &beta, &pair}) rows->resize(l * stride);
    scale.resize(l);
    sentence = {owned.lattice.length,
                owned.lattice.labels,
                transitions.stride(),
                emissions.data(),
                exp.forward.data(),
                exp.backward.data(),
                0,
                exp.log_step,
                exp.start.data(),
                exp.end.data(),
                alpha.data(),
                beta.data(),
                pair.data(),
                scale.data()};
  }
};

TEST(ScaledFloatTest, AgreesWithDoublePrecision) {
  Random random(21);
  ChainWorkspace workspace;
  for (int32_t labels : {2, 9, 22, 35, 70}) {
    const size_t k = static_cast<size_t>(labels);
    OwnedLattice owned(400, labels, {3, labels > 2 ? 0.05 : 0}, &random);
    std::vector<double> unary(400 * k), pairs(k * k);
    MarginalsOut out;
    out.unary = unary.data();
    out.pairwise_sum = pairs.data();
    const double expected = Marginals(owned.lattice, &workspace, out);
    Single single(owned);
    const double found =
        ScaledForwardBackward(single.sentence) + owned.transitions.exp32().log_ends;
    EXPECT_NEAR(found, expected, 1e-6 * std::abs(expected)) << labels;
    const size_t stride = static_cast<size_t>(owned.transitions.stride());
    std::vector<double> sums(k * stride);
    AddTransitionSums(single.sentence, sums.data());
    for (size_t t = 0; t < 400; ++t) {
      for (size_t j = 0; j < k; ++j) {
        ASSERT_NEAR(single.beta[t * stride + j], unary[t * k + j], 2e-5);
      }
    }
    for (size_t i = 0; i < k; ++i) {
      for (size_t j = 0; j < k; ++j) {
        const double p = sums[i * stride + j] * owned.transitions.exp32().forward[i * stride + j];
        ASSERT_NEAR(p, pairs[i * k + j], 1e-4 * std::max(1.0, pairs[i * k + j]));
      }
    }
  }
}

// The scales of 20,000 tokens multiply to far more than a double holds.
TEST(ScaledFloatTest, LongSentencesStayOnTheFastPath) {
  Random random(23);
  ChainWorkspace workspace;
  for (int32_t labels : {5, 45}) {
    OwnedLattice owned(20000, labels, {2, 0}, &random);
    Single single(owned);
    const double expected = LogPartition(owned.lattice, &workspace);
    EXPECT_NEAR(ScaledForwardBackward(single.sentence) + owned.transitions.exp32().log_ends,
                expected, 1e-6 * std::abs(expected));
  }
}

TEST(ScaledFloatTest, SaysWhenItCannotVouch) {
  Random random(22);
  OwnedLattice owned(6, 2, {}, &random);
  const double inf = std::numeric_limits<double>::infinity();
  owned.transitions.Set(std::vector<double>{0, -inf, -inf, 0}, std::vector<double>{0, 0},
                        std::vector<double>{0, -60});
  for (size_t t = 0; t < 6; ++t) {
    owned.emissions[2 * t] = -60;
    owned.emissions[2 * t + 1] = 0;
  }
  owned.emissions[10] = 500;
  Single single(owned);
  EXPECT_TRUE(std::isnan(ScaledForwardBackward(single.sentence)));
}

}  // namespace
}  // namespace weft

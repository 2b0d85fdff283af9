// Values that another implementation (single precision) gives on inputs made from fixed seeds.
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "chain/lattice.h"
#include "support/workloads.h"

namespace weft {
namespace {

struct Expected {
  size_t length, labels;
  double loss, d_emissions, d_transition;  // summed over the batch; Σ|dE|; dT[0][0]
  int64_t path_sum;                        // of the labels on all best paths
};

void PrintTo(const Expected& e, std::ostream* out) {
  *out << "L=" << e.length << " K=" << e.labels;
}

class W2ReferenceTest : public ::testing::TestWithParam<Expected> {};

TEST_P(W2ReferenceTest, LossAndGradient) {
  const Expected& expected = GetParam();
  const testing::W2 w2(64, expected.length, expected.labels);
  ChainWorkspace workspace;
  std::vector<double> unary(w2.L * w2.K), pairs(w2.K * w2.K);
  double loss = 0, d_emissions = 0, observed = 0;
  for (size_t b = 0; b < w2.B; ++b) {
    const auto tags = w2.Tags(b);
    MarginalsOut out;
    out.unary = unary.data();
    out.pairwise_sum = pairs.data();
    loss += Marginals(w2.At(b), &workspace, out) - PathScore(w2.At(b), tags);
    for (size_t t = 0; t < w2.L; ++t) {
      unary[t * w2.K + static_cast<size_t>(tags[t])] -= 1;
      observed += t > 0 && tags[t - 1] == 0 && tags[t] == 0;
    }
    for (double d : unary) d_emissions += std::abs(d);
  }
  EXPECT_NEAR(loss, expected.loss, 1e-6 * expected.loss);  // it adds in single precision
  EXPECT_NEAR(d_emissions, expected.d_emissions, 5e-6 * expected.d_emissions);
  EXPECT_NEAR(pairs[0] - observed, expected.d_transition, 5e-4);
}

TEST_P(W2ReferenceTest, BestPaths) {
  const Expected& expected = GetParam();
  const testing::W2 w2(64, expected.length, expected.labels);
  ChainWorkspace workspace;
  std::vector<int32_t> path(w2.L);
  int64_t sum = 0;
  for (size_t b = 0; b < w2.B; ++b) {
    Viterbi(w2.At(b), &workspace, path);
    sum += std::accumulate(path.begin(), path.end(), int64_t{0});
  }
  EXPECT_EQ(sum, expected.path_sum);
}

// The last sum is 147789 in single precision: rounding there prefers, in one of the 64 sequences, a
// path of score 435.0656408 to the best, 435.0656433.
INSTANTIATE_TEST_SUITE_P(Batches, W2ReferenceTest,
                         ::testing::Values(Expected{32, 9, 6952.2847, 3631.0205, 12.6457, 8566},
                                           Expected{32, 17, 8468.8125, 3858.3540, 2.1930, 15911},
                                           Expected{32, 35, 10042.8662, 3980.5303, 0.3350, 37385},
                                           Expected{128, 9, 27599.0156, 14525.6572, 32.0447, 34278},
                                           Expected{128, 17, 33710.3750, 15421.4707, 2.6112, 63840},
                                           Expected{128, 35, 39991.1875, 15921.6436, -1.1740,
                                                    147791}));

}  // namespace
}  // namespace weft

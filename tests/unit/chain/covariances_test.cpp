// Covariances along paths: against all paths, finite differences of functions of marginals, and the
// two passes against each other.
#include <gmock/gmock.h>

#include <cmath>
#include <limits>

#include "chain/lattice.h"
#include "chain/marginal_passes.h"
#include "core/error.h"
#include "support/brute_force.h"
#include "support/random_lattice.h"

namespace weft {
namespace {

struct Found {
  std::vector<double> unary, pairwise;
  double mean = 0;
};

Found Find(const Lattice& lattice, const std::vector<double>& u) {
  const auto k = static_cast<size_t>(lattice.labels);
  Found found;
  found.unary.resize(u.size());
  found.pairwise.assign(k * k, 0.0);
  CovariancesOut out;
  out.unary = found.unary.data();
  out.pairwise_sum = found.pairwise.data();
  ChainWorkspace workspace;
  found.mean = Covariances(lattice, u.data(), &workspace, out);
  return found;
}

// By all paths.
Found Expected(const Lattice& lattice, const std::vector<double>& u) {
  const auto k = static_cast<size_t>(lattice.labels);
  const BruteForce all = Enumerate(lattice);
  Found found;
  found.unary.assign(u.size(), 0.0);
  found.pairwise.assign(k * k, 0.0);
  for (const bool second : {false, true}) {
    size_t at = 0;
    ForEachPath(lattice.length, lattice.labels, [&](const std::vector<int32_t>& path) {
      const double p = std::exp(all.scores[at++] - all.log_partition);
      double value = second ? -found.mean : 0;
      for (size_t t = 0; t < path.size(); ++t) value += u[t * k + static_cast<size_t>(path[t])];
      if (!second) {
        found.mean += p * value;
        return;
      }
      for (size_t t = 0; t < path.size(); ++t) {
        const auto j = static_cast<size_t>(path[t]);
        found.unary[t * k + j] += p * value;
        if (t > 0) found.pairwise[static_cast<size_t>(path[t - 1]) * k + j] += p * value;
      }
    });
  }
  return found;
}

std::vector<double> RandomWeights(const Lattice& lattice, Random* random) {
  std::vector<double> u(static_cast<size_t>(lattice.length * lattice.labels));
  for (double& value : u) value = 4 * random->Uniform() - 2;
  return u;
}

void ExpectNear(const Found& found, const Found& expected, double tolerance) {
  EXPECT_NEAR(found.mean, expected.mean, tolerance);
  for (size_t i = 0; i < expected.unary.size(); ++i) {
    EXPECT_NEAR(found.unary[i], expected.unary[i], tolerance);
  }
  for (size_t i = 0; i < expected.pairwise.size(); ++i) {
    EXPECT_NEAR(found.pairwise[i], expected.pairwise[i], tolerance);
  }
}

TEST(Covariances, AgreeWithAllPaths) {
  Random random(1);
  for (int trial = 0; trial < 300; ++trial) {
    RandomLatticeOptions options;
    options.forbidden = trial % 3 == 0 ? 0.3 : 0;
    options.step_transitions = trial % 2 == 0;
    const auto length = static_cast<int64_t>(1 + random.Below(6));
    const auto labels = static_cast<int32_t>(1 + random.Below(6));
    const OwnedLattice owned(length, labels, options, &random);
    if (FirstUnreachable(owned.lattice) >= 0) continue;
    const std::vector<double> u = RandomWeights(owned.lattice, &random);
    ExpectNear(Find(owned.lattice, u), Expected(owned.lattice, u), 1e-9);
  }
}

// Scores that underflow in probability space, label by label.
TEST(Covariances, AgreeWithAllPathsWhereScoresAreExtreme) {
  Random random(2);
  for (int trial = 0; trial < 60; ++trial) {
    RandomLatticeOptions options;
    options.spread = 900;
    options.forbidden = trial % 2 ? 0.2 : 0;
    const OwnedLattice owned(5, 3, options, &random);
    if (FirstUnreachable(owned.lattice) >= 0) continue;
    const std::vector<double> u = RandomWeights(owned.lattice, &random);
    ExpectNear(Find(owned.lattice, u), Expected(owned.lattice, u), 1e-9);
  }
}

// f(p) = Σ_t Σ_k (p(y_t = k) − φ_t(k))², the objective of expectation regularization.
double SquaredDistance(const Lattice& lattice, const std::vector<double>& target,
                       std::vector<double>* u) {
  std::vector<double> unary(target.size());
  ChainWorkspace workspace;
  MarginalsOut out;
  out.unary = unary.data();
  Marginals(lattice, &workspace, out);
  double sum = 0;
  for (size_t i = 0; i < unary.size(); ++i) {
    const double off = unary[i] - target[i];
    sum += off * off;
    if (u) (*u)[i] = 2 * off;
  }
  return sum;
}

TEST(Covariances, AreTheGradientOfAFunctionOfMarginals) {
  Random random(3);
  constexpr int32_t kLabels = 5;
  constexpr double kStep = 1e-5;
  OwnedLattice owned(7, kLabels, {}, &random);
  std::vector<double> target(owned.emissions.size()), u(target.size());
  for (double& value : target) value = random.Uniform();
  SquaredDistance(owned.lattice, target, &u);
  const Found found = Find(owned.lattice, u);
  for (size_t i = 0; i < owned.emissions.size(); ++i) {
    const double kept = owned.emissions[i];
    owned.emissions[i] = kept + kStep;
    const double above = SquaredDistance(owned.lattice, target, nullptr);
    owned.emissions[i] = kept - kStep;
    const double below = SquaredDistance(owned.lattice, target, nullptr);
    owned.emissions[i] = kept;
    EXPECT_NEAR(found.unary[i], (above - below) / (2 * kStep), 1e-8);
  }
  const std::vector<double> scores = owned.transitions.scores();
  const std::vector<double> start = owned.transitions.start(), end = owned.transitions.end();
  for (size_t i = 0; i < scores.size(); ++i) {
    std::vector<double> moved = scores;
    moved[i] += kStep;
    owned.transitions.Set(moved, start, end);
    const double above = SquaredDistance(owned.lattice, target, nullptr);
    moved[i] -= 2 * kStep;
    owned.transitions.Set(moved, start, end);
    const double below = SquaredDistance(owned.lattice, target, nullptr);
    EXPECT_NEAR(found.pairwise[i], (above - below) / (2 * kStep), 1e-8);
  }
}

// U is the same whatever the path where u is the same for all labels: it varies with nothing; and
// what varies sums to nothing over the labels of a token.
TEST(Covariances, SumToNothing) {
  Random random(4);
  const OwnedLattice owned(40, 9, {}, &random);
  const Found constant = Find(owned.lattice, std::vector<double>(40 * 9, 0.5));
  EXPECT_NEAR(constant.mean, 20, 1e-9);
  for (const double value : constant.unary) EXPECT_NEAR(value, 0, 1e-9);
  const Found found = Find(owned.lattice, RandomWeights(owned.lattice, &random));
  for (size_t t = 0; t < 40; ++t) {
    double sum = 0;
    for (size_t k = 0; k < 9; ++k) sum += found.unary[t * 9 + k];
    EXPECT_NEAR(sum, 0, 1e-9);
  }
  double pairs = 0;
  for (const double value : found.pairwise) pairs += value;
  EXPECT_NEAR(pairs, 0, 1e-8);
}

// Sentences that share transitions, some among others whose expected transitions are kept.
TEST(Covariances, OfManySentencesAreTheSumOfEach) {
  Random random(6);
  for (const double spread : {3.0, 900.0}) {  // the second goes to log space now and then
    RandomLatticeOptions options;
    options.spread = spread;
    const OwnedLattice shared(1, 6, options, &random);
    MarginalPasses passes;
    passes.Begin(shared.transitions, true);
    const size_t k = 6, stride = passes.stride();
    std::vector<double> sums(k * k, 0.0), expected(k * k, 0.0);
    for (int sentence = 0; sentence < 60; ++sentence) {
      OwnedLattice owned(static_cast<int64_t>(1 + random.Below(40)), 6, options, &random);
      owned.lattice.transitions = &shared.transitions;
      const auto length = static_cast<size_t>(owned.lattice.length);
      double* scores = passes.Scores(length);
      std::vector<double> marginals(length * stride), u(length * stride, 0.0), rows(u.size());
      std::fill_n(scores, length * stride, -std::numeric_limits<double>::infinity());
      std::vector<double> packed = RandomWeights(owned.lattice, &random);
      for (size_t t = 0; t < length; ++t) {
        std::copy_n(owned.emissions.data() + t * k, k, scores + t * stride);
        std::copy_n(packed.data() + t * k, k, u.data() + t * stride);
      }
      if (sentence % 3 == 0) {
        ChainWorkspace workspace;
        MarginalsOut out;
        std::vector<double> pairs(k * k, 0.0);
        out.pairwise_sum = pairs.data();
        Marginals(owned.lattice, &workspace, out);
        for (size_t i = 0; i < k * k; ++i) expected[i] += 0.5 * pairs[i];
        passes.Run(0.5, marginals.data());
        continue;
      }
      passes.RunAlone(marginals.data());
      const Found found = Find(owned.lattice, packed);
      EXPECT_NEAR(passes.Covariances(u.data(), rows.data()), found.mean, 1e-9);
      for (size_t t = 0; t < length; ++t) {
        for (size_t j = 0; j < stride; ++j) {
          EXPECT_NEAR(rows[t * stride + j], j < k ? found.unary[t * k + j] : 0, 1e-9);
        }
      }
      for (size_t i = 0; i < k * k; ++i) expected[i] += found.pairwise[i];
    }
    passes.Finish(sums.data());
    for (size_t i = 0; i < k * k; ++i) EXPECT_NEAR(sums[i], expected[i], 1e-7);
  }
}

TEST(Covariances, WithoutAPathSayWhere) {
  Random random(5);
  OwnedLattice owned(4, 2, {}, &random);
  owned.emissions[4] = owned.emissions[5] = -std::numeric_limits<double>::infinity();
  EXPECT_THROW(Find(owned.lattice, std::vector<double>(8, 1.0)), Error);
}

}  // namespace
}  // namespace weft

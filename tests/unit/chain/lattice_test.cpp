#include "chain/lattice.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "chain/log_space.h"
#include "core/error.h"
#include "support/brute_force.h"
#include "support/random_lattice.h"

namespace weft {
namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();

struct Marginal {
  double log_partition;
  std::vector<double> unary, pairwise, pairwise_sum;
};

Marginal ComputeMarginals(const Lattice& lattice, ChainWorkspace* workspace) {
  const size_t l = static_cast<size_t>(lattice.length), k = static_cast<size_t>(lattice.labels);
  Marginal m;
  m.unary.resize(l * k);
  m.pairwise.resize(l > 0 ? (l - 1) * k * k : 0);
  m.pairwise_sum.resize(k * k);
  MarginalsOut out;
  out.unary = m.unary.data();
  out.pairwise = m.pairwise.data();
  m.log_partition = Marginals(lattice, workspace, out);
  MarginalsOut sums;
  sums.pairwise_sum = m.pairwise_sum.data();
  EXPECT_EQ(Marginals(lattice, workspace, sums), m.log_partition);
  return m;
}

void ExpectNear(const std::vector<double>& a, const std::vector<double>& b, double tolerance,
                const char* what) {
  ASSERT_EQ(a.size(), b.size());
  for (size_t i = 0; i < a.size(); ++i) ASSERT_NEAR(a[i], b[i], tolerance) << what << " " << i;
}

struct Case {
  const char* name;
  RandomLatticeOptions options;
};

class OracleTest : public testing::TestWithParam<Case> {};

TEST_P(OracleTest, AgreesWithEnumeration) {
  Random random(7);
  ChainWorkspace workspace;
  int paths_exist = 0;
  for (int32_t labels = 1; labels <= 4; ++labels) {
    for (int64_t length = 1; length <= 6; ++length) {
      for (int round = 0; round < 12; ++round) {
        OwnedLattice owned(length, labels, GetParam().options, &random);
        const BruteForce oracle = Enumerate(owned.lattice);
        const double tolerance = 1e-9 * std::max(1.0, GetParam().options.spread);
        std::vector<int32_t> path(static_cast<size_t>(length));
        if (oracle.best_score == -kInf) {
          EXPECT_EQ(LogPartition(owned.lattice, &workspace), -kInf);
          EXPECT_THROW(Viterbi(owned.lattice, &workspace, path), Error);
          EXPECT_THROW(Marginals(owned.lattice, &workspace, {}), Error);
          EXPECT_GE(FirstUnreachable(owned.lattice), 0);
          continue;
        }
        ++paths_exist;
        EXPECT_EQ(FirstUnreachable(owned.lattice), -1);
        ASSERT_NEAR(LogPartition(owned.lattice, &workspace), oracle.log_partition, tolerance);
        const Marginal m = ComputeMarginals(owned.lattice, &workspace);
        ExpectNear(m.unary, oracle.unary, 1e-9, "unary");
        ExpectNear(m.pairwise, oracle.pairwise, 1e-9, "pairwise");
        ExpectNear(m.pairwise_sum, oracle.pairwise_sum, 1e-8, "sum");
        EXPECT_NEAR(Viterbi(owned.lattice, &workspace, path), oracle.best_score, tolerance);
        EXPECT_NEAR(PathScore(owned.lattice, path), oracle.best_score, tolerance);
        if (GetParam().options.whole_numbers) {
          EXPECT_EQ(path, oracle.best_path) << "tie order";
        }
      }
    }
  }
  EXPECT_GT(paths_exist, 50);
}

INSTANTIATE_TEST_SUITE_P(
    Lattices, OracleTest,
    testing::Values(Case{"plain", {}}, Case{"constraints", {3, 0.3}}, Case{"steps", {3, 0.0, true}},
                    Case{"step_constraints", {3, 0.25, true}}, Case{"ties", {1, 0.1, false, true}},
                    Case{"extreme", {800, 0.2}}, Case{"extreme_steps", {1e4, 0.2, true}}),
    [](const testing::TestParamInfo<Case>& tested) { return tested.param.name; });

// Both passes on lattices too large to enumerate, label counts on both sides of the SIMD widths.
TEST(LatticeTest, ScaledPassAgreesWithLogSpace) {
  Random random(11);
  ChainWorkspace workspace;
  LogSpaceArrays arrays;
  for (int32_t labels : {1, 2, 3, 7, 8, 9, 16, 17, 22, 24, 25, 35, 48, 50, 64, 65, 130}) {
    for (double forbidden : {0.0, 0.1}) {
      OwnedLattice owned(37, labels, {4, forbidden}, &random);
      const double expected = LogSpaceForwardBackward(owned.lattice, &arrays);
      if (expected == -kInf) continue;
      EXPECT_NEAR(LogPartition(owned.lattice, &workspace), expected, 1e-9) << labels;
      const Marginal m = ComputeMarginals(owned.lattice, &workspace);
      Marginal slow = m;
      slow.pairwise_sum.assign(slow.pairwise_sum.size(), 0);
      MarginalsOut out;
      out.unary = slow.unary.data();
      out.pairwise = slow.pairwise.data();
      out.pairwise_sum = slow.pairwise_sum.data();
      LogSpaceMarginals(owned.lattice, arrays, expected, out);
      ExpectNear(m.unary, slow.unary, 1e-10, "unary");
      ExpectNear(m.pairwise, slow.pairwise, 1e-10, "pairwise");
      ExpectNear(m.pairwise_sum, slow.pairwise_sum, 1e-9, "sum");
    }
  }
}

// A path whose mass underflows early and is all that is left at the end.
TEST(LatticeTest, MassThatUnderflowsIsNotLost) {
  Transitions transitions(2);
  transitions.Set(std::vector<double>{0, -kInf, -kInf, 0}, std::vector<double>{0, 0},
                  std::vector<double>{0, 0});
  // Label 1 leads by 400 nats at each of the first three tokens, label 0 by 1199 at the last.
  const std::vector<double> emissions = {-400, 0, -400, 0, -400, 0, 1199, 0};
  const Lattice lattice{4, 2, emissions.data(), &transitions};
  const BruteForce oracle = Enumerate(lattice);
  ChainWorkspace workspace;
  EXPECT_NEAR(LogPartition(lattice, &workspace), oracle.log_partition, 1e-9);
  ExpectNear(ComputeMarginals(lattice, &workspace).unary, oracle.unary, 1e-9, "unary");
}

// Every step costs 240 nats beside one that no path can take: the product of two of its scales and
// the mass of a token is beyond the range of doubles.
TEST(LatticeTest, ExpectedTransitionsOfFarScalesAreFinite) {
  const int32_t k = 3;
  const size_t length = 6;
  for (const double cost : {-200.0, -240.0, -300.0, -330.0, -400.0}) {
    std::vector<double> scores(9, cost);
    scores[8] = 0;  // from the third label to itself
    Transitions transitions(k);
    transitions.Set(scores, std::vector<double>(3, 0.0), std::vector<double>(3, 0.0));
    std::vector<double> emissions(length * 3, 0.0);
    for (size_t t = 0; t < length; ++t) emissions[t * 3 + 2] = -kInf;
    Lattice lattice;
    lattice.length = static_cast<int64_t>(length);
    lattice.labels = k;
    lattice.emissions = emissions.data();
    lattice.transitions = &transitions;
    ChainWorkspace workspace;
    const Marginal m = ComputeMarginals(lattice, &workspace);
    EXPECT_NEAR(m.log_partition, 5 * cost + 6 * std::log(2.0), 1e-9);
    ExpectNear(m.pairwise_sum, {1.25, 1.25, 0, 1.25, 1.25, 0, 0, 0, 0}, 1e-12, "pairs");
    for (size_t t = 0; t + 1 < length; ++t) EXPECT_NEAR(m.pairwise[t * 9], 0.25, 1e-12) << cost;
  }
}

TEST(LatticeTest, EmptySentence) {
  Transitions transitions(3);
  const Lattice lattice{0, 3, nullptr, &transitions};
  ChainWorkspace workspace;
  EXPECT_EQ(LogPartition(lattice, &workspace), 0);
  EXPECT_EQ(Marginals(lattice, &workspace, {}), 0);
  EXPECT_EQ(Viterbi(lattice, &workspace, {}), 0);
  EXPECT_EQ(FirstUnreachable(lattice), -1);
}

TEST(LatticeTest, LengthsDoNotLeakIntoEachOther) {
  Random random(3);
  OwnedLattice small(3, 5, {}, &random), large(6, 5, {}, &random);
  ChainWorkspace fresh, used;
  const Marginal alone = ComputeMarginals(small.lattice, &fresh);
  ComputeMarginals(large.lattice, &used);
  const Marginal after = ComputeMarginals(small.lattice, &used);
  EXPECT_EQ(alone.log_partition, after.log_partition);
  EXPECT_EQ(alone.unary, after.unary);
  EXPECT_EQ(alone.pairwise, after.pairwise);
}

TEST(LatticeTest, LongSentenceWithExtremeScores) {
  Random random(5);
  OwnedLattice owned(100000, 5, {1e4, 0.0}, &random);
  ChainWorkspace workspace;
  std::vector<double> unary(500000);
  MarginalsOut out;
  out.unary = unary.data();
  const double log_partition = Marginals(owned.lattice, &workspace, out);
  EXPECT_TRUE(std::isfinite(log_partition));
  std::vector<int32_t> path(100000);
  EXPECT_LE(Viterbi(owned.lattice, &workspace, path), log_partition * (1 + 1e-12));
  for (size_t t = 0; t < 100000; ++t) {
    const double* row = unary.data() + t * 5;
    ASSERT_NEAR(std::accumulate(row, row + 5, 0.0), 1, 1e-9);
  }
}

TEST(LatticeTest, AMillionTokens) {
  Transitions transitions(2);
  const std::vector<double> emissions(2000000, 0.0);
  const Lattice lattice{1000000, 2, emissions.data(), &transitions};
  ChainWorkspace workspace;
  EXPECT_NEAR(LogPartition(lattice, &workspace), 1e6 * std::log(2.0), 1e-3);
  std::vector<int32_t> path(1000000, -1);
  EXPECT_EQ(Viterbi(lattice, &workspace, path), 0);
  EXPECT_THAT(path, testing::Each(0)) << "equal scores: the lowest label";
}

TEST(LatticeTest, SchemeConstraintsHoldEverywhere) {  // labels O, B-X, I-X
  TransitionRules rules;
  rules.transition = {1, 1, 0, 1, 1, 1, 1, 1, 1};
  rules.start = {1, 1, 0};
  rules.end = {1, 1, 1};
  Transitions transitions(3);
  const std::vector<double> zeros(9, 0.0), ends(3, 0.0);
  transitions.Set(zeros, ends, ends, &rules);
  // I-X is what every token likes best.
  const std::vector<double> emissions = {0, 0, 9, 0, 0, 9, 0, 0, 9};
  const Lattice lattice{3, 3, emissions.data(), &transitions};
  ChainWorkspace workspace;
  std::vector<int32_t> path(3);
  Viterbi(lattice, &workspace, path);
  EXPECT_THAT(path, testing::ElementsAre(1, 2, 2));
  const Marginal m = ComputeMarginals(lattice, &workspace);
  EXPECT_EQ(m.unary[2], 0) << "no sentence starts with I-X";
  EXPECT_EQ(m.pairwise[0 * 3 + 2], 0) << "I-X never follows O";
  EXPECT_NEAR(m.log_partition, Enumerate(lattice).log_partition, 1e-9);
}

TEST(LatticeTest, NoPathNamesTheToken) {
  Transitions transitions(2);
  const std::vector<double> emissions = {0, 0, -kInf, -kInf, 0, 0};
  const Lattice lattice{3, 2, emissions.data(), &transitions};
  ChainWorkspace workspace;
  std::vector<int32_t> path(3);
  try {
    Viterbi(lattice, &workspace, path);
    FAIL() << "expected an error";
  } catch (const Error& e) {
    EXPECT_EQ(e.status(), Status::kInvalidArgument);
    EXPECT_THAT(e.what(), testing::HasSubstr("token 1 of 3 tokens"));
  }
}

TEST(TransitionsTest, NotANumberIsRefused) {
  Transitions transitions(2);
  const std::vector<double> ends(2, 0.0);
  EXPECT_THROW(transitions.Set(std::vector<double>{0, std::nan(""), 0, 0}, ends, ends), Error);
  EXPECT_THROW(transitions.Set(std::vector<double>{0, 0, 0}, ends, ends), Error);
}

TEST(PathsTest, PartialLabelsClampTheLattice) {
  Random random(2);
  OwnedLattice owned(4, 3, {}, &random);
  const std::vector<int32_t> labels = {kNoLabel, 2, kNoLabel, 0};
  ClampEmissions(labels, 3, owned.emissions.data());
  ChainWorkspace workspace;
  const Marginal m = ComputeMarginals(owned.lattice, &workspace);
  EXPECT_NEAR(m.unary[1 * 3 + 2], 1, 1e-12);
  EXPECT_NEAR(m.unary[3 * 3 + 0], 1, 1e-12);
  ExpectNear(m.unary, Enumerate(owned.lattice).unary, 1e-9, "unary");
}

TEST(PathsTest, RunProbabilityIsTheMassOfItsPaths) {
  Random random(4);
  OwnedLattice owned(5, 3, {}, &random);
  const BruteForce oracle = Enumerate(owned.lattice);
  const std::vector<int32_t> run = {0, 1, 2, 2, 0};
  double expected = 0;
  size_t at = 0;
  ForEachPath(5, 3, [&](const std::vector<int32_t>& path) {
    const double p = std::exp(oracle.scores[at++] - oracle.log_partition);
    if (path[1] == 1 && path[2] == 2 && path[3] == 2) expected += p;
  });
  ChainWorkspace workspace;
  std::vector<double> unary(15), along(4);
  MarginalsOut out;
  out.unary = unary.data();
  out.path = run;
  out.along_path = along.data();
  Marginals(owned.lattice, &workspace, out);
  for (size_t t = 0; t < 4; ++t) {
    const auto i = static_cast<size_t>(run[t]), j = static_cast<size_t>(run[t + 1]);
    EXPECT_NEAR(along[t], oracle.pairwise[(t * 3 + i) * 3 + j], 1e-12);
  }
  EXPECT_NEAR(RunProbability(run, 1, 4, 3, unary.data(), along.data()), expected, 1e-12);
}

}  // namespace
}  // namespace weft

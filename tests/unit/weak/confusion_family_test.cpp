#include "weak/confusion_family.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/random.h"

namespace weft {
namespace {

constexpr size_t kLabels = 3;  // O, X, Y

LabelParts PlainParts() { return LabelParts(LabelSet({"O", "X", "Y"}), Scheme::kPlain); }

AccuracyBound Bound(double fire_ratio, double right) {
  AccuracyBound bound;
  bound.fire_ratio = fire_ratio;
  bound.right = {0, right, right};
  bound.chance = {0, 0.5, 0.5};
  bound.in_repertoire = {0, 1, 1};
  return bound;
}

// What a matrix p(vote | true) [votes, truths] of O, X and Y consists of.
struct Parts {
  double fire[kLabels];   // p(not O | true)
  double right[kLabels];  // p(true | not O, true); of O: p(X | not O, O)
};

double Value(const Parts& m, const std::vector<double>& counts) {
  double sum = 0;
  for (size_t z = 0; z < kLabels; ++z) {
    const size_t first = z == 2 ? 2 : 1;  // the vote that `right` counts
    sum += counts[z] * std::log(1 - m.fire[z]) +
           counts[first * kLabels + z] * std::log(m.fire[z] * m.right[z]) +
           counts[(3 - first) * kLabels + z] * std::log(m.fire[z] * (1 - m.right[z]));
  }
  return sum;
}

Parts PartsOf(const std::vector<double>& p) {
  Parts m;
  for (size_t z = 0; z < kLabels; ++z) {
    m.fire[z] = 1 - p[z];
    m.right[z] = p[(z == 2 ? 2 : 1) * kLabels + z] / m.fire[z];
  }
  return m;
}

bool Within(const Parts& m, const AccuracyBound& bound, double slack) {
  for (size_t z = 1; z < kLabels; ++z) {
    if (m.fire[z] < bound.fire_ratio * m.fire[0] - slack) return false;
    if (m.right[z] < bound.right[z] - slack) return false;
  }
  return true;
}

Parts Moved(Parts m, double step, Random* random) {
  const auto move = [&](double x) {
    return std::min(1 - 1e-9, std::max(1e-9, x * std::exp(step * (random->Uniform() - 0.5))));
  };
  for (double& x : m.fire) x = move(x);
  for (double& x : m.right) x = move(x);
  return m;
}

TEST(ConfusionFamilyTest, NoMatrixWithinTheBoundsIsBetter) {
  const LabelParts parts = PlainParts();
  Random random(3);
  int held = 0;
  for (int round = 0; round < 300; ++round) {
    std::vector<double> counts(kLabels * kLabels);
    for (double& n : counts) n = 0.1 + 20 * std::pow(random.Uniform(), 3);
    const AccuracyBound bound = Bound(1 + 9 * random.Uniform(), 0.5 + 0.4 * random.Uniform());
    for (const auto fit : {FullConfusion, FactoredConfusion}) {
      bool adversarial = false;
      const Parts found = PartsOf(fit(counts, parts, &bound, &adversarial));
      ASSERT_TRUE(Within(found, bound, 1e-12));
      held += found.fire[1] < bound.fire_ratio * found.fire[0] + 1e-12;
      const double value = Value(found, counts);
      for (int trial = 0; trial < 2000; ++trial) {
        const Parts other = Moved(found, trial % 2 ? 0.02 : 1.0, &random);
        if (Within(other, bound, 0)) {
          ASSERT_LE(Value(other, counts), value + 1e-9);
        }
      }
    }
  }
  EXPECT_GT(held, 100) << "the bound was hardly ever tried";
}

TEST(ConfusionFamilyTest, WithoutBoundsItIsTheSharesOfTheCounts) {
  const std::vector<double> counts = {8, 1, 0, 1, 3, 1, 1, 0, 3};
  bool adversarial = false;
  for (const auto fit : {FullConfusion, FactoredConfusion}) {
    const std::vector<double> p = fit(counts, PlainParts(), nullptr, &adversarial);
    const std::vector<double> expected = {0.8, 0.25, 0, 0.1, 0.75, 0.25, 0.1, 0, 0.75};
    for (size_t i = 0; i < p.size(); ++i) EXPECT_NEAR(p[i], expected[i], 1e-15) << i;
  }
  EXPECT_FALSE(adversarial);
}

TEST(ConfusionFamilyTest, OnlyWhatIsBelowChanceIsAdversarial) {
  // Names something at a true O as often as at a true X or Y; then less often; then the wrong type.
  const std::vector<std::vector<double>> counts = {
      {5, 5, 5, 3, 5, 0, 2, 0, 5}, {5, 8, 8, 5, 2, 0, 0, 0, 2}, {9, 5, 5, 1, 2, 3, 0, 3, 2}};
  const AccuracyBound bound = Bound(4, 0.6);
  for (size_t i = 0; i < counts.size(); ++i) {
    for (const auto fit : {FullConfusion, FactoredConfusion}) {
      bool adversarial = false;
      fit(counts[i], PlainParts(), &bound, &adversarial);
      EXPECT_EQ(adversarial, i > 0) << i;
    }
  }
}

}  // namespace
}  // namespace weft

// How far sources can be relied on, type by type.
#include "weak/reliability.h"

#include <gtest/gtest.h>

#include <cmath>

#include "weak/vote_model.h"

namespace weft {
namespace {

// Published: 95 % for 7 of 10 is .397 to .892 (Wilson 1927's formula).
TEST(Reliability, IntervalsAreWilsons) {
  const Proportion p = ProportionOf(7, 10);
  EXPECT_DOUBLE_EQ(p.value, 0.7);
  EXPECT_NEAR(p.low, 0.3968, 5e-5);
  EXPECT_NEAR(p.high, 0.8922, 5e-5);
  const Proportion all = ProportionOf(20, 20);
  EXPECT_EQ(all.high, 1);
  EXPECT_NEAR(all.low, 0.8389, 5e-5);
  EXPECT_TRUE(std::isnan(ProportionOf(0, 0).value));
  EXPECT_EQ(ProportionOf(0, 3).low, 0);
}

TEST(Reliability, CountsAreThoseOfAType) {
  const LabelSet labels({"O", "B-X", "I-X", "B-Y"});
  constexpr size_t k = 4;
  std::vector<double> counts((k + 1) * k, 0.0);  // [vote, truth]
  const auto at = [&](size_t vote, size_t truth) -> double& { return counts[vote * k + truth]; };
  at(0, 0) = 80;
  at(1, 1) = 6;
  at(2, 1) = 1;  // I for B: the type is right
  at(1, 3) = 2;
  at(1, 0) = 1;
  at(0, 1) = 3;
  at(4, 2) = 2;  // abstains
  at(3, 3) = 5;
  SourceEstimate source;
  JudgeSource(counts, k, 0, 100, &source);
  const auto types = ReliabilityOf(source, labels, Scheme::kIOB2);
  ASSERT_EQ(types.size(), 2u);
  EXPECT_EQ(types[0].type, "X");
  EXPECT_NEAR(types[0].precision.value, 7.0 / 10, 1e-12);
  EXPECT_NEAR(types[0].precision.of, 10, 1e-9);
  EXPECT_NEAR(types[0].recall.value, 7.0 / 12, 1e-12);
  EXPECT_NEAR(types[1].recall.value, 5.0 / 7, 1e-12);
  EXPECT_EQ(TypesOf(labels, Scheme::kIOB2), (std::vector<std::string>{"X", "Y"}));
  EXPECT_EQ(TypesOf(LabelSet({"N", "V"}), Scheme::kPlain), (std::vector<std::string>{"N", "V"}));
  source.truths.clear();
  EXPECT_TRUE(ReliabilityOf(source, labels, Scheme::kIOB2).empty());
}

}  // namespace
}  // namespace weft

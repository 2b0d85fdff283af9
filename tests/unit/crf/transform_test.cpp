#include "crf/transform.h"

#include <gtest/gtest.h>

namespace weft {
namespace {

using Kind = Transform::Kind;
using Flag = Transform::Flag;

std::string Apply(const std::vector<Transform>& transforms, const std::string& text) {
  std::string out = "<";
  return ApplyTransforms(transforms, text, &out) ? out.substr(1) : "(absent)";
}

TEST(TransformTest, LowerCaseFollowsUnicode) {
  EXPECT_EQ(Apply({{Kind::kLower}}, "McDONALD-7"), "mcdonald-7");
  EXPECT_EQ(Apply({{Kind::kLower}}, "ÄÖÜ ΣΟΦΙΑ"), "äöü σοφια");
  EXPECT_EQ(Apply({{Kind::kLower}}, "東京🙂"), "東京🙂");
}

TEST(TransformTest, ShapesAndTheirCollapsedForm) {
  EXPECT_EQ(Apply({{Kind::kShape}}, "McDonald's-42"), "XxXxxxxx'x-dd");
  EXPECT_EQ(Apply({{Kind::kCollapsed}}, "McDonald's-42"), "XxXx'x-d");
  EXPECT_EQ(Apply({{Kind::kShape}}, "Ürümqi東京٣"), "Xxxxxxaad");
  EXPECT_EQ(Apply({{Kind::kShape}}, "e\u0301a"), "xx");  // a combining mark is part of its letter
  EXPECT_EQ(Apply({{Kind::kShape}}, ""), "");
}

TEST(TransformTest, AffixesCountCodePoints) {
  EXPECT_EQ(Apply({{Kind::kPrefix, 2}}, "Müller"), "Mü");
  EXPECT_EQ(Apply({{Kind::kSuffix, 3}}, "東京都🙂"), "京都🙂");
  EXPECT_EQ(Apply({{Kind::kPrefix, 2}}, "ü"), "(absent)");
  EXPECT_EQ(Apply({{Kind::kSuffix, 1}}, ""), "(absent)");
  EXPECT_EQ(Apply({{Kind::kSuffix, 6}}, "Müller"), "Müller");
}

TEST(TransformTest, TransformsChainFromLeftToRight) {
  EXPECT_EQ(Apply({{Kind::kLower}, {Kind::kSuffix, 3}, {Kind::kShape}}, "MÜLLER"), "xxx");
  EXPECT_EQ(Apply({{Kind::kPrefix, 9}, {Kind::kLower}}, "short"), "(absent)");
}

// The flags that hold, in order.
std::string Flags(const std::string& word) {
  std::string out;
  for (int f = 0; f < Transform::kNumFlags; ++f) {
    const auto flag = static_cast<Flag>(f);
    if (Apply({{Kind::kIs, 0, flag}}, word) != "(absent)") {
      out += (out.empty() ? "" : " ") + std::string(FlagName(flag));
    }
  }
  return out;
}

TEST(TransformTest, Flags) {
  EXPECT_EQ(Flags("Paris"), "title cap");
  EXPECT_EQ(Flags("McDonald"), "cap mixed");
  EXPECT_EQ(Flags("U.S."), "cap upper");
  EXPECT_EQ(Flags("J."), "cap upper initial");
  EXPECT_EQ(Flags("iPhone-7"), "mixed has_digit hyphen");
  EXPECT_EQ(Flags("1999"), "digit");
  EXPECT_EQ(Flags("--"), "hyphen punct");
  EXPECT_EQ(Flags("été"), "lower");
  EXPECT_EQ(Flags("東京"), "");
}

}  // namespace
}  // namespace weft

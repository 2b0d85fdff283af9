#include "core/options.h"

#include <gtest/gtest.h>

#include "core/error.h"

namespace weft {
namespace {

OptionTable Table() {
  OptionTable table;
  table.Int("iterations", 50, 1, 1000, "steps at most")
      .Float("l2", 1.0, 0, 1e9, "penalty")
      .Bool("soft", true, "soft labels")
      .Choice("mode", "fast", {"fast", "exact"}, "how")
      .Prefix("o_means.", "by source");
  return table;
}

std::string ErrorOf(Options* options, const char* key, const char* value) {
  try {
    options->Set(key, value);
  } catch (const Error& e) {
    return e.what();
  }
  return "";
}

TEST(OptionsTest, DefaultsAndValues) {
  Options options(Table());
  EXPECT_EQ(options.GetInt("iterations"), 50);
  EXPECT_TRUE(options.GetBool("soft"));
  options.Set("iterations", "7");
  options.SetFloat("l2", 0.1);
  options.Set("o_means.BTC", "abstain");
  EXPECT_EQ(options.GetInt("iterations"), 7);
  EXPECT_EQ(options.GetFloat("l2"), 0.1);
  EXPECT_EQ(options.GetString("mode"), "fast");
  EXPECT_EQ(options.values().at("o_means.BTC"), "abstain");
  EXPECT_FALSE(options.IsSet("soft"));
}

TEST(OptionsTest, ErrorsNameWhatWasExpected) {
  Options options(Table());
  EXPECT_EQ(ErrorOf(&options, "iteration", "3"),
            "there is no option \"iteration\"; the nearest is \"iterations\"");
  EXPECT_EQ(ErrorOf(&options, "iterations", "0"),
            "option iterations must be a whole number from 1 to 1000, found 0");
  EXPECT_EQ(ErrorOf(&options, "iterations", "3.5"),
            "option iterations must be a whole number, found \"3.5\"");
  EXPECT_EQ(ErrorOf(&options, "l2", "nan"), "option l2 must be a number, found \"nan\"");
  EXPECT_EQ(ErrorOf(&options, "mode", "slow"),
            "option mode must be one of fast, exact; found \"slow\"");
  EXPECT_EQ(ErrorOf(&options, "soft", "maybe"),
            "option soft must be true or false, found \"maybe\"");
  EXPECT_TRUE(options.values().empty()) << "a refused value leaves the options as they were";
}

TEST(OptionsTest, NestedOptionsComeBackAsTheirOwn) {
  OptionTable outer;
  outer.Int("seed", 1, 0, 100, "seed").Nested("aggregator", Table());
  Options options(outer);
  options.Set("aggregator.iterations", "9");
  options.Set("aggregator.o_means.X", "abstain");
  const Options inner = options.Sub("aggregator", Table());
  EXPECT_EQ(inner.GetInt("iterations"), 9);
  EXPECT_EQ(inner.values().at("o_means.X"), "abstain");
  EXPECT_FALSE(inner.IsSet("l2"));
}

TEST(OptionsTest, AllHasDefaultsAndWhatWasSet) {
  Options options(Table());
  options.Set("l2", "0.5");
  options.Set("o_means.BTC", "abstain");
  EXPECT_EQ(options.All(), (std::map<std::string, std::string>{{"iterations", "50"},
                                                               {"l2", "0.5"},
                                                               {"mode", "fast"},
                                                               {"o_means.BTC", "abstain"},
                                                               {"soft", "true"}}));
}

TEST(NumbersTest, RoundTrip) {
  for (double value : {0.1, 1e-300, 3.0, -2.5e17, 1.0 / 3}) {
    double back = 0;
    ASSERT_TRUE(ParseDouble(FormatDouble(value), &back));
    EXPECT_EQ(back, value);
  }
  double ignored;
  EXPECT_FALSE(ParseDouble("1,5", &ignored));
  EXPECT_FALSE(ParseDouble("", &ignored));
}

}  // namespace
}  // namespace weft

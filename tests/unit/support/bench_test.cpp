#include "bench/bench.h"

#include <gtest/gtest.h>

#include "core/error.h"

namespace weft::bench {
namespace {

TEST(BenchTest, BothSidesRunInTurns) {
  int64_t last = 0, turns = 0;
  volatile double sink = 0;
  const auto work = [&](int64_t side, int cost) {
    if (side != last) ++turns;
    last = side;
    for (int i = 0; i < cost; ++i) sink = sink + i;
  };
  const Ratio ratio = Interleave([&] { work(1, 200000); }, [&] { work(2, 2000); }, 5);
  EXPECT_EQ(turns, 2 + 2 * 5);  // a warm-up of each, then five turns of each
  EXPECT_EQ(ratio.rounds, 5);
  EXPECT_GT(ratio.value(), 10);
  EXPECT_THROW(Interleave([] {}, [] {}, 4), Error);
}

TEST(BenchTest, LinesSayWhatWasCompared) {
  Bench bench;
  bench.name = "room/what";
  Outcome outcome = Skipped("no data");
  EXPECT_NE(Line(bench, outcome).find("skipped: no data"), std::string::npos);
  outcome = {};
  outcome.ratio = {0.5, 0.002, 7};
  outcome.against = "plain";
  outcome.items = 1000;
  outcome.unit = "tokens";
  const std::string line = Line(bench, outcome);
  EXPECT_EQ(line.rfind("room/what ", 0), 0u);
  EXPECT_NE(line.find("250.00x  weft 2 ms, plain 500 ms; 500 k tokens/s (min of 7)"),
            std::string::npos)
      << line;
}

}  // namespace
}  // namespace weft::bench

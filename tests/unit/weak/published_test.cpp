// Figures that are published, or asked for, on public corpora.
#include <gtest/gtest.h>

#include <cmath>

#include "eval/scores.h"
#include "support/data.h"
#include "support/train_aggregator.h"
#include "text/read.h"

namespace weft {
namespace {

using testing::Settings;

SpanCounts Score(const Method& method, const std::string& corpus, const std::string& split,
                 const Settings& settings, SpanMode mode = SpanMode::kStrict) {
  const auto data = ReadSplit(testing::DataFolder(corpus), split, ReadOptions());
  const testing::Run run = testing::Train(method, data, settings);
  const Aggregation found = testing::Apply(*run.model, *data);
  return Evaluate(*data, run.model->labels(), found.labels, run.model->scheme(), mode).micro;
}

double Rounded(double rate) { return std::round(rate * 1e4) / 1e4; }

struct Published {
  const char *corpus, *split, *convention;
  SpanMode mode;
  double precision, recall, f1;
};

class MajorityVotingTest : public ::testing::TestWithParam<Published> {};

TEST_P(MajorityVotingTest, GivesThePublishedFigures) {
  const Published& p = GetParam();
  WEFT_SKIP_WITHOUT_DATA(p.corpus);
  const SpanCounts counts =
      Score(MvMethod(), p.corpus, p.split, {{"convention", p.convention}}, p.mode);
  EXPECT_EQ(Rounded(counts.precision()), p.precision);
  EXPECT_EQ(Rounded(counts.recall()), p.recall);
  EXPECT_EQ(Rounded(counts.f1()), p.f1);
}

INSTANTIATE_TEST_SUITE_P(
    Corpora, MajorityVotingTest,
    ::testing::Values(
        Published{"conll-mturk", "train", "crowd", SpanMode::kConlleval, .7912, .5850, .6727},
        Published{"wikigold-ws", "test", "wrench", SpanMode::kStrict, .4895, .5600, .5224},
        Published{"mit-restaurant-ws", "test", "wrench", SpanMode::kStrict, .7425, .3624, .4871},
        Published{"conll-ws", "test", "wrench", SpanMode::kStrict, .5908, .6174, .6038}));

}  // namespace
}  // namespace weft

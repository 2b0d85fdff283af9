// weft analyze and weft info: what sources and models are like.
#include <gmock/gmock.h>

#include "command_test.h"

namespace weft::testing {
namespace {

using ::testing::HasSubstr;
using ReportTest = CommandTest;

TEST_F(ReportTest, AnalyzeTellsWhatEachSourceSays) {
  const Words words = {"analyze", "--data", Toy(), "--split", "train"};
  const Json report = WeftJson(words);
  EXPECT_EQ(report.at("sentences"), 1000);
  EXPECT_EQ(report.at("sources").size(), 9u);
  for (const auto& [name, source] : report.at("sources").items()) {
    EXPECT_GT(source.at("coverage"), 0) << name;
    EXPECT_LE(source.at("conflict"), 1) << name;
    EXPECT_TRUE(source.at("gold").at("accuracy").is_number()) << name;
  }
  const Outcome text = Weft(words);
  EXPECT_THAT(text.out, HasSubstr("conflicts"));
  EXPECT_THAT(text.out, HasSubstr("labels that it uses"));
}

TEST_F(ReportTest, AnalyzeMeasuresAgainstAModelToo) {
  const Json report =
      WeftJson({"analyze", "--data", Toy(), "--split", "test", "--model", ToyAggregator()});
  for (const auto& [name, source] : report.at("sources").items()) {
    EXPECT_TRUE(source.at("reference").at("accuracy").is_number()) << name;
  }
}

TEST_F(ReportTest, InfoTellsWhatAModelHolds) {
  const Json tagger = WeftJson({"info", ToyTagger()});
  EXPECT_EQ(tagger.at("method"), "crf");
  EXPECT_EQ(tagger.at("reads"), "tokens");
  EXPECT_EQ(tagger.at("scheme"), "iob2");
  EXPECT_EQ(tagger.at("labels").at(0), "O");
  EXPECT_TRUE(tagger.at("options").contains("c2"));
  EXPECT_FALSE(tagger.at("facts").empty());
  EXPECT_EQ(tagger.at("sources").size(), 0u);

  const Json aggregator = WeftJson({"info", ToyAggregator()});
  const size_t labels = aggregator.at("labels").size();
  ASSERT_EQ(aggregator.at("sources").size(), 9u);
  for (const Json& source : aggregator.at("sources")) {
    ASSERT_EQ(source.at("confusion").size(), labels);
    for (const Json& row : source.at("confusion")) {
      ASSERT_EQ(row.size(), labels + 1);
      double sum = 0;
      for (const double p : row) sum += p;
      EXPECT_NEAR(sum, 1, 1e-6);
    }
  }
  EXPECT_THAT(Weft({"info", ToyAggregator()}).out, HasSubstr("that reads votes"));
}

TEST_F(ReportTest, ADamagedModelIsRefused) {
  std::string bytes = ReadFile(ToyTagger());
  ExpectFailure(1, {"info", WriteFile("cut.weft", bytes.substr(0, bytes.size() / 2))},
                {Path("cut.weft")});
  bytes[bytes.size() / 2] ^= 1;
  ExpectFailure(1, {"tag", WriteFile("flipped.weft", bytes)}, {Path("flipped.weft")});
}

}  // namespace
}  // namespace weft::testing

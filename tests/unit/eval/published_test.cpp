// Real corpora: figures that others have published, and the scores of gold against itself.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "core/os.h"
#include "eval/sources.h"
#include "support/data.h"
#include "text/gzip.h"
#include "text/read.h"

namespace weft {
namespace {

// The majority votes that the authors of the crowd annotations ship with them score
// 79.12/58.50/67.27 (Rodrigues et al. 2014, by the CoNLL scorer).
TEST(PublishedTest, ShippedMajorityVotesOfTheCrowd) {
  WEFT_SKIP_WITHOUT_DATA("conll-mturk");
  const std::string folder = testing::DataFolder("conll-mturk");
  const auto corpus = ReadSplit(folder, "train", {});
  std::vector<int32_t> shipped;
  const std::string path = folder + "/train.jsonl.gz";
  std::istringstream lines(Gunzip(ReadFile(path), path));
  for (std::string line; std::getline(lines, line);) {
    const auto sentence = nlohmann::json::parse(line);
    for (const auto& label : sentence["mv_shipped"]) {
      shipped.push_back(corpus->labels().Find(label.get<std::string>()));
    }
  }
  const auto e =
      Evaluate(*corpus, corpus->labels(), shipped, corpus->scheme(), SpanMode::kConlleval);
  EXPECT_NEAR(e.micro.precision(), 0.7912, 5e-5);
  EXPECT_NEAR(e.micro.recall(), 0.5850, 5e-5);
  EXPECT_NEAR(e.micro.f1(), 0.6727, 5e-5);
}

TEST(PublishedTest, TheCrowdsSourcesAddUp) {
  WEFT_SKIP_WITHOUT_DATA("conll-mturk");
  const auto corpus = ReadSplit(testing::DataFolder("conll-mturk"), "train", {});
  const auto analysis = AnalyzeSources(*corpus);
  EXPECT_EQ(analysis.sources.size(), 47u);
  EXPECT_EQ(analysis.tokens, 79901);
  int64_t sentences = 0;
  for (const auto& source : analysis.sources) {
    sentences += source.sentences;
    EXPECT_LT(source.tokens, analysis.tokens);  // nobody saw everything
    EXPECT_EQ(source.gold->token_predicted, static_cast<double>(source.opinions));
  }
  EXPECT_EQ(sentences, 27990);
}

class GoldTest : public ::testing::TestWithParam<std::pair<const char*, const char*>> {};

TEST_P(GoldTest, AgainstItselfIsPerfect) {
  const auto [name, split] = GetParam();
  WEFT_SKIP_WITHOUT_DATA(name);
  const auto corpus = ReadSplit(testing::DataFolder(name), split, {});
  std::vector<int32_t> gold;
  for (int64_t s = 0; s < corpus->num_sentences(); ++s) {
    gold.insert(gold.end(), corpus->gold(s).begin(), corpus->gold(s).end());
  }
  for (SpanMode mode : {SpanMode::kStrict, SpanMode::kConlleval}) {
    const auto e = Evaluate(*corpus, corpus->labels(), gold, corpus->scheme(), mode);
    EXPECT_GT(e.micro.gold, 0);
    EXPECT_EQ(e.micro.f1(), 1);
    EXPECT_EQ(e.macro_f1, 1);
    EXPECT_EQ(e.token_accuracy(), 1);
    EXPECT_TRUE(e.unknown_labels.empty());
  }
}

INSTANTIATE_TEST_SUITE_P(Corpora, GoldTest,
                         ::testing::Values(std::pair("wikigold-ws", "test"),
                                           std::pair("conll2000-chunk", "test"),
                                           std::pair("bc5cdr-ws", "test"),
                                           std::pair("wikiann-en", "test")));

}  // namespace
}  // namespace weft

#include "support/workloads.h"

#include <gtest/gtest.h>

#include <numeric>

namespace weft::testing {
namespace {

TEST(WorkloadsTest, W2IsTheStreamsOfItsSeeds) {
  const W2 w2(2, 3, 4, 2);
  EXPECT_EQ(w2.emissions.front(), 0.3993694484233856);
  EXPECT_EQ(w2.emissions.back(), -2.2613465785980225);
  EXPECT_EQ(w2.transitions[1 * 4 + 2], 0.4527072310447693);
  EXPECT_EQ(w2.start[0], -0.7730993032455444);
  EXPECT_EQ(w2.end[3], -0.01645147241652012);
  EXPECT_EQ(w2.tags, (std::vector<int32_t>{1, 3, 0, 0, 0, 1}));
  EXPECT_EQ(w2.sources, (std::vector<int32_t>{1, 1, 3, 3, 0, 0, 0, 0, 0, 1, 1, 1}));
  EXPECT_FLOAT_EQ(static_cast<float>(w2.source_weights[16]), 2.003633975982666f);
  EXPECT_EQ(w2.source_weights[17], 0.058373212814331055);
}

// What its description promises: gamma lengths of the given mean, an entity at 0.12 of the tokens
// that could open one, of mean length 1 / 0.65.
TEST(WorkloadsTest, W3HasTheStatisticsOfItsDescription) {
  const W3 w3 = MakeW3();
  ASSERT_EQ(w3.sentence_ends.size(), 14041u);
  const double tokens = static_cast<double>(w3.tokens());
  EXPECT_NEAR(tokens, 14041 * 14.5, 0.02 * 14041 * 14.5);
  double entities = 0, inside = 0;
  for (int32_t label : w3.truth) {
    entities += label % 2;
    inside += label > 0;
  }
  EXPECT_NEAR(inside / entities, 1 / 0.65, 0.06);  // ends of sentences cut some
  EXPECT_NEAR(entities / (tokens - inside + entities), 0.12, 0.003);
}

TEST(WorkloadsTest, W3SourcesDifferInRepertoire) {
  const W3 w3 = MakeW3();
  int fired = 0;
  for (int32_t j = 0; j < w3.sources; ++j) {
    for (int32_t type = 0; type < w3.types; ++type) {
      double truth = 0, found = 0;
      for (size_t t = 0; t < w3.truth.size(); ++t) {
        if (w3.truth[t] != 2 * type + 1) continue;
        ++truth;
        found += w3.votes[t * static_cast<size_t>(w3.sources) + static_cast<size_t>(j)] > 0;
      }
      if (found == 0) continue;
      ++fired;
      EXPECT_GT(found / truth, 0.22);
      EXPECT_LT(found / truth, 0.88);
    }
  }
  EXPECT_GE(fired, 28);  // 0.6 of 64
  EXPECT_LE(fired, 49);
}

TEST(WorkloadsTest, W3AsACorpus) {
  W3Options options;
  options.sentences = 50;
  const W3 w3 = MakeW3(options);
  const auto corpus = W3Corpus(w3);
  EXPECT_EQ(corpus->num_sentences(), 50);
  EXPECT_EQ(corpus->num_tokens(), w3.tokens());
  EXPECT_EQ(corpus->sources().size(), 16u);
  EXPECT_EQ(corpus->labels().size(), 9);
  EXPECT_EQ(corpus->scheme(), Scheme::kIOB2);
  for (int64_t s = 0; s < corpus->num_sentences(); ++s) {
    ASSERT_EQ(corpus->num_votes(s), 16);
    for (int64_t t = 0; t < corpus->length(s); ++t) {
      const auto at = static_cast<size_t>(corpus->begin(s) + t);
      EXPECT_EQ(corpus->gold(s)[static_cast<size_t>(t)], w3.truth[at]);
      EXPECT_EQ(corpus->votes(s, 3).labels[static_cast<size_t>(t)], w3.votes[at * 16 + 3]);
    }
  }
}

}  // namespace
}  // namespace weft::testing

#include "weak/votes.h"

#include <gtest/gtest.h>

#include "core/error.h"
#include "support/make_corpus.h"
#include "support/train_aggregator.h"
#include "weak/vote_block.h"
#include "weak/vote_options.h"

namespace weft {
namespace {

using testing::MakeCorpus;
using testing::WithScheme;

// The rows of sentence `s` as text: "source:label label", "_" abstains.
std::vector<std::string> Rows(VoteReader* reader, const VoteSettings& settings,
                              const LabelSet& labels, int64_t s) {
  std::vector<std::string> rows;
  for (const ReadVotes& row : reader->Read(s)) {
    std::string text = settings.sources[static_cast<size_t>(row.source)] + ":";
    for (int64_t t = 0; t < reader->corpus().length(s); ++t) {
      text += (t ? " " : "") + (row.labels[t] == kNoLabel ? "_" : labels.name(row.labels[t]));
    }
    rows.push_back(text);
  }
  return rows;
}

TEST(VotesTest, OMeansBySource) {
  const auto corpus = MakeCorpus({{"", {{"a", "B-X O"}, {"b", "O O"}, {"c", "O O"}, {"d", "O O"}}}},
                                 WithScheme(Scheme::kIOB2));
  VoteSettings settings;
  settings.sources = {"a", "b", "c", "d"};
  settings.o_means = {OMeans::kOutside, OMeans::kOutside, OMeans::kAbstain, OMeans::kAbstainIfAny};
  VoteReader reader(*corpus, settings, corpus->labels());
  EXPECT_EQ(Rows(&reader, settings, corpus->labels(), 0),
            (std::vector<std::string>{"a:B-X O", "b:O O", "c:_ _", "d:_ O"}));
}

TEST(VotesTest, SourcesAndLabelsGoByName) {
  const auto corpus =
      MakeCorpus({{"", {{"new", "B-X"}, {"b", "B-Y"}, {"a", "B-X"}}}}, WithScheme(Scheme::kIOB2));
  const LabelSet labels({"O", "B-X"});
  VoteSettings settings;
  settings.sources = {"a", "gone", "b"};
  settings.o_means.assign(3, OMeans::kOutside);
  VoteReader reader(*corpus, settings, labels);
  EXPECT_EQ(Rows(&reader, settings, labels, 0), (std::vector<std::string>{"a:B-X", "b:_"}));
  EXPECT_EQ(reader.Warnings(),
            (std::vector<std::string>{
                "source \"b\": the model never saw its vote for \"B-Y\": these votes are ignored "
                "(tokens: 1)",
                "source \"new\" is not known to the model: its votes are ignored (sentences: 1)"}));
}

TEST(VotesTest, SparsityTurnsOutsideIntoADistribution) {
  const auto corpus = MakeCorpus({{"", {{"a", "B-X O"}, {"b", "O O"}}}}, WithScheme(Scheme::kIOB2));
  VoteSettings settings;
  settings.sources = {"a", "b"};
  settings.o_means.assign(2, OMeans::kOutside);
  settings.sparsity_epsilon = 0.2;
  const LabelSet labels({"O", "B-X", "I-X"});
  VoteReader reader(*corpus, settings, labels);
  const ReadVotes b = reader.Read(0)[1];
  ASSERT_NE(b.soft, nullptr);
  EXPECT_FLOAT_EQ(b.soft[0], 0.2f);
  EXPECT_FLOAT_EQ(b.soft[1], 0.4f);
  EXPECT_FLOAT_EQ(b.soft[2], 0.4f);
  EXPECT_EQ(b.soft[3] + b.soft[4] + b.soft[5], 0) << "nobody names a type there: O stays O";
}

TEST(VoteBlockTest, EqualVotesShareAPattern) {
  const auto corpus = MakeCorpus({{"", {{"a", "O B-X O"}, {"b", "O O O"}}},
                                  {"", {{"a", "O B-X"}}},
                                  {"", {{"b", "O B-X"}, {"a", "O O"}}}},
                                 WithScheme(Scheme::kIOB2));
  VoteSettings settings;
  settings.sources = corpus->sources();
  settings.o_means.assign(2, OMeans::kOutside);
  VoteReader reader(*corpus, settings, corpus->labels());
  VoteBlock block;
  block.Build(&reader, 0, 3);
  EXPECT_EQ(block.token_patterns(), (std::vector<int32_t>{0, 1, 0, 2, 3, 0, 4}));
  EXPECT_EQ(block.Rows(2).size(), 1u) << "b did not annotate the second sentence";
}

TEST(VoteOptionsTest, RefusesSourcesThatAreNotThere) {
  const auto corpus = MakeCorpus({{"", {{"BTC", "B-X"}}}}, WithScheme(Scheme::kIOB2));
  try {
    testing::Train(HmmMethod(), corpus, {{"o_means.BTX", "outside"}});
    FAIL();
  } catch (const Error& e) {
    EXPECT_EQ(e.status(), Status::kNotFound);
    EXPECT_STREQ(e.what(),
                 "option o_means.BTX names a source that the corpus does not have; the nearest is "
                 "\"BTC\"");
  }
}

}  // namespace
}  // namespace weft

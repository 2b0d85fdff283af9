// One corpus of several; columns; sentences a line.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/error.h"
#include "support/make_corpus.h"
#include "text/derive.h"
#include "unit/text/corpus_text.h"

namespace weft {
namespace {

using ::testing::ElementsAre;
using testing::MakeCorpus;

TEST(JoinTest, LabelsSourcesAndColumnsOfAll) {
  const auto gold = MakeCorpus({{"B-X I-X O", {}}, {"O _", {}}});
  const auto votes = MakeCorpus({{"", {{"en", "B-Y _"}}}});
  const std::vector<float> weights = {0.5f, 1};
  const auto weighed = AddColumn(*votes, "weight:en", weights);
  const auto joined = JoinCorpora({gold.get(), weighed.get()});
  ASSERT_EQ(joined->num_sentences(), 3);
  EXPECT_THAT(LabelNames(*joined, joined->gold(0)), ElementsAre("B-X", "I-X", "O"));
  EXPECT_THAT(LabelNames(*joined, joined->gold(1)), ElementsAre("O", "_"));
  EXPECT_THAT(LabelNames(*joined, joined->gold(2)), ElementsAre("_", "_"));
  EXPECT_EQ(joined->num_votes(0), 0);
  EXPECT_THAT(LabelNames(*joined, joined->votes(2, 0).labels), ElementsAre("B-Y", "_"));
  EXPECT_THAT(joined->column_names(), ElementsAre("token", "weight:en"));
  EXPECT_EQ(joined->column(1)[0], "");
  EXPECT_EQ(joined->column(1)[5], "0.5");
  EXPECT_EQ(Dump(*JoinCorpora({gold.get()})), Dump(*gold));
  EXPECT_THROW(JoinCorpora({}), Error);
  EXPECT_THROW(AddColumn(*weighed, "weight:en", weights), Error);
}

// Distributions cannot be converted, and IO would lose where mentions begin.
TEST(JoinTest, TheSchemeIsThatOfDistributionsAndNotIo) {
  const auto io = MakeCorpus({{"I-X I-X O", {}}}, testing::WithScheme(Scheme::kIO));
  const auto iobes = MakeCorpus({{"B-X E-X", {}}}, testing::WithScheme(Scheme::kIOBES));
  const LabelSet labels({"O", "B-X"});
  const std::vector<int32_t> ids = {1};
  const std::vector<double> p = {0.25, 0.75};
  const auto soft = AddSource(*MakeCorpus({{"_", {}}}), "v", {labels, Scheme::kIOB2, ids, p});
  const auto begun = JoinCorpora({io.get(), iobes.get()});
  EXPECT_EQ(begun->scheme(), Scheme::kIOBES);
  EXPECT_THAT(LabelNames(*begun, begun->gold(0)), ElementsAre("B-X", "E-X", "O"));
  const auto all = JoinCorpora({io.get(), iobes.get(), soft.get()});
  EXPECT_EQ(all->scheme(), Scheme::kIOB2);
  EXPECT_THAT(LabelNames(*all, all->gold(1)), ElementsAre("B-X", "I-X"));
  const LabelSet inside({"O", "I-X"});
  const auto soft_io = AddSource(*MakeCorpus({{"_", {}}}), "v", {inside, Scheme::kIO, ids, p});
  EXPECT_EQ(JoinCorpora({soft_io.get(), io.get()})->scheme(), Scheme::kIO);
  EXPECT_THROW(JoinCorpora({soft_io.get(), iobes.get()}), Error);
}

TEST(JoinTest, TheSchemeOfTheFirstThatHasLabels) {
  const auto bare = MakeCorpus({{"_ _", {}}});
  const auto iob = MakeCorpus({{"B-X I-X", {}}});
  const auto bilou = MakeCorpus({{"B-X L-X", {}}}, testing::WithScheme(Scheme::kBILOU));
  const auto joined = JoinCorpora({bare.get(), iob.get(), bilou.get()});
  EXPECT_EQ(joined->scheme(), Scheme::kIOB2);
  EXPECT_THAT(LabelNames(*joined, joined->gold(2)), ElementsAre("B-X", "I-X"));
}

TEST(AddSourceTest, AbstainsAndIsMissing) {
  const auto corpus = MakeCorpus({{"O O", {}}, {"O", {}}});
  const LabelSet labels({"O", "B-X"});
  const std::vector<int32_t> ids = {1, kNoLabel, 0};
  const std::vector<double> p = {0.25, 0.75, 0, 0, 1, 0};
  const std::vector<uint8_t> annotated = {1, 0};
  const auto hard = AddSource(*corpus, "v", {labels, Scheme::kIOB2, ids, {}, annotated});
  EXPECT_THAT(LabelNames(*hard, hard->votes(0, 0).labels), ElementsAre("B-X", "_"));
  EXPECT_EQ(hard->num_votes(1), 0);
  const auto soft = AddSource(*hard, "w", {labels, Scheme::kIOB2, ids, p});
  EXPECT_THAT(LabelNames(*soft, soft->votes(0, 1).labels), ElementsAre("B-X", "_"));
  EXPECT_EQ(soft->num_votes(1), 1);
  // As it is written and read again.
  ReadOptions as_iob2;
  as_iob2.corpus.scheme_declared = true;
  const auto again = ReadCorpusBytes(WriteCorpusBytes(*soft, Format::kJsonl), "x.jsonl", as_iob2);
  EXPECT_EQ(Dump(*again), Dump(*soft));
}

TEST(LinesTest, EmptyLinesAreSentences) {
  ReadOptions options;
  options.format = Format::kLines;
  const auto corpus = ReadCorpusBytes("a  b\t c\n\n d \n", "x", options);
  ASSERT_EQ(corpus->num_sentences(), 3);
  EXPECT_EQ(corpus->length(0), 3);
  EXPECT_EQ(corpus->length(1), 0);
  EXPECT_EQ(corpus->token(3), "d");
  EXPECT_EQ(WriteCorpusBytes(*corpus, Format::kLines), "a b c\n\nd\n");
  const auto blank = ReadCorpusBytes("{\"tokens\":[\"a b\"]}\n", "x.jsonl", {});
  EXPECT_THROW(WriteCorpusBytes(*blank, Format::kLines), Error);
}

}  // namespace
}  // namespace weft

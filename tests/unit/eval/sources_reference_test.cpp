#include <gtest/gtest.h>

#include "core/error.h"
#include "eval/sources.h"
#include "support/make_corpus.h"

namespace weft {
namespace {

using testing::Ids;
using testing::MakeCorpus;

SourceScores Measure(const Corpus& corpus, const LabelReference& reference) {
  return *AnalyzeSources(corpus, &reference).sources[0].reference;
}

TEST(SourcesReferenceTest, HardLabelsStandInForGold) {
  const auto corpus = MakeCorpus({{"", {{"a", "B-X I-X O B-Y"}}}, {"", {{"a", "O O"}}}});
  const LabelSet labels({"B-Y", "O", "B-X", "I-X"});
  const auto ids = Ids(labels, {"B-X I-X O O", "B-X O"});
  LabelReference reference;
  reference.labels = &labels;
  reference.scheme = Scheme::kIOB2;
  reference.hard = ids;
  const SourceScores a = Measure(*corpus, reference);
  EXPECT_EQ(a.accuracy.part, 2);
  EXPECT_EQ(a.accuracy.of, 3);
  EXPECT_EQ(a.token_gold, 3);
  EXPECT_EQ(a.spans.gold, 2);
  EXPECT_EQ(a.spans.predicted, 2);
  EXPECT_EQ(a.spans.correct, 1);
}

TEST(SourcesReferenceTest, APosteriorGivesExpectedCounts) {
  const auto corpus = MakeCorpus({{"", {{"a", "B-X O B-Y"}}}}, testing::WithScheme(Scheme::kIOB2));
  const LabelSet labels({"O", "B-Y", "B-X"});
  const std::vector<double> posterior = {0.1, 0.2,  0.7,  //
                                         0.6, 0.1,  0.3,  //
                                         0.5, 0.25, 0.25};
  LabelReference reference;
  reference.labels = &labels;
  reference.scheme = Scheme::kIOB2;
  reference.soft = posterior;
  const SourceScores a = Measure(*corpus, reference);
  EXPECT_DOUBLE_EQ(a.accuracy.part, 0.7 + 0.25);
  EXPECT_EQ(a.accuracy.of, 2);
  EXPECT_DOUBLE_EQ(a.token_gold, 0.9 + 0.4 + 0.5);
  EXPECT_DOUBLE_EQ(a.token_recall(), 0.95 / 1.8);
  EXPECT_EQ(a.spans.gold, 1);  // of the arg-max labels B-X O O
  EXPECT_EQ(a.spans.correct, 1);
}

TEST(SourcesReferenceTest, LabelsOfAnotherSchemeAreConvertedThroughSpans) {
  const auto corpus =
      MakeCorpus({{"", {{"a", "B-X I-X O B-Y"}}}}, testing::WithScheme(Scheme::kIOB2));
  const LabelSet labels({"O", "B-X", "E-X", "S-Y"});
  const auto ids = Ids(labels, {"B-X E-X O S-Y"});
  LabelReference reference;
  reference.labels = &labels;
  reference.scheme = Scheme::kIOBES;
  reference.hard = ids;
  const SourceScores a = Measure(*corpus, reference);
  EXPECT_EQ(*a.accuracy.value(), 1);
  EXPECT_EQ(a.spans.correct, 2);
}

TEST(SourcesReferenceTest, TypesThatNoSourceUsesStillCountAsMissed) {
  const auto corpus = MakeCorpus({{"", {{"a", "B-X O"}}}});
  const LabelSet labels({"O", "B-X", "B-NEW"});
  const auto ids = Ids(labels, {"B-X B-NEW"});
  LabelReference reference;
  reference.labels = &labels;
  reference.scheme = Scheme::kIOB2;
  reference.hard = ids;
  const SourceScores a = Measure(*corpus, reference);
  EXPECT_DOUBLE_EQ(a.token_recall(), 0.5);
  EXPECT_DOUBLE_EQ(a.spans.recall(), 0.5);
}

TEST(SourcesReferenceTest, AReferenceThatDoesNotFitIsAnError) {
  const auto corpus = MakeCorpus({{"", {{"a", "B-X O"}}}}, testing::WithScheme(Scheme::kIOB2));
  const LabelSet labels({"O", "B-X"});
  const std::vector<int32_t> short_ids = {0}, foreign = {0, 2};
  const std::vector<double> short_soft(3, 0.5), soft(4, 0.5);
  LabelReference reference;
  reference.labels = &labels;
  reference.scheme = Scheme::kIOB2;
  EXPECT_THROW(Measure(*corpus, reference), Error);
  reference.hard = short_ids;
  EXPECT_THROW(Measure(*corpus, reference), Error);
  reference.hard = foreign;
  EXPECT_THROW(Measure(*corpus, reference), Error);
  reference.hard = {};
  reference.soft = short_soft;
  EXPECT_THROW(Measure(*corpus, reference), Error);
  reference.soft = soft;
  EXPECT_EQ(Measure(*corpus, reference).accuracy.of, 1);
  reference.scheme = Scheme::kIO;
  EXPECT_THROW(Measure(*corpus, reference), Error);
}

}  // namespace
}  // namespace weft

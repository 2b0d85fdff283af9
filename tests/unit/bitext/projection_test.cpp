// Labels carried over links.
#include "bitext/projection.h"

#include <gmock/gmock.h>

#include "core/error.h"
#include "text/derive.h"
#include "unit/bitext/projected_pair.h"

namespace weft {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::FloatEq;
using testing::Gold;
using ::testing::HasSubstr;
using testing::Pair;
using testing::Project;
using testing::Settings;
using testing::Votes;

TEST(ProjectionTest, OverOneToOneLinks) {
  EXPECT_EQ(Project("B-X I-X O", 4, "0-0 1-1 2-3"), "B-X I-X _ O");
  EXPECT_EQ(Project("B-X I-X O", 4, "0-0 1-1 2-3", {{"unaligned", "outside"}}), "B-X I-X O O");
  EXPECT_EQ(Project("B-X _ O", 3, "0-0 1-1 2-2"), "B-X _ O");  // no label to project
}

TEST(ProjectionTest, SeveralSourceTokens) {
  Pair pair("A A B", 1, "0-0 1-0 2-0");
  pair.scheme = Scheme::kPlain;
  pair.labels = LabelSet({"A", "B", "C"});
  pair.probabilities = {0.8, 0.2, 0, 0.6, 0.4, 0, 0.1, 0.6, 0.3};
  const auto row = [&](const char* how) {
    const auto corpus = pair.Project({{"many_to_one", how}});
    const Span<const float> p = corpus->votes(0, 0).soft;
    return std::vector<float>(p.begin(), p.end());
  };
  EXPECT_THAT(row("mean"), ElementsAre(FloatEq(0.5f), FloatEq(0.4f), FloatEq(0.1f)));
  EXPECT_THAT(row("max"), ElementsAre(FloatEq(static_cast<float>(0.8 / 1.7)),
                                      FloatEq(static_cast<float>(0.6 / 1.7)),
                                      FloatEq(static_cast<float>(0.3 / 1.7))));
  EXPECT_THAT(row("intersect"), ElementsAre(FloatEq(static_cast<float>(0.1 / 0.3)),
                                            FloatEq(static_cast<float>(0.2 / 0.3)), FloatEq(0)));
  EXPECT_EQ(pair.report.many_to_one, 1);
  // Labels that have nothing in common say nothing, and that is counted.
  Pair hard("A B C", 2, "0-0 1-0 2-1");
  hard.scheme = Scheme::kPlain;
  EXPECT_EQ(Votes(*hard.Project({{"many_to_one", "intersect"}})), "_ C");
  EXPECT_EQ(hard.report.unlabelled, 1);
}

TEST(ProjectionTest, LabelMaps) {
  EXPECT_EQ(Project("B-LOC I-LOC B-PER", 3, "0-0 1-1 2-2", {{"label_map", "LOC=GPE PER=O"}}),
            "B-GPE I-GPE O");
  // Coarse to fine: what is known of the whole is shared.
  Pair fine("NOUN VERB", 2, "0-0 1-1");
  fine.scheme = Scheme::kPlain;
  fine.probabilities = {0.8, 0.2, 0, 1};
  const auto corpus = fine.Project({{"label_map", "NOUN=NN,NNS"}});
  const auto p = [&](size_t t, const char* label) {
    return corpus->votes(0, 0).soft[t * static_cast<size_t>(corpus->labels().size()) +
                                    static_cast<size_t>(corpus->labels().Find(label))];
  };
  EXPECT_FLOAT_EQ(p(0, "NN"), 0.4f);
  EXPECT_FLOAT_EQ(p(0, "NNS"), 0.4f);
  EXPECT_FLOAT_EQ(p(1, "VERB"), 1);
  // Fine to coarse: sums.
  Pair coarse("NN NNS", 2, "0-0 1-1");
  coarse.scheme = Scheme::kPlain;
  coarse.probabilities = {0.6, 0.4, 0.1, 0.9};
  EXPECT_EQ(Votes(*coarse.Project({{"label_map", "NN=NOUN NNS=NOUN"}})), "NOUN NOUN");
  EXPECT_EQ(coarse.report.unused_entries, "");
}

TEST(ProjectionTest, LabelMapsThatDoNotFit) {
  Pair pair("B-LOC I-LOC O", 3, "0-0 1-1 2-2");
  pair.Project({{"label_map", "LOC=GPE ORG=X B-LOC=B-GPE NN=Y"}});
  EXPECT_EQ(pair.report.unused_entries, "NN ORG");
  EXPECT_EQ(pair.report.ToJson().at("unused_map_entries"), "NN ORG");
  EXPECT_THAT(pair.Failure({{"label_map", "B-LOC=PLACE"}}),
              HasSubstr("makes \"PLACE\" of \"B-LOC\""));
}

TEST(ProjectionTest, ALabelWithoutACounterpart) {
  Pair pair("B-X B-Z", 3, "0-0 1-1", "O B-X O");
  EXPECT_THAT(pair.Failure(), AllOf(HasSubstr("\"B-Z\""), HasSubstr("label_map")));
  EXPECT_EQ(Votes(*pair.Project({{"unmapped", "skip"}})), "B-X _ _");
  EXPECT_EQ(pair.report.unmapped, 1);
  EXPECT_EQ(pair.report.compared, 1);
  EXPECT_EQ(pair.report.agreeing, 0);
  EXPECT_EQ(Votes(*pair.Project({{"label_map", "Z=O"}})), "B-X O _");
  EXPECT_EQ(pair.report.named_compared, 2);
}

// Gold labels of mentions alone are no reason to lose O.
TEST(ProjectionTest, PartialGoldWithoutO) {
  Pair pair("B-X O", 3, "0-0 1-1", "B-X _ _");
  const auto corpus = pair.Project();
  EXPECT_EQ(Votes(*corpus), "B-X O _");
  EXPECT_EQ(Gold(*corpus), "B-X _ _");
}

TEST(ProjectionTest, PlainLabelsAndTagsDoNotMeet) {
  Pair pair("LOC O", 2, "0-0 1-1", "B-LOC O");
  pair.scheme = Scheme::kPlain;
  EXPECT_THAT(pair.Failure({{"label_map", "LOC=B-LOC"}}),
              HasSubstr("of the scheme plain, the target side's of iob2"));
}

TEST(ProjectionTest, TheTargetsGoldMayBeInAnotherScheme) {
  Pair iobes("B-X I-X B-X", 3, "0-0 1-1 2-2");
  iobes.bitext.target =
      testing::MakeCorpus({{"B-X E-X S-X", {}}}, testing::WithScheme(Scheme::kIOBES));
  EXPECT_EQ(Votes(*iobes.Project()), "B-X I-X B-X");
  EXPECT_EQ(iobes.report.agreeing, 3);
  Pair begins("B-X I-X O", 3, "0-0 1-1 2-2", "O B-X O");  // no I-X among the target's labels
  EXPECT_EQ(Votes(*begins.Project()), "B-X I-X O");
}

TEST(ProjectionTest, TiesAndShares) {
  EXPECT_EQ(Project("B-X O", 1, "0-0 1-0"), "B-X");
  Pair shared("NN", 1, "0-0");
  shared.scheme = Scheme::kPlain;
  const auto corpus = shared.Project({{"label_map", "NN=NOUN,PROPN"}});
  EXPECT_EQ(corpus->votes(0, 0).soft[0], 0.5f);
  EXPECT_THROW(shared.Project({{"label_map", "NN=NOUN,PROPN"}, {"output", "gold"}}), Error);
}

TEST(ProjectionTest, ASurerLinkCountsMore) {
  EXPECT_EQ(Project("B-X O", 1, "0-0:0.1 1-0:0.9"), "O");
  EXPECT_EQ(Project("B-X O", 1, "0-0:0.9 1-0:0.1"), "B-X");
}

TEST(ProjectionTest, PairsAndLinksThatAreLeftOut) {
  Pair pair("B-X O", 4, "0-0:0.5 1-1");
  EXPECT_EQ(Votes(*pair.Project({{"min_density", "0.5"}})), "B-X O _ _");
  EXPECT_EQ(Votes(*pair.Project({{"min_confidence", "0.6"}})), "_ O _ _");
  EXPECT_THROW(pair.Project({{"min_density", "0.6"}}), Error);
  EXPECT_THROW(pair.Project({{"max_length_ratio", "1.5"}}), Error);
  EXPECT_EQ(pair.report.uneven_pairs, 1);
  EXPECT_THROW(pair.Project({{"max_length_ratio", "0.5"}}), Error);
  Pair none("B-X", 1, "");
  none.bitext.skipped_pairs = 1;
  EXPECT_THAT(none.Failure({}, Status::kState),
              HasSubstr("0 have none, or none of min_confidence; the links of 1 could"));
  Pair silent("_", 1, "0-0");
  EXPECT_THROW(silent.Project(), Error);
}

TEST(ProjectionTest, ConfidencesBecomeAColumn) {
  Pair pair("B-X I-X O", 3, "0-0:0.5 1-0 2-2:0.25");
  const auto corpus = pair.Project({{"name", "en"}});
  const int64_t column = corpus->FindColumn(WeightColumn("en"));
  ASSERT_GE(column, 0);
  EXPECT_EQ(corpus->column(static_cast<size_t>(column))[0], "0.75");
  EXPECT_EQ(corpus->column(static_cast<size_t>(column))[1], "1");
  EXPECT_EQ(corpus->column(static_cast<size_t>(column))[2], "0.25");
  EXPECT_LT(pair.Project({{"weights", "false"}})->FindColumn(WeightColumn("projected")), 0);
}

TEST(ProjectionTest, SeveralSourcesOfOneTarget) {
  Pair first("B-X O", 2, "0-0 1-1");
  Pair second("O B-Y", 2, "0-0 1-1");
  second.bitext.target = first.Project({{"name", "en"}});
  const auto both = second.Project({{"name", "es"}});
  ASSERT_EQ(both->num_votes(0), 2);
  EXPECT_EQ(both->sources(), (std::vector<std::string>{"en", "es"}));
  EXPECT_EQ(Votes(*both), "O B-Y");
  EXPECT_THROW(second.Project({{"name", "en"}}), Error);
}

TEST(ProjectionTest, AsGoldLabels) {
  Pair pair("B-X I-X O", 4, "0-0 1-1 2-2");
  const auto corpus = pair.Project({{"output", "gold"}});
  EXPECT_FALSE(corpus->has_votes());
  EXPECT_EQ(corpus->labels().name(corpus->gold(0)[1]), "I-X");
  EXPECT_EQ(corpus->gold(0)[3], kNoLabel);
  EXPECT_NE(pair.Project({{"output", "gold"}, {"unaligned", "outside"}})->gold(0)[3], kNoLabel);
}

TEST(ProjectionTest, GoldLabelsHaveNoNameAndNoWeights) {
  Pair pair("B-X I-X O", 3, "0-0 1-1 2-2");
  for (const char* key : {"name", "weights", "target_gold"}) {
    const char* value = key == std::string("weights") ? "true" : "drop";
    EXPECT_THROW(pair.Project({{"output", "gold"}, {key, value}}), Error) << key;
  }
}

TEST(ProjectionTest, TheTargetsGoldMayBeLeftOut) {
  Pair pair("B-X O", 3, "0-0 1-1", "B-X B-X O");
  EXPECT_TRUE(pair.Project()->has_gold());
  EXPECT_EQ(pair.report.gold, 3);
  EXPECT_EQ(pair.report.ToJson().at("tokens").at("gold_kept"), 3);
  EXPECT_FALSE(pair.Project({{"target_gold", "drop"}})->has_gold());
  EXPECT_THAT(pair.Project({{"target_gold", "drop"}, {"label_map", "X=Z"}})->labels().names(),
              ::testing::Contains("B-Z"));
  EXPECT_EQ(pair.report.compared, 2);
  EXPECT_EQ(pair.report.ToJson().at("tokens").at("gold_kept"), 0);
}

TEST(ProjectionTest, OutsideNeedsAnO) {
  Pair pair("NN VB", 3, "0-0 1-1");
  pair.scheme = Scheme::kPlain;
  EXPECT_THROW(pair.Project({{"unaligned", "outside"}}), Error);
}

TEST(ProjectionTest, TheReportCounts) {
  Pair pair("B-X O", 4, "0-0 1-1", "B-X B-X O O");
  pair.Project();
  const auto json = pair.report.ToJson();
  EXPECT_EQ(json.at("pairs").at("used"), 1);
  EXPECT_EQ(json.at("tokens").at("labelled"), 2);
  EXPECT_EQ(json.at("tokens").at("share"), 0.5);
  EXPECT_EQ(json.at("labels").at("B-X").at("share"), 0.5);
  EXPECT_EQ(json.at("gold").at("agreement"), 0.5);
  EXPECT_EQ(json.at("gold").at("named_compared"), 2);
}

}  // namespace
}  // namespace weft

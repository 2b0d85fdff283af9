#include <gtest/gtest.h>

#include <cmath>

#include "core/error.h"
#include "support/make_corpus.h"
#include "support/train_aggregator.h"

namespace weft {
namespace {

using testing::Apply;
using testing::LabelText;
using testing::MakeCorpus;
using testing::Settings;
using testing::Train;
using testing::WithScheme;

std::string Vote(const std::vector<testing::SentenceText>& sentences, const Settings& settings,
                 Scheme scheme = Scheme::kIOB2) {
  const auto corpus = MakeCorpus(sentences, WithScheme(scheme));
  return LabelText(Apply(*Train(MvMethod(), corpus, settings).model, *corpus));
}

TEST(MajorityTest, CrowdCountsOutsideAndGoesByItsOrderOnTies) {
  const Settings crowd = {{"convention", "crowd"}};
  EXPECT_EQ(Vote({{"", {{"a", "B-PER O O"}, {"b", "O O B-LOC"}, {"c", "O O O"}}}}, crowd), "O O O");
  EXPECT_EQ(Vote({{"", {{"a", "B-PER I-MISC B-LOC O"}, {"b", "O I-ORG B-PER I-PER"}}}}, crowd),
            "B-PER I-MISC B-PER I-PER");
  EXPECT_EQ(Vote({{"", {{"a", "B-X"}, {"b", "O"}, {"c", "B-PER"}}}},
                 {{"convention", "crowd"}, {"tie_order", "O,B-X"}}),
            "O");
  EXPECT_THROW(Vote({{"", {{"a", "B-X"}}}}, {{"convention", "crowd"}, {"tie_order", "B-Y"}}),
               Error);
}

TEST(MajorityTest, CrowdIgnoresThoseWhoDidNotAnnotate) {
  EXPECT_EQ(Vote({{"", {{"a", "B-PER O"}}}, {"", {{"b", "O O"}, {"c", "_ O"}}}, {"", {}}},
                 {{"convention", "crowd"}}),
            "B-PER O O O");
}

TEST(MajorityTest, WrenchDropsOutsideWhereATypeIsNamed) {
  EXPECT_EQ(Vote({{"", {{"a", "B-PER I-PER O"}, {"b", "O O O"}, {"c", "O B-PER O"}}}},
                 {{"convention", "wrench"}}),
            "B-PER I-PER O");
}

TEST(MajorityTest, WrenchBreaksTiesByShaOfTheTokensIndex) {
  // LOC is class 1, PER class 2; the digests of "0" … "4" end in c, b, 0, b, a.
  EXPECT_EQ(Vote({{"", {{"a", "B-LOC O B-LOC"}, {"b", "B-PER O B-PER"}}},
                  {"", {{"a", "B-LOC B-LOC"}, {"b", "B-PER B-PER"}}}},
                 {{"convention", "wrench"}}),
            "B-LOC O B-LOC B-PER B-LOC");
}

TEST(MajorityTest, WeftVotesForWholeSpans) {
  const std::string labels =
      Vote({{"", {{"a", "B-PER I-PER O"}, {"b", "B-PER I-PER O"}, {"c", "O B-ORG I-ORG"}}}}, {});
  EXPECT_EQ(labels, "B-PER I-PER O");
}

TEST(MajorityTest, WeftAsksOutsideVotersWhereOMeansOutside) {
  const std::vector<testing::SentenceText> two_to_one = {
      {"", {{"a", "B-PER"}, {"b", "O"}, {"c", "O"}}}};
  EXPECT_EQ(Vote(two_to_one, {{"o_means", "outside"}}), "O");
  EXPECT_EQ(Vote(two_to_one, {{"o_means", "abstain_if_any"}}), "B-PER");
  EXPECT_EQ(Vote(two_to_one, {{"o_means", "outside"}, {"o_means.b", "abstain"}}), "B-PER")
      << "one for, one against: the span is kept";
}

TEST(MajorityTest, WeftWorksInEverySpanScheme) {
  EXPECT_EQ(Vote({{"", {{"a", "B-X E-X S-X"}, {"b", "B-X E-X O"}}}}, {}, Scheme::kIOBES),
            "B-X E-X S-X");
  EXPECT_EQ(Vote({{"", {{"a", "I-X I-X O"}, {"b", "I-X I-X O"}}}}, {}, Scheme::kIO), "I-X I-X O");
}

TEST(MajorityTest, PlainTagsAreVotedForTokenByToken) {
  const std::vector<testing::SentenceText> tags = {
      {"", {{"a", "N V N"}, {"b", "N V D"}, {"c", "V V _"}}}};
  EXPECT_EQ(Vote(tags, {}, Scheme::kPlain), "N V D");
}

TEST(MajorityTest, PosteriorsAreVoteShares) {
  const auto corpus = MakeCorpus({{"", {{"a", "B-PER O"}, {"b", "B-PER O"}, {"c", "B-LOC O"}}}},
                                 WithScheme(Scheme::kIOB2));
  const Decoded found = Apply(*Train(MvMethod(), corpus).model, *corpus);
  const auto share = [&](size_t t, const char* label) {
    const LabelSet& labels = found.labels_of_model;
    return found.marginals[t * static_cast<size_t>(labels.size()) +
                           static_cast<size_t>(labels.Find(label))];
  };
  EXPECT_NEAR(share(0, "B-PER"), 2.0 / 3, 1e-12);
  EXPECT_NEAR(share(0, "B-LOC"), 1.0 / 3, 1e-12);
  EXPECT_NEAR(share(1, "O"), 1, 1e-12);
}

TEST(WeightedMajorityTest, GivenWeightsDecide) {
  const auto corpus = MakeCorpus({{"", {{"a", "B-PER"}, {"b", "B-LOC"}, {"c", "B-LOC"}}}},
                                 WithScheme(Scheme::kIOB2));
  const Settings given = {{"weights_from", "given"}, {"weights.a", "3"}};
  EXPECT_EQ(LabelText(Apply(*Train(WmvMethod(), corpus, given).model, *corpus)), "B-PER");
  EXPECT_EQ(
      LabelText(Apply(*Train(WmvMethod(), corpus, {{"weights_from", "given"}}).model, *corpus)),
      "B-LOC");
}

TEST(WeightedMajorityTest, WeightsFollowTheDevelopmentCorpus) {
  const auto train = MakeCorpus({{"", {{"good", "B-PER"}, {"bad", "B-LOC"}, {"worse", "B-LOC"}}}},
                                WithScheme(Scheme::kIOB2));
  std::vector<testing::SentenceText> sentences(
      20, {"B-PER O", {{"good", "B-PER O"}, {"bad", "B-LOC O"}, {"worse", "O B-LOC"}}});
  testing::RunOptions how;
  how.dev = MakeCorpus(sentences, WithScheme(Scheme::kIOB2));
  const auto run = Train(WmvMethod(), train, {{"weights_from", "dev"}}, how);
  EXPECT_EQ(LabelText(Apply(*run.model, *train)), "B-PER");
  EXPECT_GT(run.model->Sources()[1].weight, 0.9) << "good";
  EXPECT_LT(run.model->Sources()[0].weight, 0.1) << "bad";
}

TEST(WeightedMajorityTest, RefusesWhatIsNoWeight) {
  const auto corpus = MakeCorpus({{"", {{"a", "B-PER"}}}}, WithScheme(Scheme::kIOB2));
  EXPECT_THROW(Train(WmvMethod(), corpus, {{"weights.a", "heavy"}}), Error);
  EXPECT_THROW(Train(WmvMethod(), corpus, {{"weights.z", "1"}}), Error);
  EXPECT_THROW(Train(WmvMethod(), corpus, {{"weights_from", "dev"}}), Error);
}

}  // namespace
}  // namespace weft

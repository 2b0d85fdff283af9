// What users of comparable libraries met, and what weft does instead.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/random.h"
#include "support/make_corpus.h"
#include "support/random_votes.h"
#include "support/train_aggregator.h"
#include "weak/hmm_model.h"

namespace weft {
namespace {

using testing::Apply;
using ::testing::HasSubstr;
using testing::LabelText;
using testing::MakeCorpus;
using testing::SentenceText;
using testing::Settings;
using testing::Train;
using testing::WithScheme;

const std::vector<const Method*>& AllMethods() {
  static const std::vector<const Method*> methods = {&MvMethod(), &WmvMethod(), &DsMethod(),
                                                     &HmmMethod()};
  return methods;
}

std::shared_ptr<const Corpus> Iob2(const std::vector<SentenceText>& sentences) {
  return MakeCorpus(sentences, WithScheme(Scheme::kIOB2));
}

std::vector<SentenceText> Repeat(int times, const std::vector<SentenceText>& sentences) {
  std::vector<SentenceText> all;
  for (int i = 0; i < times; ++i) all.insert(all.end(), sentences.begin(), sentences.end());
  return all;
}

// Sources a, b and c that agree on X and Y, and mostly on O.
std::vector<SentenceText> Agreement() {
  std::vector<SentenceText> sentences;
  for (const char* labels : {"B-X I-X O", "O B-Y O", "O O O O O O O O O O"}) {
    sentences.push_back({"", {{"a", labels}, {"b", labels}, {"c", labels}}});
  }
  return Repeat(10, sentences);
}

TEST(FaultsTest, SourcesThatAllVoteForAnIllegalLabelKeepABestPathAndAWarning) {
  std::vector<SentenceText> sentences = Agreement();
  sentences.push_back({"", {{"a", "I-X"}, {"b", "I-X"}, {"c", "I-X"}}});
  const auto corpus = Iob2(sentences);
  const Decoded found = Apply(*Train(HmmMethod(), corpus).model, *corpus);
  const std::string last = found.labels_of_model.name(found.labels.back());
  EXPECT_TRUE(last == "B-X" || last == "O") << last;
  ASSERT_EQ(found.warnings.size(), 1u);
  EXPECT_EQ(found.warnings[0],
            "sentence 30, token 0 \"w0\": the sources contradict every legal path; the best path "
            "is kept");
}

TEST(FaultsTest, VotesThatTheModelHoldsImpossibleKeepABestPathAndAWarning) {
  const Settings textbook = {{"context", "none"}, {"confusion", "full"},     {"anchor", "0"},
                             {"smoothing", "0"},  {"transition_prior", "0"}, {"pool", "0"}};
  const auto model = Train(HmmMethod(), Iob2(Agreement()), textbook).model;
  const auto corpus = Iob2({{"", {{"a", "O O O"}, {"b", "O O O"}, {"c", "O O O"}}},
                            {"", {{"a", "O B-Y O"}, {"b", "O B-X O"}, {"c", "O O O"}}}});
  const Decoded found = Apply(*model, *corpus);
  ASSERT_EQ(found.warnings.size(), 1u);
  EXPECT_THAT(found.warnings[0], HasSubstr("sentence 1, token 1 \"w1\""));
  EXPECT_TRUE(std::isfinite(testing::LogLikelihood(found)));
  for (double p : found.marginals) EXPECT_TRUE(p >= 0 && p <= 1 + 1e-12);
}

TEST(FaultsTest, SentencesWithoutAnyVoteTeachNothing) {
  std::vector<SentenceText> with = Agreement();
  with.insert(with.begin(), 5, {"O O O O", {}});
  with.insert(with.begin(), 5, {"", {{"a", "_ _ _"}, {"b", "_ _ _"}}});
  for (const Method* method : {&HmmMethod(), &DsMethod()}) {
    // o_means is given: sources that skip sentences are annotators otherwise, others functions.
    const Settings settings = {{"o_means", "outside"}};
    const auto few = Train(*method, Iob2(Agreement()), settings);
    const auto corpus = Iob2(with);
    const auto more = Train(*method, corpus, settings);
    ASSERT_EQ(few.objectives.size(), more.objectives.size());
    EXPECT_NEAR(few.objectives.back(), more.objectives.back(), 1e-9);
    const Decoded found = Apply(*more.model, *corpus);
    EXPECT_THAT(LabelText(found), ::testing::StartsWith("O O O O O O O O O O O O O O O O"));
  }
}

TEST(FaultsTest, OneSourceGivesItsOwnLabelsAndAMessage) {
  const auto corpus = Iob2({{"", {{"a", "B-X I-X O B-Y"}, {"silent", "O O O O"}}},
                            {"", {{"a", "O O B-X"}, {"silent", "O O O"}}},
                            {"", {{"a", "O O O O O"}, {"silent", "O O O O O"}}}});
  for (const Method* method : {&HmmMethod(), &DsMethod()}) {
    const testing::Run run = Train(*method, corpus);
    EXPECT_EQ(LabelText(Apply(*run.model, *corpus)), "B-X I-X O B-Y O O B-X O O O O O");
    EXPECT_EQ(run.log.back(), method->name +
                                  ": only one source ever names a type: the labels are its own, "
                                  "made legal");
  }
}

// Marginals of a tagger say already how rare a label is.
TEST(FaultsTest, DistributionsCountBesideThePriorAndAMessageSaysSo) {
  CorpusBuilder builder;
  SentenceData sentence;
  sentence.tokens = {"a", "b"};
  sentence.votes = {{"s", {}, {{{"O", 0.9f}, {"B-X", 0.1f}}, {{"B-X", 0.6f}, {"O", 0.4f}}}}};
  for (int i = 0; i < 5; ++i) builder.Add(sentence);
  const auto corpus = builder.Finish();
  for (const Method* method : {&HmmMethod(), &DsMethod()}) {
    const testing::Run run = Train(*method, corpus);
    EXPECT_THAT(run.log, ::testing::Contains(HasSubstr("some votes are distributions")));
    EXPECT_THAT(run.log.back(), HasSubstr("there is no other to compare it with"));
  }
}

TEST(FaultsTest, TwoSourcesGiveTheMajoritysLabelsAndAMessage) {
  const auto corpus = Iob2(Repeat(3, {{"", {{"a", "B-X I-X O O"}, {"b", "B-X I-X O O"}}},
                                      {"", {{"a", "O O B-Y O"}, {"b", "O O O O"}}},
                                      {"", {{"a", "O O O O"}, {"b", "O B-X O O"}}}}));
  const std::string majority = LabelText(Apply(*Train(MvMethod(), corpus).model, *corpus));
  for (const Method* method : {&HmmMethod(), &DsMethod()}) {
    const testing::Run run = Train(*method, corpus);
    EXPECT_EQ(LabelText(Apply(*run.model, *corpus)), majority);
    EXPECT_THAT(run.log.back(), HasSubstr("only two sources ever name a type"));
  }
}

// Six sources name X on the same tokens; most of what they name there is O by a seventh, which is
// right elsewhere. Plain EM learns that six voices mean "not X".
std::shared_ptr<const Corpus> SixAgainstOne() {
  Random random(5);
  std::vector<SentenceText> sentences;
  for (int s = 0; s < 300; ++s) {
    SentenceText sentence;
    std::vector<std::string> votes(7);
    for (int t = 0; t < 10; ++t) {
      const bool trap = random.Uniform() < 0.05, truth = random.Uniform() < 0.03;
      for (size_t j = 0; j < 7; ++j) {
        const bool fires = j < 6 ? (trap && random.Uniform() < 0.9) : truth;
        votes[j] += fires ? " B-X" : " O";
      }
    }
    for (size_t j = 0; j < 7; ++j) sentence.votes.emplace_back("s" + std::to_string(j), votes[j]);
    sentences.push_back(sentence);
  }
  SentenceText all{"", {}};
  for (int j = 0; j < 7; ++j) all.votes.emplace_back("s" + std::to_string(j), j < 6 ? "B-X" : "O");
  sentences.push_back(all);
  return Iob2(sentences);
}

TEST(FaultsTest, SixSourcesThatAllNameATypeGetItWhereTheirAccuracyIsBounded) {
  const auto corpus = SixAgainstOne();
  // A start that believes the seventh: the others are held to be wrong wherever they fire.
  Settings settings = {{"anchor", "0"}, {"redundancy", "false"}, {"context", "none"}};
  for (int j = 0; j < 6; ++j) {
    settings.emplace_back("priors.s" + std::to_string(j), "0.02/0.02");
  }
  settings.emplace_back("prior_strength", "1e6");
  EXPECT_EQ(corpus->length(300), 1);
  const auto probability = [](const Decoded& found) {  // of B-X at the last token
    const auto width = static_cast<ptrdiff_t>(found.labels_of_model.size());
    return *(found.marginals.end() - width + found.labels_of_model.Find("B-X"));
  };
  const Decoded trusting = Apply(*Train(HmmMethod(), corpus, settings).model, *corpus);
  settings.emplace_back("accuracy_bound", "0.5");
  const testing::Run bounded = Train(HmmMethod(), corpus, settings);
  const Decoded found = Apply(*bounded.model, *corpus);
  EXPECT_LT(probability(trusting), 1e-3);
  EXPECT_EQ(found.labels_of_model.name(found.labels.back()), "B-X");
  EXPECT_GT(probability(found), 0.99);
  EXPECT_TRUE(bounded.model->Sources()[0].adversarial) << "the report says what the votes say";
  EXPECT_THAT(bounded.log,
              ::testing::Contains(HasSubstr("source \"s0\" is right less often than chance")));
}

TEST(FaultsTest, ASourceThatNeverFiresIsNoCauseForNaN) {
  std::vector<SentenceText> sentences = Agreement();
  for (SentenceText& s : sentences) {
    const bool is_long = s.votes[0].second.size() > 12;
    s.votes.emplace_back("mute", is_long ? "O O O O O O O O O O" : "O O O");
    s.votes.emplace_back("absent", is_long ? "_ _ _ _ _ _ _ _ _ _" : "_ _ _");
  }
  const auto corpus = Iob2(sentences);
  for (const Method* method : AllMethods()) {
    const auto model = Train(*method, corpus).model;
    for (const SourceEstimate& source : model->Sources()) {
      for (double p : source.confusion) EXPECT_TRUE(std::isfinite(p)) << source.name;
      EXPECT_TRUE(std::isfinite(source.accuracy));
      EXPECT_EQ(source.tokens, 160) << source.name;
      if (source.name == "absent") {
        EXPECT_EQ(source.opinions, 0);
      }
      if (source.name == "mute") {
        EXPECT_EQ(source.accuracy, 0);
      }
    }
    for (double p : Apply(*model, *corpus).marginals) EXPECT_TRUE(std::isfinite(p));
  }
}

TEST(FaultsTest, ShuffledSentencesGetTheSameLabels) {
  testing::RandomVotesOptions votes;
  votes.labels = {"O", "B-X", "I-X", "B-Y", "I-Y"};
  votes.scheme = Scheme::kIOB2;
  votes.sentences = 500;
  votes.longest = 12;
  const auto corpus = testing::RandomVotes(votes);
  std::vector<int64_t> order(500);
  std::iota(order.begin(), order.end(), 0);
  Random(9).Shuffle(&order);
  const auto shuffled = SelectSentences(*corpus, order);
  for (const Method* method : AllMethods()) {
    SCOPED_TRACE(method->name);
    const Decoded before = Apply(*Train(*method, corpus).model, *corpus);
    const Decoded after = Apply(*Train(*method, shuffled).model, *shuffled);
    for (size_t i = 0; i < order.size(); ++i) {
      const int64_t s = static_cast<int64_t>(i);
      for (int64_t t = 0; t < shuffled->length(s); ++t) {
        EXPECT_EQ(after.labels[static_cast<size_t>(shuffled->begin(s) + t)],
                  before.labels[static_cast<size_t>(corpus->begin(order[i]) + t)]);
      }
    }
  }
}

TEST(FaultsTest, OneOrTwoLabelsAndLabelsThatNobodyUsesWork) {
  CorpusOptions declared = WithScheme(Scheme::kPlain);
  declared.labels = {"N", "V", "never"};
  const std::vector<std::shared_ptr<const Corpus>> corpora = {
      Iob2({{"", {{"a", "O O"}, {"b", "O O"}, {"c", "O O"}}}}),
      MakeCorpus({{"", {{"a", "N N"}, {"b", "N N"}, {"c", "N N"}}}}, WithScheme(Scheme::kPlain)),
      MakeCorpus({{"", {{"a", "N V"}, {"b", "N V"}, {"c", "N N"}}}}, declared)};
  const std::vector<std::string> expected = {"O O", "N N", "N V"};
  for (const Method* method : AllMethods()) {
    for (size_t i = 0; i < corpora.size(); ++i) {
      const Decoded found = Apply(*Train(*method, corpora[i]).model, *corpora[i]);
      EXPECT_EQ(LabelText(found), expected[i]) << method->name;
      for (double p : found.marginals) EXPECT_TRUE(p >= 0 && p <= 1 + 1e-12);
    }
  }
}

TEST(FaultsTest, EmptySentencesStayEmpty) {
  std::vector<SentenceText> sentences = Agreement();
  sentences.insert(sentences.begin() + 1, SentenceText{"", {}});
  const auto corpus = Iob2(sentences);
  for (const Method* method : AllMethods()) {
    const Decoded found = Apply(*Train(*method, corpus).model, *corpus);
    EXPECT_EQ(found.labels.size(), 160u);
    EXPECT_THAT(LabelText(found), ::testing::StartsWith("B-X I-X O O B-Y O"));
  }
}

}  // namespace
}  // namespace weft

#include "eval/sources.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/random.h"
#include "support/make_corpus.h"

namespace weft {
namespace {

using testing::MakeCorpus;

// "a" and "b" speak, "c" looks and never fires, "d" saw nothing. The third sentence has no gold.
std::shared_ptr<const Corpus> FourSources() {
  CorpusOptions options = testing::WithScheme(Scheme::kIOB2);
  options.sources = {"a", "b", "c", "d"};
  return MakeCorpus({{"B-PER I-PER O B-LOC",
                      {{"a", "B-PER I-PER O O"}, {"b", "B-PER B-LOC O B-ORG"}, {"c", "O O O O"}}},
                     {"O B-LOC", {{"a", "_ B-LOC"}, {"c", "O O"}}},
                     {"", {{"a", "O B-PER"}, {"b", "_ _"}}}},
                    options);
}

std::vector<std::string> Polarity(const Corpus& corpus, const SourceReport& report) {
  std::vector<std::string> names;
  for (int32_t id : report.polarity) names.push_back(corpus.labels().name(id));
  return names;
}

TEST(SourcesTest, CountsWhatEachSourceSays) {
  const auto corpus = FourSources();
  const auto analysis = AnalyzeSources(*corpus);
  EXPECT_EQ(analysis.sentences, 3);
  EXPECT_EQ(analysis.tokens, 8);
  EXPECT_EQ(analysis.tokens_covered, 5);
  EXPECT_EQ(analysis.tokens_conflicting, 1);
  ASSERT_EQ(analysis.sources.size(), 4u);

  const SourceReport& a = analysis.sources[0];
  EXPECT_EQ(a.name, "a");
  EXPECT_EQ(a.sentences, 3);
  EXPECT_EQ(a.tokens, 8);
  EXPECT_EQ(a.abstentions, 1);
  EXPECT_EQ(a.opinions, 4);
  EXPECT_EQ(a.spans, 3);
  EXPECT_EQ(Polarity(*corpus, a), (std::vector<std::string>{"O", "B-LOC", "B-PER", "I-PER"}));
  EXPECT_EQ(a.label_counts[static_cast<size_t>(corpus->labels().Find("O"))], 3);
  EXPECT_EQ(a.label_counts[static_cast<size_t>(corpus->labels().Find("B-PER"))], 2);
  EXPECT_DOUBLE_EQ(*a.coverage.value(), 4.0 / 8);

  const SourceReport& b = analysis.sources[1];
  EXPECT_EQ(b.sentences, 2);
  EXPECT_EQ(b.tokens, 6);
  EXPECT_EQ(b.abstentions, 2);
  EXPECT_EQ(b.opinions, 3);
  EXPECT_EQ(b.spans, 3);
  EXPECT_DOUBLE_EQ(*b.coverage.value(), 3.0 / 8);
  EXPECT_DOUBLE_EQ(*b.coverage_annotated.value(), 3.0 / 6);
}

TEST(SourcesTest, OverlapAndConflictAreSharesOfASourcesOpinions) {
  const auto analysis = AnalyzeSources(*FourSources());
  const SourceReport &a = analysis.sources[0], &b = analysis.sources[1];
  EXPECT_EQ(a.overlap.part, 2);
  EXPECT_EQ(a.overlap.of, 4);
  EXPECT_DOUBLE_EQ(*a.conflict.value(), 1.0 / 4);
  EXPECT_DOUBLE_EQ(*b.overlap.value(), 2.0 / 3);
  EXPECT_DOUBLE_EQ(*b.conflict.value(), 1.0 / 3);
}

TEST(SourcesTest, ScoresAgainstGoldAreOverTheSentencesThatASourceAnnotated) {
  const auto analysis = AnalyzeSources(*FourSources());
  const SourceScores& a = *analysis.sources[0].gold;
  EXPECT_EQ(a.accuracy.part, 3);
  EXPECT_EQ(a.accuracy.of, 3);
  EXPECT_EQ(a.token_gold, 4);
  EXPECT_DOUBLE_EQ(a.token_recall(), 3.0 / 4);
  EXPECT_DOUBLE_EQ(a.token_f1(), 6.0 / 7);
  EXPECT_EQ(a.spans.gold, 3);
  EXPECT_EQ(a.spans.predicted, 2);
  EXPECT_EQ(a.spans.correct, 2);

  const SourceScores& b = *analysis.sources[1].gold;
  EXPECT_DOUBLE_EQ(*b.accuracy.value(), 1.0 / 3);
  EXPECT_DOUBLE_EQ(b.token_precision(), 1.0 / 3);
  EXPECT_EQ(b.spans.gold, 2);
  EXPECT_EQ(b.spans.predicted, 3);
  EXPECT_EQ(b.spans.correct, 0);
  EXPECT_FALSE(analysis.sources[0].reference.has_value());
}

TEST(SourcesTest, ASourceThatNeverFiresHasNoAccuracy) {
  const auto analysis = AnalyzeSources(*FourSources());
  for (size_t i : {2u, 3u}) {
    const SourceReport& silent = analysis.sources[i];
    EXPECT_EQ(*silent.coverage.value(), 0) << silent.name;
    EXPECT_EQ(silent.spans, 0);
    EXPECT_FALSE(silent.overlap.value().has_value());
    EXPECT_FALSE(silent.conflict.value().has_value());
    ASSERT_TRUE(silent.gold.has_value());
    EXPECT_FALSE(silent.gold->accuracy.value().has_value());
    for (double rate : {silent.gold->token_precision(), silent.gold->token_recall(),
                        silent.gold->token_f1(), silent.gold->spans.f1()}) {
      EXPECT_EQ(rate, 0);
    }
  }
  EXPECT_EQ(analysis.sources[2].tokens, 6);
  EXPECT_EQ(analysis.sources[2].gold->spans.gold, 3);
  EXPECT_EQ(analysis.sources[3].sentences, 0);
  EXPECT_FALSE(analysis.sources[3].coverage_annotated.value().has_value());
  EXPECT_TRUE(analysis.sources[3].polarity.empty());
}

TEST(SourcesTest, WithoutGoldThereAreNoGoldScores) {
  const auto corpus = MakeCorpus({{"", {{"a", "B-X O"}}}});
  EXPECT_FALSE(AnalyzeSources(*corpus).sources[0].gold.has_value());
}

TEST(SourcesTest, TokensWithoutGoldAreNotJudged) {
  const auto corpus = MakeCorpus({{"_ B-X O", {{"a", "B-X B-X O"}}}});
  const SourceScores a = *AnalyzeSources(*corpus).sources[0].gold;
  EXPECT_EQ(a.accuracy.of, 1);
  EXPECT_EQ(a.accuracy.part, 1);
  EXPECT_EQ(a.token_gold, 1);
}

TEST(SourcesTest, WithPlainTagsEveryVoteIsAnOpinion) {
  const auto corpus = MakeCorpus({{"NOUN O VERB", {{"a", "NOUN O _"}, {"b", "VERB O VERB"}}}},
                                 testing::WithScheme(Scheme::kPlain));
  const auto analysis = AnalyzeSources(*corpus);
  EXPECT_EQ(analysis.sources[0].opinions, 2);
  EXPECT_EQ(analysis.sources[0].spans, 2);
  EXPECT_EQ(*analysis.sources[0].conflict.value(), 0.5);
  EXPECT_EQ(*analysis.sources[0].gold->accuracy.value(), 1);
  EXPECT_DOUBLE_EQ(analysis.sources[0].gold->token_recall(), 2.0 / 3);
  EXPECT_DOUBLE_EQ(*analysis.sources[1].gold->accuracy.value(), 2.0 / 3);
  EXPECT_EQ(analysis.sources[1].gold->spans.correct, 2);
}

TEST(SourcesTest, LenientReadingFindsTheSpansThatDoNotOpenWithB) {
  const auto corpus = MakeCorpus({{"B-X I-X O", {{"a", "I-X I-X O"}}}});
  const auto strict = AnalyzeSources(*corpus);
  EXPECT_EQ(strict.sources[0].spans, 0);
  EXPECT_EQ(strict.sources[0].gold->spans.correct, 0);
  const auto lenient = AnalyzeSources(*corpus, nullptr, SpanMode::kConlleval);
  EXPECT_EQ(lenient.sources[0].spans, 1);
  EXPECT_EQ(lenient.sources[0].gold->spans.correct, 1);
}

TEST(SourcesTest, TheOrderOfSentencesDoesNotMatter) {
  Random random(5);
  const char* words[] = {"O", "O", "B-A", "I-A", "B-B", "_"};
  std::vector<testing::SentenceText> sentences(60);
  for (auto& sentence : sentences) {
    const uint64_t length = 1 + random.Below(6);
    for (uint64_t t = 0; t < length; ++t)
      sentence.gold += std::string(words[random.Below(5)]) + " ";
    for (const char* source : {"x", "y", "z"}) {
      if (random.Uniform() < 0.3) continue;
      std::string votes;
      for (uint64_t t = 0; t < length; ++t) votes += std::string(words[random.Below(6)]) + " ";
      sentence.votes.emplace_back(source, votes);
    }
  }
  CorpusOptions options = testing::WithScheme(Scheme::kIOB2);
  options.sources = {"x", "y", "z"};
  const auto first = AnalyzeSources(*MakeCorpus(sentences, options));
  random.Shuffle(&sentences);
  const auto second = AnalyzeSources(*MakeCorpus(sentences, options));
  for (size_t i = 0; i < 3; ++i) {
    const SourceReport &a = first.sources[i], &b = second.sources[i];
    EXPECT_EQ(a.opinions, b.opinions);
    EXPECT_EQ(a.spans, b.spans);
    EXPECT_EQ(a.label_counts, b.label_counts);
    EXPECT_EQ(a.polarity, b.polarity);
    EXPECT_EQ(a.overlap.part, b.overlap.part);
    EXPECT_EQ(a.conflict.part, b.conflict.part);
    EXPECT_EQ(a.gold->token_correct, b.gold->token_correct);
    EXPECT_EQ(a.gold->spans.correct, b.gold->spans.correct);
    for (int32_t j = 0; j < 3; ++j) {
      const auto at = static_cast<int32_t>(i);
      EXPECT_EQ(first.agreement.at(at, j).agreed, second.agreement.at(at, j).agreed);
      EXPECT_EQ(first.agreement.at(at, j).kappa(), second.agreement.at(at, j).kappa());
    }
  }
}

}  // namespace
}  // namespace weft

#include "eval/scores.h"

#include <gtest/gtest.h>

#include "core/error.h"
#include "support/make_corpus.h"

namespace weft {
namespace {

using testing::Ids;
using testing::MakeCorpus;
using testing::WithScheme;

struct Case {
  std::vector<std::string> gold, predicted;
  Scheme gold_scheme = Scheme::kIOB2, predicted_scheme = Scheme::kIOB2;
  std::vector<std::string> predicted_labels;  // empty: those that occur
};

LabelSet LabelsOf(const Case& c) {
  if (!c.predicted_labels.empty()) return LabelSet(c.predicted_labels);
  LabelSet labels;
  for (const auto& sentence : c.predicted) {
    for (const auto& word : testing::Words(sentence)) {
      if (!word.empty()) labels.Add(word);
    }
  }
  return labels;
}

Evaluation Score(const Case& c, SpanMode mode) {
  std::vector<testing::SentenceText> sentences;
  for (const auto& gold : c.gold) sentences.push_back({gold, {}});
  const auto corpus = MakeCorpus(sentences, WithScheme(c.gold_scheme));
  const LabelSet labels = LabelsOf(c);
  return Evaluate(*corpus, labels, Ids(labels, c.predicted), c.predicted_scheme, mode);
}

void ExpectCounts(const SpanCounts& counts, int64_t gold, int64_t predicted, int64_t correct) {
  EXPECT_EQ(counts.gold, gold);
  EXPECT_EQ(counts.predicted, predicted);
  EXPECT_EQ(counts.correct, correct);
}

int64_t Confused(const Evaluation& e, const std::string& gold, const std::string& predicted) {
  const LabelSet labels(e.labels);
  return e
      .confusion[static_cast<size_t>(labels.Find(gold) * labels.size() + labels.Find(predicted))];
}

TEST(ScoresTest, CountsByTypeMicroAndMacro) {
  const auto e = Score(
      {{"B-PER I-PER O B-LOC", "B-LOC O B-ORG I-ORG"}, {"B-PER I-PER O B-ORG", "B-LOC O B-ORG O"}},
      SpanMode::kStrict);
  ExpectCounts(e.micro, 4, 4, 2);
  EXPECT_EQ(e.types.size(), 3u);
  ExpectCounts(e.types.at("PER"), 1, 1, 1);
  ExpectCounts(e.types.at("LOC"), 2, 1, 1);
  ExpectCounts(e.types.at("ORG"), 1, 2, 0);
  EXPECT_DOUBLE_EQ(e.micro.f1(), 0.5);
  EXPECT_DOUBLE_EQ(e.types.at("LOC").f1(), 2.0 / 3);
  EXPECT_DOUBLE_EQ(e.macro_precision, (1 + 1 + 0) / 3.0);
  EXPECT_DOUBLE_EQ(e.macro_recall, (1 + 0.5 + 0) / 3.0);
  EXPECT_DOUBLE_EQ(e.macro_f1, (1 + 2.0 / 3 + 0) / 3.0);
  EXPECT_EQ(e.sentences, 2);
  EXPECT_EQ(e.tokens, 8);
  EXPECT_EQ(e.tokens_correct, 6);
  EXPECT_EQ(Confused(e, "B-LOC", "B-ORG"), 1);
  EXPECT_EQ(Confused(e, "I-ORG", "O"), 1);
  EXPECT_EQ(Confused(e, "O", "O"), 2);
}

TEST(ScoresTest, ASpanThatDoesNotOpenWithBCountsInConllevalOnly) {
  const Case c = {{"B-X I-X"}, {"I-X I-X"}};
  const auto strict = Score(c, SpanMode::kStrict);
  ExpectCounts(strict.micro, 1, 0, 0);
  EXPECT_EQ(strict.mode, SpanMode::kStrict);
  const auto lenient = Score(c, SpanMode::kConlleval);
  ExpectCounts(lenient.micro, 1, 1, 1);
  EXPECT_EQ(lenient.mode, SpanMode::kConlleval);
  EXPECT_EQ(strict.tokens_correct, 1);
}

TEST(ScoresTest, BoundariesOfIobesAndBilouMustMatch) {
  Case c = {{"B-X I-X I-X E-X"}, {"B-X E-X B-X E-X"}, Scheme::kIOBES, Scheme::kIOBES};
  ExpectCounts(Score(c, SpanMode::kStrict).micro, 1, 2, 0);
  c = {{"B-X I-X I-X L-X"}, {"B-X L-X B-X L-X"}, Scheme::kBILOU, Scheme::kBILOU};
  ExpectCounts(Score(c, SpanMode::kStrict).micro, 1, 2, 0);
}

TEST(ScoresTest, TypesOfOneSideOnlyAreBothReported) {
  const auto e = Score({{"B-GOLD O"}, {"O B-PRED"}}, SpanMode::kStrict);
  ASSERT_EQ(e.types.size(), 2u);
  ExpectCounts(e.types.at("GOLD"), 1, 0, 0);
  ExpectCounts(e.types.at("PRED"), 0, 1, 0);
  EXPECT_EQ(e.types.at("PRED").recall(), 0);
  EXPECT_EQ(e.macro_f1, 0);
}

TEST(ScoresTest, NothingToFindGivesZeroAndTheCountsTell) {
  const auto e = Score({{"O O"}, {"O O"}}, SpanMode::kStrict);
  ExpectCounts(e.micro, 0, 0, 0);
  EXPECT_EQ(e.micro.precision(), 0);
  EXPECT_EQ(e.micro.recall(), 0);
  EXPECT_EQ(e.micro.f1(), 0);
  EXPECT_EQ(e.macro_f1, 0);
  EXPECT_EQ(e.token_accuracy(), 1);
}

TEST(ScoresTest, LabelsThatThePredictorLacksAreMissedAndListed) {
  const auto e = Score({{"B-NEW I-NEW B-OLD"}, {"O O B-OLD"}}, SpanMode::kStrict);
  EXPECT_EQ(e.unknown_labels, (std::vector<std::string>{"B-NEW", "I-NEW"}));
  ExpectCounts(e.micro, 2, 1, 1);
  EXPECT_EQ(e.tokens_correct, 1);
  EXPECT_EQ(Confused(e, "B-NEW", "O"), 1);
}

TEST(ScoresTest, LabelsDeclaredButUnusedAreNotListed) {
  CorpusOptions options = WithScheme(Scheme::kIOB2);
  options.labels = {"O", "B-A", "I-A", "B-B", "I-B"};
  const auto corpus = MakeCorpus({{"B-A O", {}}}, options);
  const LabelSet labels({"O", "B-A"});
  const auto e =
      Evaluate(*corpus, labels, Ids(labels, {"B-A O"}), Scheme::kIOB2, SpanMode::kStrict);
  EXPECT_TRUE(e.unknown_labels.empty());
}

TEST(ScoresTest, APredictorOfAnotherSchemeIsComparedByContent) {
  const auto e = Score(
      {{"B-X I-X O B-Y B-Y", "B-X"}, {"B-X E-X O S-Y S-Y", "S-X"}, Scheme::kIOB2, Scheme::kIOBES},
      SpanMode::kStrict);
  ExpectCounts(e.micro, 4, 4, 4);
  EXPECT_EQ(e.tokens_correct, 6);
  EXPECT_TRUE(e.unknown_labels.empty());
  EXPECT_EQ(Confused(e, "B-Y", "B-Y"), 2);
}

TEST(ScoresTest, IoCannotPartNeighboursOfOneType) {
  const auto e = Score({{"B-X I-X O B-Y B-Y"}, {"I-X I-X O I-Y I-Y"}, Scheme::kIOB2, Scheme::kIO},
                       SpanMode::kStrict);
  ExpectCounts(e.micro, 3, 2, 1);
  EXPECT_EQ(e.tokens_correct, 4);  // the second B-Y came back as I-Y
  EXPECT_EQ(Confused(e, "B-Y", "I-Y"), 1);
}

TEST(ScoresTest, PlainTagsCountByLabel) {
  const auto e = Score(
      {{"NOUN VERB O", "NOUN _"}, {"NOUN NOUN O", "VERB ADJ"}, Scheme::kPlain, Scheme::kPlain},
      SpanMode::kStrict);
  ExpectCounts(e.micro, 4, 4, 2);
  ExpectCounts(e.types.at("NOUN"), 2, 2, 1);
  ExpectCounts(e.types.at("VERB"), 1, 1, 0);
  ExpectCounts(e.types.at("O"), 1, 1, 1);
  EXPECT_EQ(e.types.count("ADJ"), 0u);  // only predicted where gold is missing
  EXPECT_DOUBLE_EQ(e.token_accuracy(), 0.5);
  EXPECT_DOUBLE_EQ(e.micro.f1(), e.token_accuracy());
}

TEST(ScoresTest, ATokenWithoutPredictionIsOutsideOrMissed) {
  Case c = {{"B-X O"}, {"B-X _"}};
  c.predicted_labels = {"O", "B-X"};
  EXPECT_EQ(Score(c, SpanMode::kStrict).tokens_correct, 2);
  const auto plain = Score({{"A A"}, {"A _"}, Scheme::kPlain, Scheme::kPlain}, SpanMode::kStrict);
  ExpectCounts(plain.micro, 2, 1, 1);
  EXPECT_EQ(plain.tokens, 2);
}

TEST(ScoresTest, SentencesWithoutGoldAreLeftOut) {
  const auto corpus = MakeCorpus({{"B-X O", {}}, {"_ _", {}}, {"_ B-X", {}}});
  const LabelSet labels({"O", "B-X"});
  const auto e = Evaluate(*corpus, labels, Ids(labels, {"B-X O", "B-X B-X", "B-X B-X"}),
                          corpus->scheme(), SpanMode::kStrict);
  EXPECT_EQ(e.sentences, 2);
  EXPECT_EQ(e.tokens, 3);
  EXPECT_EQ(e.tokens_correct, 3);
  ExpectCounts(e.micro, 2, 3, 2);
}

TEST(ScoresTest, EmptySentencesChangeNothing) {
  const auto with = MakeCorpus({{"", {}}, {"B-X O", {}}, {"", {}}});
  const LabelSet labels({"O", "B-X"});
  const auto e = Evaluate(*with, labels, Ids(labels, {"B-X O"}), with->scheme(), SpanMode::kStrict);
  EXPECT_EQ(e.sentences, 1);
  ExpectCounts(e.micro, 1, 1, 1);
}

TEST(ScoresTest, WhatCannotBeScoredIsAnError) {
  const LabelSet labels({"O", "B-X"});
  const auto no_gold = MakeCorpus({{"", {{"s", "B-X O"}}}});
  EXPECT_THROW(Evaluate(*no_gold, labels, Ids(labels, {"O O"}), Scheme::kIOB2, SpanMode::kStrict),
               Error);
  const auto corpus = MakeCorpus({{"B-X O", {}}});
  EXPECT_THROW(Evaluate(*corpus, labels, Ids(labels, {"O"}), Scheme::kIOB2, SpanMode::kStrict),
               Error);
  EXPECT_THROW(
      Evaluate(*corpus, labels, std::vector<int32_t>{0, 2}, Scheme::kIOB2, SpanMode::kStrict),
      Error);
}

}  // namespace
}  // namespace weft

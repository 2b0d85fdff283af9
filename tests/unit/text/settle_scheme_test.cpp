// The scheme of a corpus whose gold labels and sources come from different hands.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/error.h"
#include "unit/text/corpus_text.h"

namespace weft {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::shared_ptr<const Corpus> Read(const std::string& bytes, const ReadOptions& options = {}) {
  return ReadCorpusBytes(bytes, "f.jsonl", options);
}

std::vector<std::string> Gold(const Corpus& corpus) { return LabelNames(corpus, corpus.gold(0)); }
std::vector<std::string> Votes(const Corpus& corpus, int64_t i) {
  return LabelNames(corpus, corpus.votes(0, i).labels);
}

const char kTokens[] = R"({"tokens":["a","b","c","d"],)";

TEST(SettleSchemeTest, ASourceInAnotherSchemeIsConvertedToThatOfGold) {
  const auto corpus =
      Read(std::string(kTokens) +
           R"("labels":["B-X","I-X","O","B-X"],)"
           R"("weak":{"iobes":["B-X","E-X",null,"S-X"],"same":["B-X","I-X","O","O"],)"
           R"("bilou":["U-X","U-X","B-Y","L-Y"],"io":["I-X","I-X","O","I-Y"]}})");
  EXPECT_EQ(corpus->scheme(), Scheme::kIOB2);
  EXPECT_THAT(corpus->labels().names(), ElementsAre("O", "B-X", "I-X", "B-Y", "I-Y"));
  EXPECT_THAT(Gold(*corpus), ElementsAre("B-X", "I-X", "O", "B-X"));
  EXPECT_THAT(corpus->sources(), ElementsAre("bilou", "io", "iobes", "same"));
  EXPECT_THAT(Votes(*corpus, 0), ElementsAre("B-X", "B-X", "B-Y", "I-Y"));
  EXPECT_THAT(Votes(*corpus, 1), ElementsAre("B-X", "I-X", "O", "B-Y"));
  EXPECT_THAT(Votes(*corpus, 2), ElementsAre("B-X", "I-X", "_", "B-X"));
  EXPECT_THAT(Votes(*corpus, 3), ElementsAre("B-X", "I-X", "O", "O"));
}

TEST(SettleSchemeTest, GoldInTheRicherSchemeKeepsIt) {
  const auto corpus = Read(std::string(kTokens) + R"("labels":["B-X","E-X","O","S-X"],)"
                                                  R"("weak":{"w":["B-X","I-X","O","B-X"]}})");
  EXPECT_EQ(corpus->scheme(), Scheme::kIOBES);
  EXPECT_THAT(Gold(*corpus), ElementsAre("B-X", "E-X", "O", "S-X"));
  EXPECT_THAT(Votes(*corpus, 0), ElementsAre("B-X", "E-X", "O", "S-X"));
}

TEST(SettleSchemeTest, WithoutGoldMostSourcesDecide) {
  const auto corpus =
      Read(std::string(kTokens) + R"("weak":{"a":["B-X","I-X","O","O"],"b":["O","O","B-X","O"],)"
                                  R"("c":["B-X","E-X","O","S-X"],"d":["O","O","O","O"]}})");
  EXPECT_EQ(corpus->scheme(), Scheme::kIOB2);
  EXPECT_THAT(Votes(*corpus, 2), ElementsAre("B-X", "I-X", "O", "B-X"));
  const auto equals = Read(std::string(kTokens) + R"("weak":{"a":["B-X","I-X","O","O"],)"
                                                  R"("c":["B-X","E-X","O","S-X"]}})");
  EXPECT_EQ(equals->scheme(), Scheme::kIOBES);
  EXPECT_THAT(Votes(*equals, 0), ElementsAre("B-X", "E-X", "O", "O"));
}

TEST(SettleSchemeTest, DeclaredLabelsSpeakForGold) {
  ReadOptions options;
  options.corpus.labels = {"O", "I-X", "B-X"};
  const auto corpus =
      Read(std::string(kTokens) + R"("weak":{"a":["B-X","E-X","O","S-X"]}})", options);
  EXPECT_EQ(corpus->scheme(), Scheme::kIOB2);
  EXPECT_THAT(corpus->labels().names(), ElementsAre("O", "I-X", "B-X"));
  EXPECT_THAT(Votes(*corpus, 0), ElementsAre("B-X", "I-X", "O", "B-X"));
}

TEST(SettleSchemeTest, IoThatMeetsMoreBecomesIob1) {
  const auto corpus = Read(std::string(kTokens) + R"("labels":["I-X","I-X","O","I-X"],)"
                                                  R"("weak":{"w":["B-X","B-X","O","B-X"]}})");
  EXPECT_EQ(corpus->scheme(), Scheme::kIOB1);
  EXPECT_THAT(Gold(*corpus), ElementsAre("I-X", "I-X", "O", "I-X"));
  EXPECT_THAT(Votes(*corpus, 0), ElementsAre("I-X", "B-X", "O", "I-X")) << "two spans stay two";
}

TEST(SettleSchemeTest, ASingleSpanOfIAloneIsASlip) {
  const auto corpus = Read(std::string(kTokens) + R"("labels":["B-X","I-X","O","O"],)"
                                                  R"("weak":{"w":["O","I-X","I-X","O"]}})");
  EXPECT_EQ(corpus->scheme(), Scheme::kIOB2);
  EXPECT_THAT(Votes(*corpus, 0), ElementsAre("O", "I-X", "I-X", "O"));
  const auto alone = Read(std::string(kTokens) + R"("weak":{"w":["O","I-X","I-X","O"]}})");
  EXPECT_EQ(alone->scheme(), Scheme::kIO);
}

TEST(SettleSchemeTest, DistributionsOfAnotherSchemeAreRefused) {
  Status status = Status::kOk;
  const std::string bytes = std::string(kTokens) +
                            R"("labels":["B-X","I-X","O","O"],)"
                            R"("weak":{"llm":[{"S-X":0.9,"O":0.1},"O","O","O"]}})";
  const std::string error = ReadError(bytes, "f.jsonl", {}, &status);
  EXPECT_EQ(status, Status::kUnsupported);
  EXPECT_EQ(error,
            "f.jsonl: votes of source \"llm\" are distributions over labels of the scheme iobes; "
            "expected that of the corpus, iob2, for distributions cannot be converted");
  const auto same =
      Read(std::string(kTokens) + R"("labels":["B-X","I-X","O","O"],"weak":{)"
                                  R"("llm":[{"B-X":0.9,"O":0.1,"S-X":0},"O","O","O"]}})");
  EXPECT_EQ(same->scheme(), Scheme::kIOB2);
}

TEST(SettleSchemeTest, WhatNoSchemeHasNamesSourceAndPlace) {
  EXPECT_THAT(ReadError(std::string(kTokens) + R"("labels":["B-X","I-X","O","O"],)"
                                               R"("weak":{"w":["O","S-X","U-X","O"]}})",
                        "f.jsonl"),
              HasSubstr("(\"c\"): label \"U-X\" of source \"w\" does not go with the others"));
  EXPECT_THAT(ReadError(std::string(kTokens) + R"("labels":["B-X","I-X","O","O"],)"
                                               R"("weak":{"w":["O","O","O","X"]}})",
                        "f.jsonl"),
              HasSubstr("(\"d\"): label \"X\" of source \"w\" does not go with the others"));
}

TEST(SettleSchemeTest, LettersWithoutATypeAreRefusedUnlessPlainIsDeclared) {
  const std::string bytes = "a O\nb B\nc I\n";
  EXPECT_EQ(ReadError(bytes, "f.conll"),
            "f.conll:2: label \"B\" has no type; expected a tag such as B-TYPE or I-TYPE; declare "
            "the scheme plain if labels are not meant to be taken apart");
  EXPECT_THAT(ReadError("a S-X\nb U\n", "f.conll"), HasSubstr("f.conll:2: label \"U\""));
  ReadOptions plain;
  plain.corpus.scheme_declared = true;
  plain.corpus.scheme = Scheme::kPlain;
  EXPECT_EQ(ReadError(bytes, "f.conll", plain), "");
}

}  // namespace
}  // namespace weft

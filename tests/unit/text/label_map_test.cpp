// From one tag set to another.
#include "text/label_map.h"

#include <gmock/gmock.h>

#include <fstream>

#include "core/error.h"
#include "unit/text/corpus_text.h"

namespace weft {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(LabelMapTest, LabelsTypesAndTheRest) {
  const LabelMap map =
      LabelMap::Parse("LOC=GPE; PER=O\nB-ORG=B-COMPANY DATE= NN=NOUN,PROPN *=MISC");
  EXPECT_THAT(map.Map("B-LOC"), ElementsAre("B-GPE"));
  EXPECT_THAT(map.Map("I-LOC"), ElementsAre("I-GPE"));
  EXPECT_THAT(map.Map("B-PER"), ElementsAre("O"));
  EXPECT_THAT(map.Map("B-ORG"), ElementsAre("B-COMPANY"));
  EXPECT_THAT(map.Map("I-ORG"), ElementsAre("I-MISC"));  // only B-ORG has an entry
  EXPECT_THAT(map.Map("S-DATE"), IsEmpty());
  EXPECT_THAT(map.Map("NN"), ElementsAre("NOUN", "PROPN"));
  EXPECT_THAT(map.Map("B-NN"), ElementsAre("B-NOUN", "B-PROPN"));
  EXPECT_THAT(map.Map("VB"), ElementsAre("MISC"));
  EXPECT_THAT(map.Map("O"), ElementsAre("O"));
  EXPECT_THAT(LabelMap::Parse("LOC=GPE").Map("B-PER"), ElementsAre("B-PER"));
  EXPECT_TRUE(LabelMap::Parse("").empty());
}

TEST(LabelMapTest, WhatIsNoMap) {
  for (const char* text : {"=LOC", "A=B A=C", "A=B,,C", "A=B,", "A=B C", "A=B,C=D"}) {
    EXPECT_THROW(LabelMap::Parse(text), Error) << text;
  }
  try {
    LabelMap::Parse("/no/such/file");
    FAIL();
  } catch (const Error& e) {
    EXPECT_EQ(e.status(), Status::kIo);
  }
  EXPECT_THROW(LabelMap::Parse("PER=B-PER").Map("I-PER"), Error);
  const LabelMap fine = LabelMap::Parse("NN=NOUN,PROPN");
  EXPECT_EQ(fine.MapOne("VB", ""), "VB");
  EXPECT_THROW(fine.MapOne("NN", "file:3"), Error);
}

TEST(LabelMapTest, Files) {
  const std::string folder = ::testing::TempDir();
  const auto map = [&](const std::string& name, const std::string& text) {
    std::ofstream(folder + name) << text;
    return LabelMap::Parse(folder + name);
  };
  EXPECT_THAT(map("map", "A=B\n\nC=D E=F\n").Map("C"), ElementsAre("D"));
  EXPECT_THAT(map("map=2", "A=B\n").Map("A"), ElementsAre("B"));  // a file, whatever its name
  try {
    map("map", "# what = what\nA=B\nC=D C\n");
    FAIL();
  } catch (const Error& e) {
    EXPECT_THAT(e.what(), HasSubstr("map:3: expected FROM=TO, found \"C\""));
  }
  EXPECT_THROW(map("map", "\n"), Error);
}

TEST(LabelMapTest, EntriesThatAreOfNoLabel) {
  const LabelMap map = LabelMap::Parse("LOC=GPE B-PER=O NN=NOUN *=X");
  EXPECT_EQ(map.Unused({"O", "B-LOC", "I-PER", "NN"}), "B-PER");
  EXPECT_EQ(map.Unused({"B-PER"}), "LOC NN");
}

TEST(LabelMapTest, Distributions) {
  const LabelMap map = LabelMap::Parse("A=X B=X C=Y,Z D=");
  const auto mapped = map.MapDistribution({{"A", 0.25f}, {"B", 0.25f}, {"C", 0.5f}});
  EXPECT_THAT(mapped, ElementsAre(testing::Pair("X", 0.5f), testing::Pair("Y", 0.25f),
                                  testing::Pair("Z", 0.25f)));
  EXPECT_THAT(map.MapDistribution({{"A", 0.5f}, {"D", 0.5f}}),
              ElementsAre(testing::Pair("X", 1.0f)));
  EXPECT_THAT(map.MapDistribution({{"D", 1.0f}}), IsEmpty());
  // What is no distribution stays one that is none, for the checks to see.
  EXPECT_THAT(map.MapDistribution({{"A", 0.5f}}), ElementsAre(testing::Pair("X", 0.5f)));
}

TEST(LabelMapTest, AsCorporaAreRead) {
  ReadOptions options;
  options.corpus.map = LabelMap::Parse("OTH=MISC LOCderiv=O PER=");
  const auto corpus = ReadCorpusBytes(
      "{\"tokens\":[\"a\",\"b\",\"c\",\"d\"],\"labels\":[\"B-OTH\",\"I-OTH\",\"B-LOCderiv\",\"B-"
      "PER\"],"
      "\"weak\":{\"v\":[\"O\",{\"B-OTH\":0.5,\"B-LOC\":0.5},null,{\"B-PER\":1}]}}\n",
      "x.jsonl", options);
  EXPECT_THAT(LabelNames(*corpus, corpus->gold(0)), ElementsAre("B-MISC", "I-MISC", "O", "_"));
  const VoteRow row = corpus->votes(0, 0);
  const auto width = static_cast<size_t>(corpus->labels().size());
  EXPECT_EQ(row.soft[width + static_cast<size_t>(corpus->labels().Find("B-MISC"))], 0.5f);
  EXPECT_EQ(row.labels[3], kNoLabel);
  EXPECT_EQ(corpus->labels().Find("B-OTH"), kNoLabel);
  options.corpus.map = LabelMap::Parse("OTH=MISC,X");
  EXPECT_THAT(ReadError("{\"tokens\":[\"a\"],\"labels\":[\"B-OTH\"]}\n", "x.jsonl", options),
              HasSubstr("x.jsonl:1"));
}

}  // namespace
}  // namespace weft

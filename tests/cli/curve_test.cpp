// weft curve: more and more labelled sentences.
#include <gmock/gmock.h>

#include "command_test.h"

namespace weft::testing {
namespace {

using ::testing::HasSubstr;
using CurveTest = CommandTest;

TEST_F(CurveTest, MoreSentencesTeachMore) {
  const std::string more = WriteFile("more.jsonl", ReadFile(Toy() + "/valid.jsonl"));
  const Json curve =
      WeftJson({"curve", "--data", Toy(), "--sizes", "20,400", "--run", "method=crf", "--run",
                "name=both,method=ge,with=" + more + ",max_iterations=60", "--out", Path("curve")});
  const Json& alone = curve.at("curves").at(0).at("points");
  const Json& both = curve.at("curves").at(1).at("points");
  EXPECT_EQ(alone.at(0).at("sentences"), 20);
  EXPECT_GT(alone.at(1).at("f1"), alone.at(0).at("f1"));
  EXPECT_GT(both.at(0).at("f1"), alone.at(0).at("f1"));
  EXPECT_EQ(both.at(0).at("iterations"), 60);
  // As training and scoring by hand.
  const std::string few = WriteFile("few.jsonl", [] {
    const Words lines = Lines(ReadFile(Toy() + "/train.jsonl"));
    std::string text;
    for (size_t i = 0; i < 20; ++i) text += lines[i] + "\n";
    return text;
  }());
  WeftJson({"train", "--tagger", "crf", "--data", few, "--dev", "none", "--out", Path("m.weft")});
  const Json scored = WeftJson({"eval", Path("m.weft"), "--data", Toy(), "--split", "test"});
  EXPECT_EQ(scored.at("span").at("f1"), alone.at(0).at("f1"));

  const Words rows = Lines(ReadFile(Path("curve/curve.csv")));
  ASSERT_EQ(rows.size(), 5u);
  EXPECT_EQ(rows[0], "run,sentences,f1,precision,recall,accuracy,iterations,seconds");
  EXPECT_THAT(rows[1], HasSubstr("\"method=crf\",20,"));
  EXPECT_THAT(ReadFile(Path("curve/curve.svg")), HasSubstr("method=crf"));
  EXPECT_THAT(rows[3], HasSubstr("\"both\",20,"));
  EXPECT_EQ(Json::parse(ReadFile(Path("curve/curve.json"))), curve.at("curves"));
}

TEST_F(CurveTest, WhatCannotBe) {
  const auto fails = [&](const Words& flags, const Words& parts) {
    Words words = {"curve", "--data", Toy(), "--out", Path("curve")};
    words.insert(words.end(), flags.begin(), flags.end());
    ExpectFailure(2, words, parts);
  };
  fails({"--sizes", "20", "--run", "patience=1"}, {"method=METHOD"});
  fails({"--sizes", "20", "--run", "crf"}, {"KEY=VALUE"});
  fails({"--sizes", "20", "--run", "method=crff"}, {"\"crf\""});
  fails({"--sizes", "20", "--run", "method=crf,c3=1"}, {"c3"});
  fails({"--sizes", "0,20", "--run", "method=crf"}, {"nothing to train on"});
  fails({"--sizes", "20,100000", "--run", "method=crf"}, {"1,000", "100,000"});
  fails({"--sizes", "20", "--run", "method=crf,with=" + Path("curve/curve.json")}, {"both name"});
  // Before any run.
  const Outcome none = Weft({"curve", "--data", Toy(), "--out", Path("curve"), "--sizes", "20",
                             "--run", "method=crf", "--run", "method=crf,with=/none.jsonl"});
  EXPECT_EQ(none.status, 1);
  EXPECT_EQ(none.err.find("method=crf with"), std::string::npos) << none.err;
}

}  // namespace
}  // namespace weft::testing

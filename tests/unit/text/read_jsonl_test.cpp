#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "corpus_text.h"

namespace weft {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::shared_ptr<const Corpus> Jsonl(const std::string& bytes, const ReadOptions& options = {}) {
  return ReadCorpusBytes(bytes, "x.jsonl", options);
}

TEST(ReadJsonlTest, AllThatASentenceMayHold) {
  const auto corpus = Jsonl(
      R"({"id":"a","tokens":["x","y"],"labels":["B-X",null],"weak":{"w2":["O",null],"w1":null},)"
      R"("doc":7,"columns":{"pos":["N","V"]},"unknown":{"k":[1]}})"
      "\r\n\n"
      R"({"id":5,"tokens":["z"],"labels":null,"columns":{"pos":["A"]},"attributes":[["a\\:b:2","c"]]})"
      "\n"
      R"({"tokens":[],"columns":{"pos":[]}})");
  EXPECT_EQ(Dump(*corpus),
            "iob2\nlabels: O B-X\nsources: w2\ncolumns: token pos\n"
            "sentence a of document 0 7: \n  x | N\n  y | V\n  gold: B-X _\n  w2: O _\n"
            "sentence 5 of document 0 7: \n  z | A {a:b=2} {c=1}\n  gold: _\n"
            "sentence  of document 0 7: \n  gold:\n");
}

TEST(ReadJsonlTest, DistributionsAmongHardVotes) {
  const auto corpus =
      Jsonl(R"({"tokens":["a","b","c","d"],"weak":{"llm":[{"B-PER":0.75,"O":0.25},null,"O",{}]}})");
  const VoteRow row = corpus->votes(0, 0);
  EXPECT_THAT(std::vector<float>(row.soft.begin(), row.soft.end()),
              ElementsAre(0.25f, 0.75f, 0, 0, 1, 0, 0, 0));
  EXPECT_THAT(LabelNames(*corpus, row.labels), ElementsAre("B-PER", "_", "O", "_"));
}

TEST(ReadJsonlTest, StringsMayHoldAnything) {
  const auto corpus =
      Jsonl(R"({"tokens":["a\tb","\u0000","\\","M\u00fcller 東京","\ud83d\ude42"]})");
  EXPECT_EQ(corpus->token(0), "a\tb");
  EXPECT_EQ(corpus->token(1), std::string_view("\0", 1));
  EXPECT_EQ(corpus->token(2), "\\");
  EXPECT_EQ(corpus->token(3), "Müller 東京");
  EXPECT_EQ(corpus->token(4), "\xF0\x9F\x99\x82");
}

TEST(ReadJsonlTest, TextWithOffsetsInAnyUnit) {
  const std::string line = R"({"text":"🙂 ü!","tokens":["ü","!"],"offsets":[[%,%],[%,%]]})";
  const std::pair<OffsetUnit, std::vector<int>> cases[] = {
      {OffsetUnit::kBytes, {5, 7, 7, 8}},
      {OffsetUnit::kUtf16, {3, 4, 4, 5}},
      {OffsetUnit::kCodePoints, {2, 3, 3, 4}},
  };
  for (const auto& [unit, offsets] : cases) {
    std::string bytes = line;
    for (int offset : offsets) bytes.replace(bytes.find('%'), 1, std::to_string(offset));
    ReadOptions options;
    options.offset_unit = unit;
    const auto corpus = Jsonl(bytes, options);
    EXPECT_EQ(corpus->offsets(0).begin, 5);
    EXPECT_EQ(corpus->offsets(1).end, 8);
  }
  ReadOptions options;
  options.offset_unit = OffsetUnit::kUtf16;
  EXPECT_THAT(ReadError(R"({"text":"🙂","tokens":["x"],"offsets":[[1,2]]})", "f.jsonl", options),
              HasSubstr("f.jsonl:1: expected an offset of a character of \"text\", found 1"));
}

TEST(ReadJsonlTest, ErrorsNameFileLineAndExpectation) {
  const auto error = [](const std::string& line) {
    Status status = Status::kOk;
    const std::string text =
        ReadError("{\"tokens\":[\"ok\"]}\n" + line + "\n", "f.jsonl", {}, &status);
    EXPECT_EQ(status, Status::kFormat) << text;
    return text;
  };
  EXPECT_THAT(error(R"({"tokens":["a"],})"), HasSubstr("f.jsonl:2:17: invalid JSON: "));
  EXPECT_THAT(error(R"({"tokens":["a"])"), HasSubstr("f.jsonl:2:"));
  EXPECT_EQ(error(R"(["a"])"), "f.jsonl:2: expected an object on every line, found a list");
  EXPECT_EQ(error(R"({"labels":["O"]})"), "f.jsonl:2: expected \"tokens\", a list of texts");
  EXPECT_EQ(error(R"({"tokens":["a",5]})"), "f.jsonl:2: expected text in \"tokens\", found 5");
  EXPECT_EQ(error(R"({"tokens":["a"],"labels":[""]})"),
            "f.jsonl:2: expected a label, or null for none, found \"\"");
  EXPECT_EQ(error(R"({"tokens":["a"],"labels":["O","O"]})"),
            "f.jsonl:2: labels must have 1 entries, one per token; found 2");
  EXPECT_EQ(error(R"({"tokens":["a"],"labels":[]})"),
            "f.jsonl:2: expected a label or null per token, found a list");
  EXPECT_EQ(error(R"({"tokens":["a"],"weak":{"w":["O"],"v":["O"],"w":["O"]}})"),
            "f.jsonl:2: source \"w\" votes twice, as source 1 and as source 3");
  EXPECT_EQ(error(R"({"tokens":["a"],"weak":{"w":[]}})"),
            "f.jsonl:2: votes of source \"w\" must have 1 entries, one per token; found 0");
  EXPECT_EQ(error(R"({"tokens":["a"],"weak":{"w":"O"}})"),
            "f.jsonl:2: expected \"weak\", an object of lists by source, found \"O\"");
  EXPECT_EQ(error(R"({"tokens":["a"],"weak":{"w":[{"O":"x"}]}})"),
            "f.jsonl:2: expected a probability, found \"x\"");
  EXPECT_EQ(error(R"({"tokens":["a"],"tokens":["a"]})"),
            "f.jsonl:2: member \"tokens\" comes twice");
  EXPECT_EQ(error(R"({"tokens":["a"],"columns":{"pos":["N"]}})"),
            "f.jsonl:2: expected the columns of the first line (none), found \"pos\"");
  EXPECT_EQ(error(R"({"tokens":["a"],"attributes":[["b:x"]]})"),
            "f.jsonl:2: expected an attribute, \"name\" or \"name:number\", found \"b:x\"");
  EXPECT_EQ(error(R"({"tokens":["a","b"],"embeddings":[[1,2],[3]]})"),
            "f.jsonl:2: expected 2 numbers for each token in \"embeddings\", found 1");
  EXPECT_THAT(error(R"({"tokens":["a"],"embeddings":[[1],[2]]})"),
              HasSubstr("embeddings must have 1 rows of 1 numbers, one per token; found 2"));
  EXPECT_THAT(error("{\"tokens\":[\"\xff\"]}"), HasSubstr("f.jsonl:2: expected UTF-8"));
  EXPECT_THAT(error(R"({"tokens":["\ud800"]})"), HasSubstr("f.jsonl:2:"));
  EXPECT_THAT(error(std::string(100000, '[')), HasSubstr("f.jsonl:2:"));
}

TEST(ReadJsonlTest, LineEndsAndMarks) {
  const std::string clean = Dump(*Jsonl("{\"tokens\":[\"a\"]}\n{\"tokens\":[\"b\"]}\n"));
  EXPECT_EQ(Dump(*Jsonl("\xEF\xBB\xBF{\"tokens\":[\"a\"]}\r\n \t\r\n{\"tokens\":[\"b\"]}")), clean);
}

TEST(ReadJsonlTest, RowsShuffledGiveTheSameIds) {
  const std::string a = R"({"tokens":["x"],"labels":["B-Z"],"weak":{"s2":["I-A"]}})"
                        "\n";
  const std::string b = R"({"tokens":["y"],"labels":["O"],"weak":{"s1":["B-A"]}})"
                        "\n";
  EXPECT_EQ(Jsonl(a + b)->labels(), Jsonl(b + a)->labels());
  EXPECT_EQ(Jsonl(a + b)->sources(), Jsonl(b + a)->sources());
}

TEST(ReadJsonlTest, AMisspeltMemberIsAnErrorThatNamesBoth) {
  EXPECT_EQ(
      ReadError("{\"tokens\":[\"a\"],\"labels\":[\"O\"]}\n{\"tokens\":[\"a\"],\"label\":[\"O\"]}",
                "f.jsonl"),
      "f.jsonl:2: there is no member \"label\"; did you mean \"labels\"?");
  for (const char* pair : {"tokns tokens", "Labels labels", "lables labels", "weaks weak"}) {
    const std::string both = pair, wrong = both.substr(0, both.find(' '));
    const std::string other = wrong == "tokns" ? "labels" : "tokens";
    EXPECT_THAT(ReadError("{\"" + other + "\":[\"O\"],\"" + wrong + "\":[\"O\"]}", "f.jsonl"),
                testing::AllOf(testing::HasSubstr("\"" + wrong + "\""),
                               testing::HasSubstr("\"" + both.substr(wrong.size() + 1) + "\"")));
  }
  EXPECT_EQ(
      ReadError("{\"tokens\":[\"a\"],\"labels\":[\"O\"],\"label\":\"news\",\"sid\":1,\"uid\":2,"
                "\"meta\":{},\"marginals\":[],\"posteriors\":[],\"lang\":\"en\",\"tags\":[]}",
                "f.jsonl"),
      "");
}

}  // namespace
}  // namespace weft

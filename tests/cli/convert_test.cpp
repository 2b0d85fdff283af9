// weft convert: formats and tag schemes.
#include <gmock/gmock.h>

#include "command_test.h"

namespace weft::testing {
namespace {

using ::testing::HasSubstr;
using ConvertTest = CommandTest;

TEST_F(ConvertTest, ThereAndBackAgain) {
  const std::string first = Path("a.jsonl");
  const Json converted = WeftJson({"convert", "--data", Toy(), "--split", "test", "--out", first});
  EXPECT_EQ(converted.at("format"), "jsonl");
  EXPECT_EQ(converted.at("scheme"), "iob2");
  EXPECT_EQ(converted.at("sources"), 9);
  WeftJson({"convert", "--data", first, "--out", Path("b.conll.gz")});
  WeftJson({"convert", "--data", Path("b.conll.gz"), "--out", Path("c.jsonl")});
  const auto before = Lines(ReadFile(first)), after = Lines(ReadFile(Path("c.jsonl")));
  ASSERT_EQ(before.size(), after.size());
  for (size_t s = 0; s < before.size(); ++s)
    EXPECT_EQ(Json::parse(before[s]), Json::parse(after[s]));
}

TEST_F(ConvertTest, ToAnotherScheme) {
  const std::string data = WriteFile("a.conll", "New B-LOC\nYork I-LOC\nOslo B-LOC\n");
  const Outcome outcome =
      Weft({"convert", "--data", data, "--scheme", "iobes", "--out", "-", "--to", "conll"});
  EXPECT_EQ(outcome.out, "New\tB-LOC\nYork\tE-LOC\nOslo\tS-LOC\n\n") << outcome.err;
  ExpectFailure(2, {"convert", "--data", data, "--scheme", "iobs", "--out", "-", "--to", "conll"},
                {"--scheme", "iobes"});
  ExpectFailure(2, {"convert", "--data", data, "--out", Path("b.xml")}, {"b.xml", "--to"});
  ExpectFailure(2, {"convert", "--out", "-", "--to", "conll"}, {"--data", "--annotators"});
}

TEST_F(ConvertTest, AnnotatorsBecomeSources) {
  const std::string ana = WriteFile("ana.conll", "in O\nOslo B-LOC\n");
  const std::string bo = WriteFile("bo.conll", "in O\nOslo B-PER\n");
  const std::string gold = WriteFile("gold.conll", "in O\nOslo B-LOC\n");
  WeftJson({"convert", "--annotators", ana, bo, "--gold", gold, "--out", Path("all.jsonl")});
  const Json sentence = Json::parse(ReadFile(Path("all.jsonl")));
  EXPECT_EQ(sentence.at("labels"), Json({"O", "B-LOC"}));
  EXPECT_EQ(sentence.at("weak").at("ana"), Json({"O", "B-LOC"}));
  EXPECT_EQ(sentence.at("weak").at("bo"), Json({"O", "B-PER"}));
}

TEST_F(ConvertTest, SpansThatCutTokensAreCounted) {
  const std::string data = WriteFile(
      "a.jsonl", "{\"text\":\"in Oslo\",\"spans\":[{\"start\":4,\"end\":7,\"label\":\"LOC\"}]}\n");
  ExpectFailure(1, {"convert", "--data", data, "--out", Path("b.conll")}, {data + ":1"});
  const Json dropped = WeftJson(
      {"convert", "--data", data, "--out", Path("b.conll"), "--read", "off_boundary=drop"});
  EXPECT_EQ(dropped.at("spans_dropped"), 1);
  EXPECT_THAT(
      Weft({"convert", "--data", data, "--out", Path("b.conll"), "--read", "off_boundary=expand"})
          .out,
      HasSubstr("1 were widened and 0 dropped"));
  EXPECT_THAT(ReadFile(Path("b.conll")), HasSubstr("Oslo\tB-LOC"));
}

TEST_F(ConvertTest, FromStandardInput) {
  const Outcome outcome =
      Weft({"convert", "--data", "-", "--out", "-", "--to", "jsonl"}, "in O\nOslo B-LOC\n");
  EXPECT_EQ(Json::parse(outcome.out).at("labels"), Json({"O", "B-LOC"}));
}

}  // namespace
}  // namespace weft::testing

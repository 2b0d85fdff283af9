// weft tag: what goes in, and what comes out.
#include <gmock/gmock.h>

#include "command_test.h"

namespace weft::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using TagTest = CommandTest;

const std::string kColumns =
    "Shares\nof\nGantry\nBank\nfell\nafter\nAna\nOkafor\nresigned\n.\n\nOslo\n\n";

std::vector<std::string> LastColumn(const std::string& text) {
  std::vector<std::string> labels;
  for (const std::string& line : Lines(text)) {
    labels.push_back(line.substr(line.rfind('\t') + 1));  // "" at a blank line.
  }
  return labels;
}

Json Spans(const std::string& text, const Words& flags = {}) {
  Words words = {"tag", CommandTest::ToyTagger()};
  words.insert(words.end(), flags.begin(), flags.end());
  const Outcome outcome = Weft(words, Json{{"text", text}}.dump() + "\n");
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  return Json::parse(outcome.out).at("spans");
}

TEST_F(TagTest, ColumnsGetTheLabelAsTheirLast) {
  const Outcome outcome = Weft({"tag", ToyTagger()}, kColumns);
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(outcome.err, "");
  const auto lines = Lines(outcome.out);
  ASSERT_EQ(lines.size(), 13u);
  EXPECT_THAT(LastColumn(outcome.out), ElementsAre("O", "O", "B-ORG", "I-ORG", "O", "O", "B-PER",
                                                   "I-PER", "O", "O", "", ::testing::_, ""));
  EXPECT_EQ(lines[2], "Gantry\tB-ORG");
}

TEST_F(TagTest, OtherColumnsStayAsTheyAre) {
  const Outcome plain = Weft({"tag", ToyTagger()}, "in\nOslo\n\n");
  const Outcome more = Weft({"tag", ToyTagger()}, "in IN x\nOslo NNP y\n\n");
  const auto labels = LastColumn(plain.out);
  EXPECT_EQ(more.out, "in\tIN\tx\t" + labels[0] + "\nOslo\tNNP\ty\t" + labels[1] + "\n\n");
  const Outcome chosen =
      Weft({"tag", ToyTagger(), "--read", "columns=skip,token"}, "1 in\n2 Oslo\n");
  EXPECT_EQ(chosen.out, plain.out);
}

TEST_F(TagTest, DocumentsKeepTheirMarkers) {
  const std::string in = "-DOCSTART- -X-\n\nin IN\nOslo NNP\n\n-DOCSTART- -X-\n\nBergen NNP\n\n";
  const auto lines = Lines(Weft({"tag", ToyTagger()}, in).out);
  ASSERT_EQ(lines.size(), 9u);
  EXPECT_EQ(lines[0], "-DOCSTART-");
  EXPECT_EQ(lines[5], "-DOCSTART-");
  EXPECT_EQ(lines[7].substr(0, 10), "Bergen\tNNP");
}

TEST_F(TagTest, RecordsKeepIdsAndSayWhereSpansAre) {
  const std::string in =
      "{\"id\":\"a-7\",\"tokens\":[\"Shares\",\"of\",\"Gantry\",\"Bank\",\"fell\",\".\"]}\n";
  const Outcome outcome = Weft({"tag", ToyTagger()}, in);
  const Json record = Json::parse(outcome.out);
  EXPECT_EQ(record.at("id"), "a-7");
  EXPECT_EQ(record.at("tokens").size(), 6u);
  EXPECT_EQ(record.at("labels"), Json({"O", "O", "B-ORG", "I-ORG", "O", "O"}));
  const Json spans = record.at("spans");
  ASSERT_EQ(spans.size(), 1u);
  EXPECT_EQ(spans[0].at("label"), "ORG");
  EXPECT_EQ(spans[0].at("begin_token"), 2);
  EXPECT_EQ(spans[0].at("end_token"), 4);
  EXPECT_GT(spans[0].at("confidence"), 0.3);
  EXPECT_LE(spans[0].at("confidence"), 1.0);
  EXPECT_FALSE(spans[0].contains("start"));  // There is no text.
  EXPECT_FALSE(record.contains("marginals"));
}

TEST_F(TagTest, SpansOfATextPointAtTheirOwnOccurrence) {
  const std::string text = "🙂 Trains between Florence and Florence were late again.";
  std::vector<std::string> found;
  for (const Json& span : Spans(text, {"--read", "offset_unit=bytes"})) {
    if (span.at("label") != "LOC") continue;
    const size_t start = span.at("start"), end = span.at("end");
    EXPECT_EQ(text.substr(start, end - start), "Florence");
    found.push_back(std::to_string(start));
  }
  EXPECT_THAT(found, ElementsAre(std::to_string(text.find("Florence")),
                                 std::to_string(text.rfind("Florence"))));
}

TEST_F(TagTest, OffsetsCountWhatTheCallerCounts) {
  // 🙂 is 4 bytes and 2 UTF-16 units, ü is 2 bytes and 1 unit.
  const std::string text = "🙂 ü Trains between Florence and Oslo were late again.";
  const auto start = [&](const Words& flags) {
    const Json spans = Spans(text, flags);
    return spans.at(0).at("start").get<int>();
  };
  EXPECT_EQ(start({"--read", "offset_unit=bytes"}), 23);
  EXPECT_EQ(start({"--read", "offset_unit=utf16"}), 20);
  EXPECT_EQ(start({"--read", "offset_unit=codepoints"}), 19);
  EXPECT_EQ(start({}), 19);
}

TEST_F(TagTest, TokensThatAreNotPlacedInTheTextHaveNoOffsets) {
  const Outcome outcome = Weft({"tag", ToyTagger()},
                               "{\"text\":\"Gantry  Bank fell\",\"tokens\":[\"Gantry\",\"Bank\","
                               "\"fell\"]}\n");
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  const Json spans = Json::parse(outcome.out).at("spans");
  ASSERT_EQ(spans.size(), 1u);
  EXPECT_EQ(spans[0].at("end_token"), 2);
  EXPECT_FALSE(spans[0].contains("start"));
}

TEST_F(TagTest, MarginalsSumToOne) {
  const Outcome outcome = Weft({"tag", ToyTagger(), "--marginals"}, kColumns);
  const Json record = Json::parse(Lines(outcome.out).front());
  ASSERT_EQ(record.at("marginals").size(), 10u);
  for (const auto& token : record.at("marginals")) {
    double sum = 0;
    for (const auto& item : token.items()) sum += item.value().get<double>();
    EXPECT_NEAR(sum, 1, 2e-5);
  }
  ExpectFailure(2, {"tag", ToyTagger(), "--marginals", "--output", "conll"}, {"jsonl"});
}

TEST_F(TagTest, TheBestPathsStandInOrder) {
  const Outcome outcome = Weft({"tag", ToyTagger(), "--nbest", "3"}, kColumns);
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  for (const std::string& line : Lines(outcome.out)) {
    const Json record = Json::parse(line);
    const Json& paths = record.at("paths");
    ASSERT_EQ(paths.size(), 3u);
    EXPECT_EQ(paths[0].at("labels"), record.at("labels"));
    double before = 0;
    for (const Json& path : paths) {
      EXPECT_EQ(path.at("labels").size(), record.at("tokens").size());
      EXPECT_LE(path.at("log_probability").get<double>(), before);
      before = path.at("log_probability").get<double>();
    }
    EXPECT_NE(paths[0].at("labels"), paths[1].at("labels"));
  }
  ExpectFailure(2, {"tag", ToyTagger(), "--nbest", "3", "--output", "conll"}, {"jsonl"});
  ExpectFailure(2, {"tag", ToyTagger(), "--nbest", "0"}, {"--nbest"});
}

TEST_F(TagTest, EitherFormatFromEither) {
  const Outcome records = Weft({"tag", ToyTagger(), "--output", "jsonl"}, kColumns);
  const Outcome columns = Weft({"tag", ToyTagger(), "--output", "conll"}, records.out);
  EXPECT_EQ(columns.out, Weft({"tag", ToyTagger()}, kColumns).out);
  const Outcome brace = Weft({"tag", ToyTagger(), "--format", "conll"}, "{\nOslo\n}\n");
  EXPECT_EQ(Lines(brace.out).size(), 4u);
}

TEST_F(TagTest, WhatItWroteIsACorpusWithItsLabels) {
  const std::string text = "Shares of Gantry Bank fell after Ana Okafor resigned.";
  const Outcome tagged = Weft({"tag", ToyTagger()}, Json{{"text", text}}.dump() + "\n");
  const std::string path = WriteFile("tagged.jsonl", tagged.out);
  const Json scored = WeftJson({"eval", ToyTagger(), "--data", path});
  EXPECT_EQ(scored.at("span").at("gold"), 2);
  EXPECT_EQ(scored.at("span").at("f1"), 1.0);
}

TEST_F(TagTest, ReadsFilesOneAfterAnother) {
  const std::string a = WriteFile("a.conll", "in\nOslo\n\n");
  const std::string b = WriteFile("b.conll", "in\nBergen\n");  // No blank line at its end.
  const Outcome outcome = Weft({"tag", ToyTagger(), a, b});
  EXPECT_EQ(Lines(outcome.out).size(), 6u);
  WeftJson({"convert", "--data", a, "--out", Path("a.conll.gz")});
  EXPECT_EQ(Weft({"tag", ToyTagger(), Path("a.conll.gz")}).out, Weft({"tag", ToyTagger(), a}).out);
  const Json summary = WeftJson({"tag", ToyTagger(), a, b, "--out", Path("out.conll")});
  EXPECT_EQ(summary.at("sentences"), 2);
  EXPECT_EQ(summary.at("tokens"), 4);
  EXPECT_EQ(ReadFile(Path("out.conll")), outcome.out);
}

TEST_F(TagTest, RefusesWhatItCannotDo) {
  ExpectFailure(1, {"tag", ToyAggregator()}, {ToyAggregator(), "reads votes"});
  ExpectFailure(1, {"tag", ToyTagger(), Path("none")}, {Path("none"), "No such file"});
  ExpectFailure(1, {"tag", ToyTagger(), Toy()}, {Toy(), "directory"});
  ExpectFailure(2, {"tag", ToyTagger(), "--json"}, {"--out"});
  ExpectFailure(1, {"tag", ToyTagger()}, {"standard input:2", "JSON"},
                "{\"tokens\":[\"a\"]}\n{\"tokens\":[\"a\"\n");
  ExpectFailure(1, {"tag", ToyTagger()},
                {"standard input:2", "expected \"tokens\"", "first line of standard input"},
                "{\"tokens\":[\"a\"]}\n{\"text\":\"a\"}\n");
  ExpectFailure(1, {"tag", ToyTagger()},
                {"standard input:2", "expected \"text\"", "first line of standard input"},
                "{\"text\":\"a\"}\n{\"tokens\":[\"a\"]}\n");
  EXPECT_EQ(Weft({"tag", ToyTagger()}, "").out, "");
  EXPECT_EQ(Weft({"tag", ToyTagger()}, "").status, 0);
}

}  // namespace
}  // namespace weft::testing

// weft aggregate: labels, posteriors and scores from votes.
#include <gmock/gmock.h>

#include <cmath>

#include "command_test.h"

namespace weft::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using AggregateTest = CommandTest;

std::string Digits(double value) {
  char text[16];
  std::snprintf(text, sizeof text, "%.4f", value);
  return text;
}

TEST_F(AggregateTest, ScoresWhereThereIsGold) {
  const Words words = {"aggregate", "--method", "hmm", "--data", Toy(), "--split", "test"};
  const Json json = WeftJson(words);
  EXPECT_EQ(json.at("method"), "hmm");
  EXPECT_EQ(json.at("sentences"), 300);
  EXPECT_GT(json.at("tokens"), 1000);
  EXPECT_GE(json.at("seconds"), 0);
  EXPECT_GT(json.at("iterations"), 1);
  EXPECT_TRUE(json.at("converged").is_boolean());
  EXPECT_GT(json.at("span").at("f1"), 0.6);
  EXPECT_GT(json.at("token").at("accuracy"), 0.8);
  for (const char* type : {"PER", "LOC", "ORG", "DATE"}) {
    EXPECT_LE(json.at("types").at(type).at("f1"), 1.0) << type;
  }
  EXPECT_EQ(json.at("sources").size(), 9u);
  // People read the same numbers.
  const std::string text = Weft(words).out;
  for (const char* rate : {"precision", "recall", "f1"}) {
    EXPECT_THAT(text, HasSubstr(Digits(json.at("span").at(rate)))) << text;
  }
  const std::string source = json.at("sources").at(0).at("name");
  EXPECT_THAT(text, HasSubstr(source));
  Words quiet = words;
  quiet.push_back("--quiet");
  EXPECT_THAT(Weft(quiet).out, Not(HasSubstr(source)));
  EXPECT_EQ(Weft(quiet).err, "");
}

TEST_F(AggregateTest, ExplainsWhoSaysWhatAndHowFarToRelyOnThem) {
  const std::string file = Path("why.jsonl");
  const Outcome said =
      Weft({"aggregate", "-m", "hmm", "-d", Toy(), "-s", "test", "--explain", file});
  EXPECT_EQ(said.status, 0) << said.err;
  EXPECT_THAT(said.out, HasSubstr("precision                recall"));
  std::istringstream lines(ReadFile(file));
  std::string line;
  size_t named = 0, supported = 0;
  while (std::getline(lines, line)) {
    const Json json = Json::parse(line);
    const size_t tokens = json.at("tokens").size();
    ASSERT_EQ(json.at("support").size(), tokens);
    ASSERT_EQ(json.at("posteriors").size(), tokens);
    for (const Json& span : json.at("spans")) {
      ++named;
      supported += !json.at("support").at(span.at("begin_token").get<size_t>()).empty();
    }
  }
  EXPECT_GT(named, 100u);
  EXPECT_GT(supported, named * 9 / 10) << "nearly every span is what somebody said";
  const Json json = WeftJson({"aggregate", "-m", "hmm", "-d", Toy(), "-s", "test"});
  const Json& type = json.at("sources").at(0).at("types").at(0);
  EXPECT_TRUE(type.contains("precision_interval")) << type;
  ExpectFailure(2, {"aggregate", "-m", "mv", "-d", Toy(), "-s", "test", "--explain", "why.txt"},
                {"--explain why.txt: expected a name that ends in .jsonl"});
  ExpectFailure(2, {"aggregate", "-m", "mv", "-d", Toy(), "-s", "test", "--json", "--explain", "-"},
                {"--explain - wants standard output for itself"});
}

TEST_F(AggregateTest, WarnsOfSentencesWhoseSourcesContradictEveryLegalPath) {
  std::string text;
  for (int i = 0; i < 20; ++i) {
    text += R"({"tokens":["Ada","Lovelace","met"],"weak":{"a":["B-X","I-X","O"],)"
            R"("b":["B-X","I-X","O"]}})"
            "\n";
  }
  for (int i = 0; i < 12; ++i) {
    text += R"({"id":"odd)" + std::to_string(i) +
            R"(","tokens":["Lovelace"],"weak":{"a":["I-X"],"b":["I-X"]}})"
            "\n";
  }
  const std::string data = WriteFile("votes.jsonl", text);
  const Words words = {"aggregate", "--method", "hmm", "--data", data};
  const std::string first =
      "sentence 20 (odd0), token 0 \"Lovelace\": the sources contradict every legal path; the best "
      "path is kept";
  EXPECT_THAT(Weft(words).err, HasSubstr("weft: warning: " + first));
  const Json warnings = WeftJson(words).at("warnings");
  EXPECT_THAT(warnings.dump(), HasSubstr("odd9"));
  EXPECT_THAT(warnings.dump(), Not(HasSubstr("odd10")));
  EXPECT_EQ(warnings.back(), "2 more sentences have sources that contradict every legal path");
  // A tagger that learns from them says so too.
  const auto run = Weft({"train", "--tagger", "crf", "--aggregator", "hmm", "--data", data, "--set",
                         "max_iterations=2", "--out", Path("tagger.weft")});
  EXPECT_THAT(run.err, HasSubstr("weft: warning: " + first));
}

TEST_F(AggregateTest, LearningWhomToBelieveBeatsCountingHands) {
  const auto f1 = [](const std::string& method) {
    return WeftJson({"aggregate", "--method", method, "--data", Toy(), "--split", "train"})
        .at("span")
        .at("f1")
        .get<double>();
  };
  EXPECT_GT(f1("hmm"), f1("mv"));
}

TEST_F(AggregateTest, WritesLabelsWithPosteriors) {
  const std::string out = Path("labels.jsonl");
  WeftJson({"aggregate", "--method", "hmm", "--data", Toy(), "--split", "test", "--out", out});
  const auto lines = Lines(ReadFile(out));
  ASSERT_EQ(lines.size(), 300u);
  const auto gold = Lines(ReadFile(Toy() + "/test.jsonl"));
  for (size_t s = 0; s < lines.size(); ++s) {
    const Json line = Json::parse(lines[s]);
    EXPECT_EQ(line.at("id"), Json::parse(gold[s]).at("id"));
    EXPECT_EQ(line.at("tokens"), Json::parse(gold[s]).at("tokens"));
    ASSERT_EQ(line.at("labels").size(), line.at("tokens").size());
    ASSERT_EQ(line.at("posteriors").size(), line.at("tokens").size());
    for (const auto& posterior : line.at("posteriors")) {
      double sum = 0;
      for (const auto& item : posterior.items()) sum += item.value().get<double>();
      EXPECT_NEAR(sum, 1, 2e-5);
    }
  }
  const Outcome piped = Weft({"aggregate", "--method", "hmm", "--data", Toy(), "--split", "test",
                              "--out", "-", "--quiet"});
  EXPECT_EQ(piped.out, ReadFile(out));
  EXPECT_THAT(piped.err, HasSubstr("precision"));
}

TEST_F(AggregateTest, WritesLabelsAsColumnsThatScoreTheSame) {
  const Json json = WeftJson({"aggregate", "--method", "mv", "--data", Toy(), "--split", "test",
                              "--out", Path("labels.conll")});
  const Json again =
      WeftJson({"convert", "--data", Path("labels.conll"), "--out", Path("labels.jsonl")});
  EXPECT_EQ(again.at("tokens"), json.at("tokens"));
  EXPECT_EQ(again.at("sources"), 9);
  EXPECT_EQ(again.at("gold"), true);
}

TEST_F(AggregateTest, AFittedModelLabelsAnotherSplit) {
  const Json fitted = WeftJson({"aggregate", "--method", "hmm", "--data", Toy(), "--split", "test",
                                "--fit", "train", "--save", Path("hmm.weft")});
  EXPECT_EQ(fitted.at("fit"), "train");
  const Json loaded =
      WeftJson({"aggregate", "--model", Path("hmm.weft"), "--data", Toy(), "--split", "test"});
  EXPECT_EQ(loaded.at("span"), fitted.at("span"));
  EXPECT_EQ(loaded.at("sources"), fitted.at("sources"));
  EXPECT_FALSE(loaded.contains("iterations"));
  ExpectFailure(1, {"aggregate", "--model", ToyTagger(), "--data", Toy(), "--split", "test"},
                {ToyTagger(), "reads tokens"});
  ExpectFailure(1, {"aggregate", "--model", Path("hmm.weft"), "--data", "-"}, {"votes"},
                "{\"tokens\":[\"Oslo\"]}\n");
}

TEST_F(AggregateTest, WithoutGoldThereIsNothingToScore) {
  const std::string votes =
      "{\"tokens\":[\"in\",\"Oslo\"],\"weak\":{\"a\":[\"O\",\"B-LOC\"],\"b\":[\"O\",\"B-LOC\"]}}\n";
  const Outcome outcome = Weft({"aggregate", "--method", "mv", "--data", "-"}, votes);
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("standard input: 1 sentence, 2 tokens, 2 sources"));
  EXPECT_THAT(outcome.out, HasSubstr("no gold labels"));
  const Outcome labels = Weft({"aggregate", "--method", "mv", "--data", "-", "--out", "-"}, votes);
  EXPECT_EQ(Json::parse(labels.out).at("labels"), Json({"O", "B-LOC"}));
}

TEST_F(AggregateTest, TheCallerChoosesHowSpansAreScored) {
  const std::string votes =
      "{\"tokens\":[\"a\",\"b\"],\"labels\":[\"B-X\",\"I-X\"],\"weak\":{\"s\":[\"O\",\"I-X\"]}}\n"
      "{\"tokens\":[\"c\"],\"labels\":[\"B-X\"],\"weak\":{\"s\":[\"I-X\"]}}\n";
  const Words words = {"aggregate",   "--method",         "mv",
                       "--set",       "convention=crowd", "--read",
                       "scheme=iob2", "--data",           WriteFile("votes.jsonl", votes),
                       "--mode"};
  Words strict = words, conlleval = words;
  strict.push_back("strict");
  conlleval.push_back("conlleval");
  EXPECT_EQ(WeftJson(strict).at("span").at("correct"), 0);
  EXPECT_EQ(WeftJson(conlleval).at("span").at("correct"), 1);
  EXPECT_EQ(WeftJson(conlleval).at("mode"), "conlleval");
}

}  // namespace
}  // namespace weft::testing

// weft project, and weft train on bitext.
#include <gmock/gmock.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "command_test.h"

namespace weft::testing {
namespace {

using ::testing::HasSubstr;

// A language made of another: words are spelt with another ending, each pair of neighbours stands
// the other way round, and every fifth word has no link.
class ProjectTest : public CommandTest {
 protected:
  struct Translated {
    std::vector<std::string> tokens, labels;  // labels as they are there
    Json links;
  };
  static Translated Translate(const Json& sentence) {
    const auto tokens = sentence.at("tokens").get<std::vector<std::string>>();
    Translated out;
    out.tokens.resize(tokens.size());
    out.labels.resize(tokens.size());
    out.links = Json::array();
    for (size_t i = 0; i < tokens.size(); ++i) {
      const size_t at = (i ^ 1) < tokens.size() ? i ^ 1 : i;
      out.tokens[at] = tokens[i] + "um";
      out.labels[at] = sentence.at("labels").at(i).get<std::string>();
      if (i % 5 != 4) out.links.push_back({i, at});
    }
    for (size_t t = 0; t < out.labels.size(); ++t) {
      std::string& label = out.labels[t];
      if (label == "O") continue;
      const bool goes_on =
          t > 0 && out.labels[t - 1].size() > 1 && out.labels[t - 1].substr(2) == label.substr(2);
      label[0] = goes_on ? 'I' : 'B';
    }
    return out;
  }

  // Writes bitext.jsonl of the toy corpus's train split, and foreign.jsonl of its test split.
  void SetUp() override {
    CommandTest::SetUp();
    std::string bitext, foreign;
    for (const std::string& line : Lines(ReadFile(Toy() + "/train.jsonl"))) {
      const Json sentence = Json::parse(line);
      const Translated there = Translate(sentence);
      bitext += Json({{"src", sentence.at("tokens")}, {"tgt", there.tokens}, {"al", there.links}})
                    .dump() +
                "\n";
    }
    for (const std::string& line : Lines(ReadFile(Toy() + "/test.jsonl"))) {
      const Translated there = Translate(Json::parse(line));
      foreign += Json({{"tokens", there.tokens}, {"labels", there.labels}}).dump() + "\n";
    }
    bitext_ = WriteFile("bitext.jsonl", bitext);
    foreign_ = WriteFile("foreign.jsonl", foreign);
  }
  std::string bitext_, foreign_;
};

TEST_F(ProjectTest, ATaggerForALanguageWithoutLabels) {
  const Json trained = WeftJson({"train", "--method", "ge", "--bitext", bitext_, "--source-model",
                                 ToyTagger(), "--out", Path("ge.weft")});
  EXPECT_EQ(trained.at("method"), "ge");
  EXPECT_EQ(trained.at("sentences"), 1000);
  const Json& projection = trained.at("projections").at(0);
  EXPECT_GT(projection.at("tokens").at("share"), 0.75);
  EXPECT_GT(projection.at("labels").at("B-PER").at("share"), 0.01);
  EXPECT_EQ(projection.at("name"), "tagger");  // as the model's file
  const Json scored = WeftJson({"eval", Path("ge.weft"), "--data", foreign_});
  EXPECT_GT(scored.at("span").at("f1"), 0.6);
  const Outcome told = Weft({"train", "--method", "ge", "--bitext", bitext_, "--source-model",
                             ToyTagger(), "--out", Path("m"), "--set", "max_iterations=2"});
  EXPECT_THAT(told.err, HasSubstr("tagging the source side"));
  EXPECT_THAT(told.err, HasSubstr("have an expectation"));
}

TEST_F(ProjectTest, VotesThatEveryMethodTakes) {
  const Json projected = WeftJson({"project", "--bitext", bitext_, "--source-model", ToyTagger(),
                                   "--name", "latin", "--out", Path("p.jsonl")});
  EXPECT_EQ(projected.at("projections").at(0).at("pairs").at("used"), 1000);
  const Json first = Json::parse(Lines(ReadFile(Path("p.jsonl")))[0]);
  EXPECT_TRUE(first.at("weak").at("latin").at(0).is_object());
  WeftJson({"train", "--method", "ge", "--data", Path("p.jsonl"), "--out", Path("ge.weft")});
  WeftJson({"train", "--tagger", "crf", "--aggregator", "mv", "--data", Path("p.jsonl"), "--out",
            Path("crf.weft"), "--set", "max_iterations=20"});
  // With labelled sentences of the language beside them.
  const Json both = WeftJson({"train", "--method", "ge", "--data", foreign_, "--with",
                              Path("p.jsonl"), "--out", Path("both.weft")});
  EXPECT_EQ(both.at("sentences"), 1300);
  // Hard labels as gold ones: project, then train.
  WeftJson({"project", "--bitext", bitext_, "--source-model", ToyTagger(), "--labels", "hard",
            "--set", "output=gold", "--set", "unaligned=outside", "--out", Path("gold.conll")});
  WeftJson({"train", "--tagger", "crf", "--data", Path("gold.conll"), "--out", Path("ptt.weft"),
            "--set", "max_iterations=20"});
}

TEST_F(ProjectTest, OneMoreSourceForEachBitext) {
  const Json projected =
      WeftJson({"project", "--bitext", bitext_, "--bitext", bitext_, "--source-model", ToyTagger(),
                "--name", "one", "--name", "two", "--out", Path("p.jsonl")});
  EXPECT_EQ(projected.at("sentences"), 1000);  // the same target sentences
  const Json first = Json::parse(Lines(ReadFile(Path("p.jsonl")))[0]);
  EXPECT_EQ(first.at("weak").size(), 2u);
  EXPECT_EQ(first.at("weak").at("one"), first.at("weak").at("two"));
}

// Wherever they stand among the bitexts, the same target sentences are one corpus.
TEST_F(ProjectTest, NamesAndCorporaOfSeveralBitexts) {
  const std::string other =
      WriteFile("other.jsonl", "{\"src\":[\"Ada\"],\"tgt\":[\"Adaom\"],\"al\":[[0,0]]}\n");
  const Outcome told = Weft({"project", "--bitext", bitext_, "--bitext", other, "--bitext", bitext_,
                             "--source-model", ToyTagger(), "--out", Path("p.jsonl"), "--json"});
  const Json projected = Json::parse(told.out);
  EXPECT_EQ(projected.at("sentences"), 1001);
  EXPECT_THAT(told.err, HasSubstr("2 sets of sentences"));
  const Json& reports = projected.at("projections");
  EXPECT_EQ(reports.at(0).at("name"), "tagger");
  EXPECT_EQ(reports.at(1).at("name"), "tagger");  // of other sentences
  EXPECT_EQ(reports.at(2).at("name"), "tagger2");
  const auto fails = [&](const std::vector<std::string>& flags, const std::string& said) {
    std::vector<std::string> all = {"project",        "--bitext",  bitext_, "--bitext",     bitext_,
                                    "--source-model", ToyTagger(), "--out", Path("x.jsonl")};
    all.insert(all.end(), flags.begin(), flags.end());
    ExpectFailure(2, all, {said});
  };
  fails({"--name", "a", "--name", "a"}, "expected a --name for each");
  fails({"--set", "name=a"}, "expected a --name for each");
  fails({"--name", "a", "--name", "b", "--set", "name=a"}, "both say what votes are called");
  fails({"--name", "a", "--name", "b", "--set", "output=gold"}, "--name is of votes");
}

TEST_F(ProjectTest, LinksOfEachBitextAndThroughAThirdLanguage) {
  const std::string one = WriteFile("one.txt", "Ada left ||| Adum leftum\n");
  const std::string two = WriteFile("two.txt", "Ada ||| Adus ||| 0-0\n");
  const std::string links = WriteFile("one.align", "0-0 1-1\n");
  const Json projected =
      WeftJson({"project", "--bitext", one, "--bitext", two, "--alignment", links, "--alignment",
                "none", "--source-model", ToyTagger(), "--out", Path("p.jsonl")});
  EXPECT_EQ(projected.at("projections").at(0).at("links"), 2);
  EXPECT_EQ(projected.at("projections").at(1).at("links"), 1);
  ExpectFailure(2,
                {"project", "--bitext", one, "--bitext", two, "--alignment", links,
                 "--source-model", ToyTagger(), "--out", Path("p.jsonl")},
                {"one --alignment for each of 2"});
  const std::string json =
      WriteFile("j.jsonl", "{\"src\":\"Ada\",\"tgt\":\"Adus\",\"a\":[[0,0]],\"b\":[]}\n");
  const Json numbered =
      WeftJson({"project", "--bitext", two, "--bitext", json, "--align", "2:links=a",
                "--source-model", ToyTagger(), "--out", Path("p.jsonl")});
  EXPECT_EQ(numbered.at("projections").at(1).at("links"), 1);
  ExpectFailure(2,
                {"project", "--bitext", two, "--align", "2:links=a", "--source-model", ToyTagger(),
                 "--out", Path("p.jsonl")},
                {"2:links=a", "1 bitexts"});
  const std::string next = WriteFile("next.txt", "Adum leftum ||| leftis Adis\n");
  const std::string turned = WriteFile("next.align", "0-1 1-0\n");
  WeftJson({"project", "--bitext", one, "--alignment", links, "--through", next, "--through-align",
            "alignment=" + turned, "--source-model", ToyTagger(), "--labels", "hard", "--out",
            Path("t.jsonl")});
  const Json there = Json::parse(Lines(ReadFile(Path("t.jsonl")))[0]);
  EXPECT_EQ(there.at("tokens"), Json({"leftis", "Adis"}));
  EXPECT_EQ(there.at("weak").at("tagger"), Json({"O", "B-PER"}));
  ExpectFailure(2,
                {"project", "--bitext", two, "--through-align", "links=x", "--source-model",
                 ToyTagger(), "--out", Path("p.jsonl")},
                {"--through"});
  // What is said of two directions, or of members, is not of the second step.
  WeftJson({"project", "--bitext", one, "--alignment", links, "--reverse-alignment", links,
            "--align", "symmetrize=union", "--through", next, "--through-align",
            "alignment=" + turned, "--source-model", ToyTagger(), "--out", Path("t.jsonl")});
  const std::string members =
      WriteFile("m.jsonl", "{\"src\":\"Ada left\",\"tgt\":\"Adum leftum\",\"x\":[[0,0]]}\n");
  WeftJson({"project", "--bitext", members, "--align", "links=x", "--through", next,
            "--through-align", "alignment=" + turned, "--source-model", ToyTagger(), "--out",
            Path("t.jsonl")});
}

// Taggers of one file name are two sources; labels of the sentences' own stay, whichever bitext
// comes first.
TEST_F(ProjectTest, WhoseVotesAndWhoseSentences) {
  std::filesystem::create_directories(Path("es"));
  std::filesystem::copy_file(ToyTagger(), Path("es/tagger.weft"));
  const std::string one = WriteFile("one.txt", "Ada left ||| Adum leftum ||| 0-0 1-1\n");
  const std::string two = WriteFile("two.txt", "Ada ||| Adus ||| 0-0\n");
  const Json named =
      WeftJson({"project", "--bitext", one, "--bitext", two, "--source-model", ToyTagger(),
                "--source-model", Path("es/tagger.weft"), "--out", Path("p.jsonl")});
  EXPECT_EQ(named.at("projections").at(1).at("name"), "tagger2");
  const std::string source = WriteFile("s.txt", "Ada left\n"), links = WriteFile("l", "0-0\n");
  const std::string target =
      WriteFile("t.jsonl", "{\"tokens\":[\"Adum\",\"leftum\"],\"labels\":[\"B-PER\",null]}\n");
  const Json both = WeftJson({"project", "--bitext", one, "--source", source, "--target", target,
                              "--alignment", "none", "--alignment", links, "--source-model",
                              ToyTagger(), "--set", "unmapped=skip", "--out", Path("p.jsonl")});
  EXPECT_EQ(both.at("projections").at(0).at("tokens").at("gold"), 1);
  const Json there = Json::parse(Lines(ReadFile(Path("p.jsonl")))[0]);
  EXPECT_EQ(there.at("labels").at(0), "B-PER");
  EXPECT_EQ(there.at("weak").size(), 2u);
}

// What is learned from what, and what may be a mistake, is said.
TEST_F(ProjectTest, GoldLabelsOfTheTargetSide) {
  const std::string source = WriteFile("s.txt", "Ada left\nLovelace left\n");
  const std::string target =
      WriteFile("t.jsonl",
                "{\"tokens\":[\"Adum\",\"leftum\"],\"labels\":[\"B-PER\",\"O\"]}\n"
                "{\"tokens\":[\"Lovelacum\",\"leftum\"],\"labels\":[\"B-LOC\",\"O\"]}\n");
  const std::string links = WriteFile("l.align", "0-0 1-1\n0-0 1-1\n");
  const auto train = [&](const std::vector<std::string>& more) {
    std::vector<std::string> all = {"train",        "--method",       "ge",        "--source",
                                    source,         "--target",       target,      "--alignment",
                                    links,          "--source-model", ToyTagger(), "--out",
                                    Path("m.weft"), "--dev",          "none"};
    all.insert(all.end(), more.begin(), more.end());
    return Weft(all).err;
  };
  const std::string map = "label_map=*=O PER=PER LOC=LOC XYZ=O";
  const std::string kept = train({"--project", map});
  EXPECT_THAT(kept, HasSubstr("4 target tokens keep their own gold label"));
  EXPECT_THAT(kept, HasSubstr("of 4 tokens 4 are learned from their gold labels, 0 from votes"));
  EXPECT_THAT(kept, HasSubstr("ge learns what crf does"));
  EXPECT_THAT(kept, HasSubstr("no source label: XYZ"));
  // What an earlier source's projection drops, a later one's is compared with too.
  const std::string pairs = WriteFile(
      "pairs.txt",
      "Ada left ||| Adum leftum ||| 0-0 1-1\nLovelace left ||| Lovelacum leftum ||| 0-0\n");
  const Json both =
      WeftJson({"project", "--bitext", pairs, "--source", source, "--target", target, "--alignment",
                "none", "--alignment", links, "--source-model", ToyTagger(), "--set", map, "--set",
                "target_gold=drop", "--out", Path("both.jsonl")});
  EXPECT_EQ(both.at("projections").at(0).at("gold").at("compared"), 3);
  EXPECT_EQ(both.at("projections").at(1).at("gold").at("compared"), 4);
  std::string longest = "label_map=*=O PER=PER";
  for (int i = 0; i < 100; ++i) longest += " TYPE" + std::to_string(i) + "=PER";
  EXPECT_EQ(Weft({"project", "--bitext", pairs, "--source-model", ToyTagger(), "--set", longest,
                  "--out", Path("long.jsonl")})
                .status,
            0);
  const std::string dropped = train({"--project", map, "--project", "target_gold=drop"});
  EXPECT_THAT(dropped, HasSubstr("of 4 tokens 0 are learned from their gold labels, 4 from votes"));
  EXPECT_THAT(dropped, HasSubstr("agreement with the target side's gold labels"));
}

TEST_F(ProjectTest, LabelsThatDiffer) {
  const std::string other =
      WriteFile("other.jsonl", "{\"tokens\":[\"a\"],\"labels\":[\"B-OTH\"]}\n");
  const auto train = [&](const std::string& flag) {
    return Weft({"train", "--tagger", "crf", "--data", foreign_, flag, other, "--out",
                 Path("m.weft"), "--set", "max_iterations=3"})
        .err;
  };
  EXPECT_THAT(train("--with"), HasSubstr("one part alone has"));
  EXPECT_THAT(train("--dev"), HasSubstr("labels that are not trained on: OTH"));
}

TEST_F(ProjectTest, SidesInFilesOfTheirOwn) {
  const std::string source = WriteFile("s.en", "Ada Lovelace left\n\nyes\n");
  const std::string target = WriteFile("t.la", "Adum Lovelacum leftum\nnil\nyesum\n");
  const std::string links = WriteFile("l.align", "0-0 1-1 2-2\n\n0-0\n");
  const Json projected = WeftJson({"project", "--source", source, "--target", target, "--alignment",
                                   links, "--source-model", ToyTagger(), "--out", Path("p.jsonl")});
  EXPECT_EQ(projected.at("sentences"), 3);
  EXPECT_EQ(projected.at("projections").at(0).at("pairs").at("used"), 2);
  const Outcome piped = Weft({"project", "--source", source, "--target", target, "--alignment",
                              links, "--source-model", ToyTagger(), "--out", "-", "--quiet"});
  EXPECT_EQ(Lines(piped.out).size(), 3u);
  EXPECT_EQ(piped.err, "");
  WeftJson({"project", "--source", source, "--target", target, "--alignment", links,
            "--source-model", ToyTagger(), "--out", Path("p.jsonl.gz")});
  WeftJson({"train", "--method", "ge", "--data", Path("p.jsonl.gz"), "--out", Path("m.weft")});

  const std::string cut = WriteFile("cut.align", "0-0 1-1 2-2\n0-0\n");
  ExpectFailure(1,
                {"project", "--source", source, "--target", target, "--alignment", cut,
                 "--source-model", ToyTagger(), "--out", Path("x.jsonl"), "--quiet"},
                {"out of step", "3 sentences", "2 lines", "cut.align:2"});
  const std::string wide = WriteFile("wide.align", "0-0 1-1 2-9\n\n0-0\n");
  ExpectFailure(1,
                {"project", "--source", source, "--target", target, "--alignment", wide,
                 "--source-model", ToyTagger(), "--out", Path("x.jsonl"), "--quiet"},
                {"wide.align:1", "pair 0", "token 9"});
  const Json skipped =
      WeftJson({"project", "--source", source, "--target", target, "--alignment", wide, "--align",
                "on_error=skip", "--source-model", ToyTagger(), "--out", Path("p.jsonl")});
  EXPECT_EQ(skipped.at("projections").at(0).at("pairs").at("skipped"), 1);
}

TEST_F(ProjectTest, FlagsThatDoNotGoTogether) {
  ExpectFailure(2, {"project", "--out", Path("p.jsonl")}, {"--bitext"});
  ExpectFailure(2, {"project", "--bitext", bitext_, "--out", Path("p.weft")}, {".jsonl", "--to"});
  ExpectFailure(2, {"project", "--source", "a", "--target", "b", "--out", Path("p.jsonl")},
                {"--alignment"});
  ExpectFailure(2,
                {"project", "--bitext", bitext_, "--source-model", "a", "--source-model", "b",
                 "--out", Path("p.jsonl")},
                {"--source-model", "found 2"});
  ExpectFailure(2, {"project", "--bitext", bitext_, "--out", Path("p.jsonl"), "--set", "gap=1"},
                {"gap"});
  ExpectFailure(2, {"train", "--method", "ge", "--out", Path("m")}, {"--data", "--bitext"});
  ExpectFailure(
      2, {"train", "--method", "ge", "--data", foreign_, "--source-model", "m", "--out", Path("m")},
      {"--bitext"});
  ExpectFailure(
      2, {"train", "--method", "ge", "--data", foreign_, "--alignment", "x", "--out", Path("m")},
      {"--alignment", "--bitext"});
  ExpectFailure(2,
                {"train", "--tagger", "crf", "--bitext", bitext_, "--source-model", ToyTagger(),
                 "--out", Path("m")},
                {"votes", "--aggregator", "output=gold"});
  ExpectFailure(1,
                {"project", "--bitext", bitext_, "--bitext", bitext_, "--source-model", ToyTagger(),
                 "--set", "output=gold", "--out", Path("p.jsonl"), "--quiet"},
                {"output=votes"});
  ExpectFailure(1, {"project", "--bitext", bitext_, "--out", Path("p.jsonl")},
                {"no gold labels to project", "--source-model"});
  ExpectFailure(2, {"project", "--bitext", bitext_, "--out", bitext_}, {"both name"});
  ExpectFailure(2,
                {"train", "--method", "ge", "--bitext", bitext_, "--source-model", ToyTagger(),
                 "--dev", "valid", "--out", Path("m")},
                {"--dev valid", "--data"});
  // Before anything is tagged.
  ExpectFailure(1,
                {"train", "--method", "ge", "--bitext", bitext_, "--source-model", "/none", "--dev",
                 "/none/dev.jsonl", "--out", Path("m")},
                {"/none/dev.jsonl"});
}

}  // namespace
}  // namespace weft::testing

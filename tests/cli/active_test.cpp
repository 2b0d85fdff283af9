// weft active: simulations, and a person at the keys.
#include <gmock/gmock.h>
#include <signal.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <random>
#include <regex>
#include <set>
#include <thread>

#include "command_test.h"
#include "terminal.h"

namespace weft::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;
using ActiveTest = CommandTest;

constexpr int kUsage = 2;

Words Simulate(const std::string& out, const Words& more = {}, const char* updates = "6") {
  Words words = {"active",  "simulate", "--data",     CommandTest::Toy(),
                 "--test",  "test",     "--labelled", "0.1",
                 "--curve", "k=20",     "--curve",    "query=sesal,threshold=0.8",
                 "--out",   out,        "--updates",  updates};
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

// The curves without the column of seconds.
std::string Curves(const std::string& folder) {
  return std::regex_replace(ReadFile(folder + "/curves.csv"), std::regex(",[^,\n]*\n"), "\n");
}

TEST_F(ActiveTest, SimulationsWriteCurvesAndPlots) {
  const Json json = WeftJson(Simulate(Path("out"), {"--seeds", "2"}));
  ASSERT_EQ(json.at("curves").size(), 2u);
  const Json& curve = json.at("curves")[0];
  EXPECT_EQ(curve.at("curve"), "k=20");
  ASSERT_EQ(curve.at("seeds").size(), 2u);
  ASSERT_EQ(curve.at("mean").size(), 7u) << "what it began with, and six updates";
  double asked = -1;
  for (const Json& point : curve.at("mean")) {
    EXPECT_GT(point.at("asked").get<double>(), asked);
    asked = point.at("asked");
    EXPECT_LE(point.at("errors").get<double>(), point.at("by_model").get<double>());
    EXPECT_GT(point.at("accuracy").get<double>(), 0.5);
  }
  EXPECT_EQ(Json::parse(ReadFile(Path("out/curves.json"))), json.at("curves"));
  const std::vector<std::string> csv = Lines(ReadFile(Path("out/curves.csv")));
  EXPECT_EQ(csv[0], "curve,seed,update,sentences,asked,by_model,errors,accuracy,f1,seconds");
  EXPECT_EQ(csv.size(), 1u + 2 * 3 * 7);
  EXPECT_THAT(csv[1], StartsWith("\"k=20\",1,1,0.0,0.0,"));
  for (const char* plot : {"accuracy_by_asked", "accuracy_by_sentences", "asked_and_errors"}) {
    const std::string svg = ReadFile(Path("out/") + plot + ".svg");
    EXPECT_THAT(svg, StartsWith("<svg "));
    EXPECT_THAT(svg, HasSubstr("query=sesal,threshold=0.8"));
    EXPECT_THAT(svg, HasSubstr("<polyline "));
    EXPECT_EQ(svg.find("nan"), std::string::npos);
    EXPECT_EQ(svg.find("inf"), std::string::npos);
  }
}

TEST_F(ActiveTest, ASimulationGoesOnWhereItWasKilled) {
  ASSERT_EQ(Weft(Simulate(Path("whole"))).status, 0);
  std::mt19937 random(1);
  for (int i = 0; i < 10; ++i) {
    Process process(Call(Simulate(Path("cut"))));
    std::this_thread::sleep_for(std::chrono::milliseconds(random() % 60));
    process.Signal(SIGKILL);
    process.Wait();
  }
  ASSERT_EQ(Weft(Simulate(Path("cut"))).status, 0);
  EXPECT_EQ(Curves(Path("cut")), Curves(Path("whole")));
  EXPECT_EQ(Weft(Simulate(Path("cut"), {"--tagger", "hmm-tagger"})).status, 0) << "the default";
  ExpectFailure(kUsage, Simulate(Path("cut"), {"--loop", "batch=2"}),
                {"holds another simulation", "loop"});
}

TEST_F(ActiveTest, MoreUpdatesAndSeedsGoOn) {
  ASSERT_EQ(Weft(Simulate(Path("grown"), {}, "3")).status, 0);
  ASSERT_EQ(Weft(Simulate(Path("grown"), {"--seeds", "2"})).status, 0);
  ASSERT_EQ(Weft(Simulate(Path("whole"), {"--seeds", "2"})).status, 0);
  EXPECT_EQ(Curves(Path("grown")), Curves(Path("whole")));
}

// A point after each update, also where nothing was asked between two of them; and what is counted
// is what the model of the point has learned.
TEST_F(ActiveTest, PointsStandAfterEveryUpdate) {
  const Json json = WeftJson({"active", "simulate", "--data", Toy(), "--test", "test", "--labelled",
                              "0.3", "--curve", "k=1", "--curve", "labelled=0,k=5", "--updates",
                              "12", "--seeds", "2", "--out", Path("out")});
  const Json& alone = json.at("curves")[0].at("mean");
  ASSERT_EQ(alone.size(), 13u);
  for (size_t i = 0; i < alone.size(); ++i) {
    EXPECT_EQ(alone[i].at("update"), i + 1);
    EXPECT_EQ(alone[i].at("sentences"), i);
    EXPECT_EQ(alone[i].at("asked"), 0);
  }
  const Json& cold = json.at("curves")[1].at("mean");
  EXPECT_EQ(cold[0].at("update"), 2) << "before the first answers there is no model";
  EXPECT_EQ(cold[0].at("sentences"), 1);
  EXPECT_GT(cold[0].at("asked"), 0);
}

TEST_F(ActiveTest, CtrlCStopsASimulationWhichGoesOn) {
  Process process(Call(Simulate(Path("cut"), {"--tagger", "crf"}, "60")));
  ASSERT_TRUE(process.WaitFor("", true));
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  process.Signal(SIGINT);
  const Outcome outcome = process.Wait();
  EXPECT_EQ(outcome.status, 1) << outcome.err;
  EXPECT_THAT(outcome.err, HasSubstr("goes on from"));
}

TEST_F(ActiveTest, WhatCannotBeSimulatedIsRefused) {
  ExpectFailure(kUsage, Simulate(Path("out"), {"--tagger", "hmm"}), {"\"hmm\" is no tagger"});
  ExpectFailure(kUsage, Simulate(Path("out"), {"--curve", "kk=2"}), {"--curve", "kk"});
  ExpectFailure(kUsage, Simulate(Path("out"), {"--curve", "query=fusal,k=2"}),
                {"--curve query=fusal,k=2", "option k has no effect"});
  EXPECT_FALSE(std::filesystem::exists(Path("out"))) << "nothing has run";
  ExpectFailure(kUsage, Simulate(Path("out"), {"--curve", "k=20"}), {"k=20 stands twice"});
  ExpectFailure(kUsage, {"active", "simulat"}, {"active simulat", "the nearest is", "simulate"});
  ExpectFailure(kUsage, {"active"}, {"active expects a verb"});
  ExpectFailure(kUsage, Simulate(Path("out"), {"--loop", "seed=3"}), {"seed=3", "--seed"});
  ExpectFailure(kUsage,
                {"active", "simulate", "--data", Toy(), "--test-share", "1", "--out", Path("o")},
                {"--test-share"});
}

// ---- A person

// Sentences of the corpus, of which the first have labels.
std::string WriteHalfLabelled(const std::string& path, size_t labelled) {
  std::ifstream in(CommandTest::Toy() + "/train.jsonl");
  std::ofstream out(path);
  size_t count = 0;
  for (std::string line; std::getline(in, line) && count < labelled + 12; ++count) {
    Json sentence = Json::parse(line);
    Json kept = {{"tokens", sentence.at("tokens")}};
    if (count < labelled) kept["labels"] = sentence.at("labels");
    out << kept.dump() << "\n";
  }
  return path;
}

class AnnotateTest : public CommandTest {
 protected:
  void SetUp() override {
    CommandTest::SetUp();
    data_ = WriteHalfLabelled(Path("half.jsonl"), 30);
  }
  Words Annotate(const std::string& session, const Words& more = {}) const {
    Words words = {"active", "annotate", "--data", data_, "--session", session, "--loop", "k=30"};
    words.insert(words.end(), more.begin(), more.end());
    return words;
  }
  // Without --loop, which a session that goes on does not take.
  Words GoOn(const std::string& session, const Words& more = {}) const {
    Words words = {"active", "annotate", "--data", data_, "--session", session};
    words.insert(words.end(), more.begin(), more.end());
    return words;
  }

  std::string data_;
};

int64_t Answered(const std::string& screens) {
  const std::regex count(R"((\d+) tokens? answered)");
  int64_t last = 0;
  for (std::sregex_iterator at(screens.begin(), screens.end(), count), end; at != end; ++at) {
    last = std::stoll((*at)[1]);
  }
  return last;
}

TEST_F(AnnotateTest, KeysAnswerUndoSkipAndLeave) {
  const Outcome outcome =
      Weft(Annotate(Path("s"), {"--out", Path("out.jsonl"), "--model", Path("m.weft"), "--json"}),
           "?1u\x1b[C/b-l\nzs uq");
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(outcome.err, HasSubstr("1-9, Enter"));
  EXPECT_THAT(outcome.err, HasSubstr("1 token answered"));
  EXPECT_THAT(outcome.err, HasSubstr("taken back"));
  EXPECT_THAT(outcome.err, HasSubstr("= B-L"));
  EXPECT_THAT(outcome.err, HasSubstr("\"z\" means nothing here"));
  EXPECT_THAT(outcome.err, HasSubstr("label: b-l"));
  const Json json = Json::parse(outcome.out);
  EXPECT_EQ(json.at("answered"), 1);
  EXPECT_EQ(json.at("skipped"), 1);
  EXPECT_EQ(json.at("finished"), false);
  EXPECT_EQ(Lines(ReadFile(Path("out.jsonl"))).size(), 42u);
  EXPECT_EQ(WeftJson({"info", Path("m.weft")}).at("method"), "hmm-tagger");
}

TEST_F(AnnotateTest, ASkipThatIsTakenBackCostsNoAnswer) {
  const Outcome outcome = Weft(Annotate(Path("s"), {"--json"}), "1\x1b[Dsuq");
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(outcome.err, HasSubstr("not skipped"));
  const Json json = Json::parse(outcome.out);
  EXPECT_EQ(json.at("answered"), 1);
  EXPECT_EQ(json.at("skipped"), 0);
}

TEST_F(AnnotateTest, ReadingsAnswerWholeSentencesToTheEnd) {
  const Outcome outcome = Weft(Annotate(Path("s")), std::string(60, 'A'));
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(outcome.out, StartsWith("nothing is left to ask: 42 of 42 sentences done"));
  EXPECT_EQ(Weft(Annotate(Path("s"))).status, 0) << "the same call goes on";
  ExpectFailure(kUsage, GoOn(Path("s"), {"--loop", "k=31"}), {"goes on with k=30", "k=31"});
  ExpectFailure(kUsage, GoOn(Path("s"), {"--tagger", "crf"}), {"goes on with hmm-tagger"});
  EXPECT_THAT(Weft(GoOn(Path("s"))).out, StartsWith("nothing is left to ask"));
}

TEST_F(AnnotateTest, FilesThatWouldOverwriteEachOtherAreRefused) {
  ExpectFailure(kUsage, Annotate(Path("s"), {"--out", Path("./half.jsonl")}),
                {"--data and --out both name"});
  ExpectFailure(kUsage, Annotate(Path("s.jsonl"), {"--out", Path("s.jsonl")}),
                {"--session and --out both name"});
  ExpectFailure(kUsage, Annotate(Path("s"), {"--model", Path("s.model")}), {"both name"});
  ExpectFailure(kUsage, Annotate(Path("s"), {"--out", Path("s.txt")}), {".jsonl"});
  EXPECT_FALSE(std::filesystem::exists(Path("s")));
}

TEST_F(AnnotateTest, WhatGoesOutSaysWhoGaveEachLabel) {
  ASSERT_EQ(Weft(Annotate(Path("s"), {"--out", Path("out.jsonl")}), "AAq").status, 0);
  std::set<Json> origins;
  for (const std::string& line : Lines(ReadFile(Path("out.jsonl")))) {
    const Json record = Json::parse(line);
    ASSERT_EQ(record.at("labels").size(), record.at("tokens").size());
    for (size_t t = 0; t < record.at("labels").size(); ++t) {
      EXPECT_EQ(record.at("labels")[t].is_null(), record.at("origins")[t].is_null());
      origins.insert(record.at("origins")[t]);
    }
  }
  EXPECT_EQ(origins, (std::set<Json>{Json(), "given", "answered", "model"}));
  EXPECT_EQ(WeftJson({"convert", "--data", Path("out.jsonl"), "--out", Path("out.conll")})
                .at("sentences"),
            42);
}

// A small screen shows the token that is asked for, and every label that a digit gives.
TEST_F(AnnotateTest, LongSentencesFitASmallTerminal) {
  std::string tokens, labels = "\"L0\"", line = "{\"tokens\":[\"w0\"";
  for (int i = 1; i < 200; ++i) line += ",\"w" + std::to_string(i) + "\"";
  std::string known = "{\"tokens\":[\"x0\"";
  for (int i = 1; i < 12; ++i) {
    known += ",\"x" + std::to_string(i) + "\"";
    labels += ",\"LONG-LABEL-" + std::to_string(i) + "\"";
  }
  data_ = WriteFile("long.jsonl", known + "],\"labels\":[" + labels + "]}\n" + line + "]}\n");
  const Words words =
      Call(Annotate(Path("s"), {"--loop", "query=fusal", "--read", "scheme=plain"}));
  Words without;
  for (const std::string& word : words) {
    if (word != "k=30") without.push_back(word);
  }
  without.erase(std::find(without.begin(), without.end(), "--loop"));
  Terminal terminal(without, 24, 60);
  ASSERT_TRUE(terminal.WaitFor("? for help: ")) << terminal.shown();
  terminal.Press(std::string(50, '1'));
  ASSERT_TRUE(terminal.WaitFor("50 tokens answered")) << terminal.shown();
  ASSERT_TRUE(terminal.WaitFor("? for help: "));
  const std::string screen = terminal.shown().substr(terminal.shown().rfind("\x1b[2J"));
  EXPECT_LE(std::count(screen.begin(), screen.end(), '\n'), 23);
  EXPECT_THAT(screen, HasSubstr("> w50"));
  EXPECT_THAT(screen, HasSubstr("9 LONG-LABEL-"));
  EXPECT_THAT(screen, HasSubstr(" more"));
  terminal.Press("q");
  EXPECT_EQ(terminal.Wait(), 0);
}

TEST_F(AnnotateTest, TheLastAnswerIsTakenBackToo) {
  const Outcome outcome = Weft(Annotate(Path("s")), std::string(60, 'A') + "uq");
  EXPECT_THAT(outcome.err, HasSubstr("u takes the last answer back"));
  EXPECT_THAT(outcome.out, StartsWith("41 of 42 sentences done"));
}

// The bytes of an arrow may come apart: its last is no answer.
TEST_F(AnnotateTest, AnArrowThatComesInPiecesIsAnArrow) {
  Process process(Call(Annotate(Path("s"))));
  ASSERT_TRUE(process.WaitFor("? for help: ", true));
  for (const char* piece : {"\x1b", "[", "D"}) {
    process.Write(piece);
    std::this_thread::sleep_for(std::chrono::milliseconds(30));
  }
  process.Write("q");
  EXPECT_EQ(Answered(process.Wait().err), 0);
}

// Whoever presses Enter to the end gets the same labels and model, however often the program dies
// under them; and an answer that a screen has shown is there afterwards.
TEST_F(AnnotateTest, FiftyKillsLoseNoAnswer) {
  const std::string enters(400, '\n');
  ASSERT_EQ(Weft(Annotate(Path("whole"), {"--model", Path("whole.weft")}), enters).status, 0);
  std::mt19937 random(7);
  int64_t shown = 0;
  for (int i = 0; i < 50; ++i) {
    Process process(Call(i == 0 ? Annotate(Path("cut")) : GoOn(Path("cut"))));
    if (process.WaitFor("? for help: ", true)) {
      const int64_t before = Answered(process.standard_error());
      EXPECT_GE(before, shown) << "kill " << i;
      process.Write(std::string(1 + random() % 3, '\n'));
      std::this_thread::sleep_for(std::chrono::microseconds(random() % 4000));
    }
    process.Signal(SIGKILL);
    shown = std::max(shown, Answered(process.Wait().err));
  }
  EXPECT_GT(shown, 10);
  const Outcome end = Weft(GoOn(Path("cut"), {"--model", Path("cut.weft")}), enters);
  ASSERT_EQ(end.status, 0) << end.err;
  EXPECT_THAT(end.out, StartsWith("nothing is left to ask"));
  EXPECT_EQ(ReadFile(Path("cut.weft")), ReadFile(Path("whole.weft")));
}

// The program sees keys one by one, and leaves the terminal as it found it.
TEST_F(AnnotateTest, WorksInATerminal) {
  Terminal terminal(Call(Annotate(Path("s"))), 30, 70);
  ASSERT_TRUE(terminal.WaitFor("? for help: ")) << terminal.shown();
  EXPECT_THAT(terminal.shown(), HasSubstr("\x1b[H\x1b[2J"));
  terminal.Forget();
  terminal.Press("1");
  EXPECT_TRUE(terminal.WaitFor("1 token answered")) << "without Enter: " << terminal.shown();
  ASSERT_TRUE(terminal.WaitFor("? for help: "));
  terminal.Press("\x03");
  EXPECT_TRUE(terminal.WaitFor("goes on from")) << "Ctrl-C leaves: " << terminal.shown();
  EXPECT_TRUE(terminal.HasLines());
  EXPECT_EQ(terminal.Wait(), 0);
}

}  // namespace
}  // namespace weft::testing

// weft active: simulations, and a person at the keys.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <random>
#include <regex>
#include <thread>

#include "command_test.h"

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
  ExpectFailure(1, Simulate(Path("out"), {"--curve", "query=fusal,k=2"}),
                {"option k has no effect"});
  ExpectFailure(kUsage, {"active", "simulat"}, {"active simulat", "the nearest is", "simulate"});
  ExpectFailure(kUsage, {"active"}, {"subcommand"});
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

TEST_F(AnnotateTest, ReadingsAnswerWholeSentencesToTheEnd) {
  const Outcome outcome = Weft(Annotate(Path("s")), std::string(60, 'A'));
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(outcome.out, StartsWith("nothing is left to ask: 42 of 42 sentences done"));
  ExpectFailure(kUsage, Annotate(Path("s")), {"goes on as it was begun"});
  ExpectFailure(kUsage, GoOn(Path("s"), {"--tagger", "crf"}),
                {"goes on as it was begun", "--tagger"});
  EXPECT_THAT(Weft(GoOn(Path("s"))).out, StartsWith("nothing is left to ask"));
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

// A terminal of its own: the program sees keys one by one, and leaves it as it found it.
TEST_F(AnnotateTest, WorksInATerminal) {
  const Words words = Call(Annotate(Path("s")));
  winsize size = {30, 70, 0, 0};
  int terminal = -1;
  const pid_t pid = forkpty(&terminal, nullptr, nullptr, &size);
  ASSERT_GE(pid, 0);
  if (pid == 0) {
    std::vector<char*> arguments;
    for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    execv(arguments[0], arguments.data());
    _exit(127);
  }
  std::string shown;
  const auto wait_for = [&](const std::string& text) {
    while (shown.find(text) == std::string::npos) {
      pollfd ready = {terminal, POLLIN, 0};
      char buffer[4096];
      if (poll(&ready, 1, 60'000) <= 0) return false;
      const ssize_t got = read(terminal, buffer, sizeof buffer);
      if (got <= 0) return false;
      shown.append(buffer, static_cast<size_t>(got));
    }
    return true;
  };
  ASSERT_TRUE(wait_for("? for help: ")) << shown;
  EXPECT_THAT(shown, HasSubstr("\x1b[H\x1b[2J"));
  shown.clear();
  ASSERT_EQ(write(terminal, "1", 1), 1);
  EXPECT_TRUE(wait_for("1 token answered")) << "without Enter: " << shown;
  ASSERT_EQ(write(terminal, "\x03", 1), 1);
  EXPECT_TRUE(wait_for("goes on from")) << "Ctrl-C leaves: " << shown;
  termios settings = {};
  EXPECT_EQ(tcgetattr(terminal, &settings), 0);
  EXPECT_TRUE(settings.c_lflag & ICANON);
  int status = 0;
  waitpid(pid, &status, 0);
  EXPECT_EQ(WEXITSTATUS(status), 0);
  close(terminal);
}

}  // namespace
}  // namespace weft::testing

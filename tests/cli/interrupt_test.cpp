// Runs that are stopped: by Ctrl-C, and by kill.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <thread>

#include "command_test.h"

namespace weft::testing {
namespace {

using ::testing::HasSubstr;
using InterruptTest = CommandTest;

// A run that would go on for hours.
Words Endless(const std::string& model) {
  return Call({"train", "--tagger", "crf", "--data", CommandTest::Toy(), "--out", model, "--set",
               "algorithm=adagrad", "--set", "max_iterations=1000000", "--set", "delta=0", "--set",
               "patience=1000000"});
}

TEST_F(InterruptTest, CtrlCKeepsTheBestModelSoFar) {
  Process process(Endless(Path("m.weft")));
  ASSERT_TRUE(process.WaitFor("crf: ", true)) << "no line of progress";
  process.Signal(SIGINT);
  const Outcome outcome = process.Wait();
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(Lines(outcome.err).back(), HasSubstr("weft: interrupted after "));
  EXPECT_THAT(Lines(outcome.err).back(), HasSubstr(Path("m.weft")));
  const Json scored = WeftJson({"eval", Path("m.weft"), "--data", Toy(), "--split", "test"});
  EXPECT_GT(scored.at("span").at("f1"), 0.6);
}

TEST_F(InterruptTest, BeforeThereIsAnyModelNothingIsWritten) {
  Process process(
      Call({"train", "--tagger", "crf", "--aggregator", "hmm", "--data", Toy(), "--out",
            Path("m.weft"), "--set", "hmm.iterations=100000", "--set", "hmm.tolerance=0", "--set",
            "hmm.stop=objective", "--set", "hmm.patience=100000"}));
  ASSERT_TRUE(process.WaitFor("hmm", true));
  process.Signal(SIGINT);
  const Outcome outcome = process.Wait();
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.err, HasSubstr("was not written"));
  EXPECT_FALSE(std::filesystem::exists(Path("m.weft")));
}

// The model goes into a pipe that nobody reads yet: saving takes as long as the test wants.
TEST_F(InterruptTest, CtrlCWhileTheModelIsSavedDoesNotLoseIt) {
  const auto train = [&](const std::string& model) {
    return Call({"train", "--tagger", "crf", "--data", Toy(), "--out", model, "--set",
                 "algorithm=ap", "--set", "max_iterations=1", "--dev", "none"});
  };
  const auto begin = std::chrono::steady_clock::now();
  ASSERT_EQ(RunProcess(train(Path("file.weft"))).status, 0);
  const auto whole = std::chrono::steady_clock::now() - begin;
  const std::string pipe = Path("pipe.weft");
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  Process process(train(pipe));
  std::this_thread::sleep_for(3 * whole + std::chrono::milliseconds(200));
  process.Signal(SIGINT);
  std::this_thread::sleep_for(std::chrono::milliseconds(200));
  std::string saved;
  std::thread reader([&] { saved = ReadFile(pipe); });
  const Outcome outcome = process.Wait();
  const int end = open(pipe.c_str(), O_WRONLY | O_NONBLOCK);  // frees a reader that waits in vain
  if (end >= 0) close(end);
  reader.join();
  EXPECT_NE(outcome.status, -SIGINT);
  EXPECT_TRUE(saved == ReadFile(Path("file.weft")));
}

TEST_F(InterruptTest, ProgressTellsRateAndTimeLeft) {
  Process process(Endless(Path("m.weft")));
  ASSERT_TRUE(process.WaitFor(" left\n", true));
  process.Signal(SIGTERM);
  const Outcome outcome = process.Wait();
  const std::string line = Lines(outcome.err).front();
  EXPECT_THAT(line, HasSubstr(" of 1,000,000 iterations, objective "));
  EXPECT_THAT(line, HasSubstr("dev F1 "));
  EXPECT_THAT(line, HasSubstr("iterations/s, at most "));
  EXPECT_EQ(outcome.out, "");
  EXPECT_EQ(outcome.status, 1);
}

// Whenever it is killed, a reader sees the old file or the new one.
TEST_F(InterruptTest, KillLeavesTheOldModelOrTheNewOne) {
  const std::string model = Path("m.weft");
  const Words train = Call({"train", "--tagger", "crf", "--data", Toy(), "--out", model, "--set",
                            "algorithm=ap", "--set", "max_iterations=1", "--dev", "none"});
  const auto begin = std::chrono::steady_clock::now();
  ASSERT_EQ(RunProcess(train).status, 0);
  const auto whole = std::chrono::steady_clock::now() - begin;
  const std::string bytes = ReadFile(model);
  for (int i = 4; i <= 12; ++i) {
    Process process(train);
    std::this_thread::sleep_for(whole * i / 10);
    process.Signal(SIGKILL);
    process.Wait();
    EXPECT_TRUE(ReadFile(model) == bytes) << "killed after " << i << " tenths";
  }
  EXPECT_EQ(WeftJson({"info", model}).at("method"), "crf");
}

}  // namespace
}  // namespace weft::testing

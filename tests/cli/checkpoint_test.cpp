// Training that is killed or stopped, and goes on when the same call is made again.
#include <gmock/gmock.h>
#include <signal.h>

#include <filesystem>
#include <thread>

#include "command_test.h"

namespace weft::testing {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using CheckpointTest = CommandTest;

constexpr int kFailed = 1, kUsage = 2;

Words Train(const std::string& out, const Words& more = {}) {
  Words words = {"train", "--method", "nhcrf", "--data", CommandTest::Toy(), "--out", out};
  for (const char* setting : {"units=16", "word_width=16", "letters=none", "first_epochs=2",
                              "epochs=2", "batch_size=16", "patience=100", "dev_period=10"}) {
    words.insert(words.end(), {"--set", setting});
  }
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

// In phases of both its models.
Words Alternate(const std::string& out, const Words& more = {}) {
  Words words = {"train", "--method", "alt", "--aggregator", "hmm", "--data", CommandTest::Toy(),
                 "--out", out};
  for (const char* setting :
       {"tagger=bilstm-crf", "bilstm-crf.units=16", "bilstm-crf.word_width=16",
        "bilstm-crf.epochs=2", "loop_epochs=2", "loop_batch_size=16", "max_loops=2"}) {
    words.insert(words.end(), {"--set", setting});
  }
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

TEST_F(CheckpointTest, AKilledRunGoesOnToTheSameModel) {
  for (const auto& make : {Train, Alternate}) {
    ASSERT_EQ(Weft(make(Path("whole.weft"), {})).status, 0);
    const std::string file = Path("run.checkpoint"), model = Path("m.weft");
    fs::remove(model);
    const Words call = make(model, {"--checkpoint", file, "--checkpoint-every", "0"});
    int killed = 0;
    for (int i = 0; i < 4; ++i) {
      Process process(Call(call));
      // One that was begun has written its checkpoint; each is given longer than the last.
      while (!fs::exists(file)) std::this_thread::sleep_for(std::chrono::milliseconds(1));
      std::this_thread::sleep_for(std::chrono::milliseconds(150 * (i + 1)));
      process.Signal(SIGKILL);
      if (process.Wait().status != -SIGKILL) break;
      EXPECT_FALSE(fs::exists(model));
      ++killed;
    }
    EXPECT_GT(killed, 0);
    if (fs::exists(file)) {
      const Outcome rest = Weft(call);
      EXPECT_EQ(rest.status, 0) << rest.err;
      EXPECT_THAT(rest.err, HasSubstr("weft: going on from " + file));
    }
    EXPECT_TRUE(ReadFile(model) == ReadFile(Path("whole.weft")));
    EXPECT_FALSE(fs::exists(file)) << "it has done its work";
  }
}

// The first checkpoint is written before the run answers signals, the second after a step.
void AwaitSecondCheckpoint(const std::string& file) {
  const auto pause = [] { std::this_thread::sleep_for(std::chrono::milliseconds(1)); };
  while (!fs::exists(file)) pause();
  const fs::file_time_type first = fs::last_write_time(file);
  std::error_code gone;  // where the run has ended: the time is another then too
  while (fs::last_write_time(file, gone) == first) pause();
}

TEST_F(CheckpointTest, AStoppedRunGoesOnToTheSameModel) {
  ASSERT_EQ(Weft(Train(Path("whole.weft"))).status, 0);
  const std::string file = Path("run.checkpoint"), model = Path("m.weft");
  const Words call = Train(model, {"--checkpoint", file, "--checkpoint-every", "0"});
  Process process(Call(call));
  AwaitSecondCheckpoint(file);
  process.Signal(SIGTERM);
  const Outcome stopped = process.Wait();
  EXPECT_EQ(stopped.status, kFailed);
  EXPECT_THAT(stopped.err, HasSubstr("; the same call goes on from " + file));
  const Outcome rest = Weft(call);
  EXPECT_EQ(rest.status, 0) << rest.err;
  EXPECT_TRUE(ReadFile(model) == ReadFile(Path("whole.weft")));
  EXPECT_FALSE(fs::exists(file));
}

TEST_F(CheckpointTest, WhatCannotBeACheckpointIsRefusedAtOnce) {
  const std::string file = Path("run.checkpoint");
  ExpectFailure(kFailed,
                {"train", "--tagger", "crf", "--aggregator", "hmm", "--data", Toy(), "--out",
                 Path("m.weft"), "--checkpoint", file},
                {"method crf has no checkpoints (these have: "});
  EXPECT_FALSE(fs::exists(file));
  ExpectFailure(kUsage, Train(Path("m.weft"), {"--checkpoint", Path("./m.weft")}),
                {"--checkpoint and --out both name "});
  ExpectFailure(kUsage, Train(Path("m.weft"), {"--checkpoint-every", "5"}), {"--checkpoint"});
  ExpectFailure(kUsage, Train(Path("m.weft"), {"--checkpoint", file, "--checkpoint-every", "-1"}),
                {"--checkpoint-every"});
  ExpectFailure(kFailed, Train(Path("m.weft"), {"--checkpoint", Path("no/such")}), {"no"});
  WriteFile("run.checkpoint", "what somebody needs");
  ExpectFailure(kFailed, Train(Path("m.weft"), {"--checkpoint", file}),
                {file, "not a weft checkpoint"});
  EXPECT_EQ(ReadFile(file), "what somebody needs");
}

}  // namespace
}  // namespace weft::testing

// Checkpoints of runs, with a tagger that only counts its steps.
#include "model/checkpoint.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdio>

#include "core/error.h"
#include "core/os.h"
#include "crf/method.h"
#include "method/archive.h"
#include "neural/plugin.h"
#include "reseal.h"
#include "text/read.h"

namespace weft {
namespace {

using testing::HasSubstr;

constexpr char kToy[] =
    R"({"tokens":["Ada","in","London"],"labels":["B-PER","O","B-LOC"],"weak":{"a":["B-PER","O","O"],"b":["B-PER","O","B-LOC"]}}
{"tokens":["They","left","Paris"],"labels":["O","O","B-LOC"],"weak":{"a":["O","O","B-LOC"],"b":["O","O","O"]}}
)";

std::shared_ptr<const Corpus> Toy() { return ReadCorpusBytes(kToy, "toy.jsonl", {}); }

// Its objective is the number of its steps, of which there are five.
class CountingTrainer : public Trainer {
 public:
  bool Step() override {
    progress_.phase = "counting";
    progress_.iteration += 1;
    objectives_.push_back(static_cast<double>(progress_.iteration));
    progress_.finished = progress_.iteration == 5;
    return !progress_.finished;
  }
  const Progress& progress() const override { return progress_; }
  const std::vector<double>& objectives() const override { return objectives_; }
  std::shared_ptr<const Model> TakeModel() override { return nullptr; }
  std::vector<Section> Save() const override {
    return {{"steps", ToSection(progress_.iteration, objectives_)}};
  }
  void Restore(std::vector<Section> sections) override {
    progress_.phase = "counting";
    FromSection(FindSection(sections, "steps"), "steps", progress_.iteration, objectives_);
  }

 private:
  Progress progress_;
  std::vector<double> objectives_;
};

const Method& Counting() {
  static const Method kMethod = [] {
    Method method;
    method.name = "counting";
    method.kind = Method::Kind::kTagger;
    method.options.Int("width", 3, 1, 9, "of nothing");
    method.train = [](TrainingInput) -> std::unique_ptr<Trainer> {
      return std::make_unique<CountingTrainer>();
    };
    method.resumable = true;
    return method;
  }();
  return kMethod;
}

RunInput CountingRun(const std::string& aggregator, const std::string& threads = "1") {
  RunInput run = {&Counting(), Options(TrainingOptions(Counting())), Toy(), nullptr};
  run.options.Set("aggregator", aggregator);
  run.options.Set("threads", threads);
  return run;
}

class CheckpointFile : public testing::Test {
 protected:
  ~CheckpointFile() override { std::remove(path_.c_str()); }

  std::string Saved() {
    const RunInput run = CountingRun("gold");
    const auto trainer = NewTrainer(run, {});
    trainer->Step();
    SaveCheckpoint(run, *trainer, path_);
    return ReadFile(path_);
  }

  // Resuming from the file must fail.
  void ExpectRefused(const RunInput& run, Status status, const std::string& text) {
    try {
      ResumeTrainer(run, {}, path_);
      ADD_FAILURE() << "expected an error: " << text;
    } catch (const Error& e) {
      EXPECT_EQ(e.status(), status) << e.what();
      EXPECT_THAT(e.what(), HasSubstr(text));
      EXPECT_THAT(e.what(), HasSubstr(path_));
    }
  }

  const std::string path_ = testing::TempDir() + "weft_counting.checkpoint";
};

// Whether it is saved while the votes are aggregated, or after that, or while they are aggregated
// again.
TEST_F(CheckpointFile, OfATaggerOnAnAggregatorsLabels) {
  const RunInput run = CountingRun("hmm"), other = CountingRun("hmm", "2");
  const auto whole = NewTrainer(run, {});
  int64_t steps = 0;
  do {
    SaveCheckpoint(run, *whole, path_);
    auto rest = ResumeTrainer(other, {}, path_);
    EXPECT_EQ(rest->progress().phase, "hmm");
    rest->Step();
    SaveCheckpoint(other, *rest, path_);
    rest = ResumeTrainer(run, {}, path_);
    const bool counting = whole->progress().phase == "counting";
    while (rest->progress().phase == "hmm" && rest->Step()) {
    }
    EXPECT_EQ(rest->progress().iteration, counting ? whole->progress().iteration : 0);
    while (rest->Step()) {
    }
    EXPECT_EQ(rest->objectives(), (std::vector<double>{1, 2, 3, 4, 5}));
    ++steps;
  } while (whole->Step());
  EXPECT_GT(steps, 6);
}

TEST_F(CheckpointFile, OfAnotherBuildIsRefused) {
  std::string bytes = Saved();
  const size_t at = bytes.find(BuildIdentity());
  ASSERT_NE(at, bytes.npos);
  bytes[at] = bytes[at] == '0' ? '1' : '0';
  WriteFileAtomic(path_, bytes);
  ExpectRefused(CountingRun("gold"), Status::kCorrupt, "checksum of section \"run\"");
  Reseal(&bytes);
  WriteFileAtomic(path_, bytes);
  ExpectRefused(CountingRun("gold"), Status::kVersion,
                "the checkpoint is of another build of weft");
}

TEST_F(CheckpointFile, OfANewerFormatIsRefused) {
  std::string bytes = Saved();
  bytes[12] = 9;  // the least reader version
  WriteFileAtomic(path_, bytes);
  ExpectRefused(CountingRun("gold"), Status::kVersion, "written in checkpoint format");
}

TEST_F(CheckpointFile, OfAnotherRunIsRefused) {
  Saved();
  RunInput run = CountingRun("gold");
  run.options.Set("width", "4");
  ExpectRefused(run, Status::kInvalidArgument, "option width: expected 4, found 3");
  ExpectRefused(CountingRun("hmm"), Status::kInvalidArgument, "option aggregator: expected hmm");
  run = CountingRun("gold");
  run.dev = Toy();
  ExpectRefused(run, Status::kInvalidArgument, "of the development corpus: expected ");
  run = CountingRun("gold", "2");
  const auto trainer = ResumeTrainer(run, {}, path_);
  EXPECT_EQ(trainer->progress().iteration, 1) << "the same on other threads";
}

TEST_F(CheckpointFile, OfAMethodThatHasNoneIsRefused) {
  const RunInput run = {&CrfMethod(), Options(TrainingOptions(CrfMethod())), Toy(), nullptr};
  const auto trainer = NewTrainer(run, {});
  try {
    SaveCheckpoint(run, *trainer, path_);
    FAIL() << "expected an error";
  } catch (const Error& e) {
    EXPECT_EQ(e.status(), Status::kUnsupported);
    EXPECT_THAT(e.what(), HasSubstr("method crf has no checkpoints (these have: "));
  }
}

}  // namespace
}  // namespace weft

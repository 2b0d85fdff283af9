// Training runs that are saved and resumed, through the C interface and the classes over it.
#include <gmock/gmock.h>

#include <cstdio>
#include <fstream>
#include <sstream>
#include <weft/weft.hpp>

#include "fixture.h"

namespace weft::capi {
namespace {

using testing::HasSubstr;

std::string FileText(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

void WriteText(const std::string& path, const std::string& text) {
  std::ofstream(path, std::ios::binary) << text;
}

class CheckpointTest : public testing::Test {
 protected:
  ~CheckpointTest() override { std::remove(path_.c_str()); }

  static Options Small() {
    Options options("nhcrf");
    for (const auto& [key, value] :
         {std::pair("units", 8), std::pair("word_width", 8), std::pair("first_epochs", 3),
          std::pair("epochs", 3), std::pair("batch_size", 2)}) {
      options.SetInt(key, value);
    }
    return options;
  }

  // The status and the text of a resumption that must fail.
  weft_status StatusOfResuming(const Options& options, const Corpus& train, const Corpus* dev) {
    weft_trainer* trainer = nullptr;
    const weft_status status =
        weft_trainer_resume(options.get(), train.get(), dev ? dev->get() : nullptr, path_.data(),
                            path_.size(), &trainer);
    EXPECT_EQ(trainer, nullptr);
    return status;
  }

  const Corpus corpus_ = Corpus::ReadMemory(ToyJsonl(), "toy.jsonl");
  const std::string path_ = testing::TempDir() + "weft_run.checkpoint";
};

TEST_F(CheckpointTest, OfEachStepLeadsToTheSameModel) {
  Options options = Small();
  Trainer run(options, corpus_);
  std::vector<std::string> saved;
  run.OnProgress([&](const Trainer::Progress&) {
    run.Save(path_);
    saved.push_back(FileText(path_));
    return true;
  });
  run.Run();
  const std::string expected = run.TakeModel().SaveMemory();
  ASSERT_GT(saved.size(), 6u);
  options.SetInt("threads", 2);
  for (const std::string& bytes : saved) {
    WriteText(path_, bytes);
    Trainer rest = Trainer::Resume(options, corpus_, nullptr, path_);
    rest.Run();
    EXPECT_TRUE(rest.TakeModel().SaveMemory() == expected);
    EXPECT_EQ(rest.stop_reason(), run.stop_reason());
  }
}

TEST_F(CheckpointTest, OfACancelledRunGoesOn) {
  Trainer whole(Small(), corpus_);
  whole.Run();
  Trainer run(Small(), corpus_);
  int steps = 0;
  run.OnProgress([&](const Trainer::Progress&) { return ++steps < 5; });
  EXPECT_THROW(run.Run(), error);
  run.Save(path_);
  Trainer rest = Trainer::Resume(Small(), corpus_, nullptr, path_);
  rest.Run();
  EXPECT_TRUE(rest.TakeModel().SaveMemory() == whole.TakeModel().SaveMemory());
}

TEST_F(CheckpointTest, OfAnotherRunNamesWhatDiffers) {
  Trainer(Small(), corpus_).Save(path_);
  Options other = Small();
  other.SetInt("units", 9);
  EXPECT_EQ(StatusOfResuming(other, corpus_, nullptr), WEFT_INVALID_ARGUMENT);
  EXPECT_THAT(weft_last_error(), HasSubstr(path_ + ": the checkpoint is of another run; option "
                                                   "units: expected 9, found 8"));
  Options aggregator = Small();
  aggregator.Set("aggregator", "gold");
  EXPECT_EQ(StatusOfResuming(aggregator, corpus_, nullptr), WEFT_INVALID_ARGUMENT);
  EXPECT_THAT(weft_last_error(), HasSubstr("option aggregator: expected gold, found mv"));
  EXPECT_EQ(StatusOfResuming(Options("bilstm-crf"), corpus_, nullptr), WEFT_INVALID_ARGUMENT);
  EXPECT_THAT(weft_last_error(), HasSubstr("method: expected bilstm-crf, found nhcrf"));
  EXPECT_EQ(StatusOfResuming(Small(), corpus_, &corpus_), WEFT_INVALID_ARGUMENT);
  EXPECT_THAT(weft_last_error(), HasSubstr("of the development corpus: expected "));
  const auto changed = [&](const std::string& from, const std::string& to) {
    std::string text = ToyJsonl();
    text.replace(text.rfind(from), from.size(), to);
    const Corpus corpus = Corpus::ReadMemory(text, "toy.jsonl");
    EXPECT_EQ(StatusOfResuming(Small(), corpus, nullptr), WEFT_INVALID_ARGUMENT);
    return std::string(weft_last_error());
  };
  EXPECT_THAT(changed("met", "saw"), HasSubstr("tokens of the training corpus: expected "));
  EXPECT_THAT(changed("\"I-PER\"]}}", "\"O\"]}}"), HasSubstr("votes of the training corpus"));
  EXPECT_THAT(changed("\"I-PER\"],\"weak", "\"O\"],\"weak"),
              HasSubstr("labels of the training corpus"));
}

TEST_F(CheckpointTest, DamageIsRefused) {
  Trainer(Small(), corpus_).Save(path_);
  const std::string bytes = FileText(path_);
  for (size_t cut = 0; cut < bytes.size(); cut += 1 + cut / 4) {
    WriteText(path_, bytes.substr(0, cut));
    EXPECT_EQ(StatusOfResuming(Small(), corpus_, nullptr), cut < 8 ? WEFT_FORMAT : WEFT_CORRUPT);
  }
  for (size_t at = 0; at < bytes.size(); at += 1 + at / 8) {
    std::string damaged = bytes;
    damaged[at] = static_cast<char>(damaged[at] ^ 0x41);
    WriteText(path_, damaged);
    EXPECT_NE(StatusOfResuming(Small(), corpus_, nullptr), WEFT_OK) << at;
    EXPECT_THAT(weft_last_error(), HasSubstr(path_));
  }
  std::remove(path_.c_str());
  EXPECT_EQ(StatusOfResuming(Small(), corpus_, nullptr), WEFT_NOT_FOUND);
}

TEST_F(CheckpointTest, IsNoModelAndAModelIsNone) {
  Trainer run(Small(), corpus_);
  run.Save(path_);
  weft_model* model = nullptr;
  EXPECT_EQ(weft_model_load(path_.data(), path_.size(), &model), WEFT_FORMAT);
  EXPECT_THAT(weft_last_error(), HasSubstr("expected a weft model, found a weft checkpoint"));
  run.Run();
  run.TakeModel().Save(path_);
  EXPECT_EQ(StatusOfResuming(Small(), corpus_, nullptr), WEFT_FORMAT);
  EXPECT_THAT(weft_last_error(), HasSubstr("expected a weft checkpoint, found a weft model"));
}

}  // namespace
}  // namespace weft::capi

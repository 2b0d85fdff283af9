// Options, training runs and their callbacks.
#include <gmock/gmock.h>

#include <chrono>
#include <cmath>
#include <thread>

#include "fixture.h"

namespace weft::capi {
namespace {

using testing::HasSubstr;

struct ToyRun {
  weft_options* options = nullptr;
  weft_corpus* corpus = ToyCorpus();
  weft_trainer* trainer = nullptr;

  explicit ToyRun(const char* method) { EXPECT_WEFT(weft_options_new(method, &options)); }
  ~ToyRun() {
    weft_trainer_free(trainer);
    weft_corpus_free(corpus);
    weft_options_free(options);
  }
  weft_status Start() { return weft_trainer_new(options, corpus, nullptr, &trainer); }
};

TEST(OptionsTest, TellAboutThemselves) {
  ToyRun run("crf");
  bool found = false;
  for (size_t i = 0; i < weft_options_count(run.options); ++i) {
    const std::string key = weft_options_key(run.options, i);
    EXPECT_NE(key, "");
    EXPECT_STRNE(weft_options_help(run.options, i), "") << key;
    if (key != "aggregator") continue;
    found = true;
    EXPECT_EQ(weft_options_type(run.options, i), WEFT_CHOICE);
    EXPECT_STREQ(weft_options_default(run.options, i), "gold");
    EXPECT_EQ(weft_options_choice_count(run.options, i), 7u);
    EXPECT_STREQ(weft_options_choice(run.options, i, 4), "hmm");
    EXPECT_TRUE(std::isnan(weft_options_min(run.options, i)));
  }
  EXPECT_TRUE(found);
  EXPECT_STREQ(weft_options_key(run.options, 9999), "");
  const char* value = nullptr;
  size_t size = 0;
  EXPECT_WEFT(weft_options_get(run.options, "labels", &value, &size));
  EXPECT_EQ(std::string(value, size), "soft");
}

TEST(OptionsTest, WrongOnesSayWhatIsAllowed) {
  ToyRun run("crf");
  EXPECT_EQ(weft_options_set(run.options, "agregator", "hmm", 3), WEFT_NOT_FOUND);
  EXPECT_THAT(weft_last_error(), HasSubstr("the nearest is \"aggregator\""));
  EXPECT_EQ(weft_options_set(run.options, "aggregator", "hmmm", 4), WEFT_INVALID_ARGUMENT);
  EXPECT_THAT(weft_last_error(), HasSubstr("must be one of gold, mv, wmv, ds, hmm"));
  EXPECT_EQ(weft_options_set_int(run.options, "threads", -1), WEFT_INVALID_ARGUMENT);
  EXPECT_THAT(weft_last_error(), HasSubstr("from 0 to 1024"));
}

TEST(TrainerTest, OptionsChangedLaterHaveNoEffect) {
  ToyRun run("crf");
  ASSERT_WEFT(weft_options_set(run.options, "aggregator", "mv", 2));
  ASSERT_WEFT(run.Start());
  ASSERT_WEFT(weft_options_set(run.options, "aggregator", "gold", 4));
  ASSERT_WEFT(weft_trainer_run(run.trainer));
  weft_model* model = nullptr;
  ASSERT_WEFT(weft_trainer_model(run.trainer, &model));
  weft_model* expected = TrainToy("crf", {"aggregator", "mv"});
  EXPECT_EQ(SavedBytes(model), SavedBytes(expected));
  weft_model_free(model);
  weft_model_free(expected);
}

TEST(TrainerTest, ModelBeforeTheFirstStepIsAState) {
  ToyRun run("crf");
  ASSERT_WEFT(run.Start());
  weft_model* model = nullptr;
  EXPECT_EQ(weft_trainer_model(run.trainer, &model), WEFT_STATE);
  EXPECT_EQ(model, nullptr);
}

TEST(TrainerTest, NothingToLearnFromIsAState) {
  weft_options* options = nullptr;
  ASSERT_WEFT(weft_options_new("crf", &options));
  weft_trainer* trainer = nullptr;
  weft_corpus* empty = ReadText("");
  EXPECT_EQ(weft_trainer_new(options, empty, nullptr, &trainer), WEFT_STATE);
  weft_corpus* unlabelled = ReadText("{\"tokens\":[\"a\"]}\n");
  EXPECT_EQ(weft_trainer_new(options, unlabelled, nullptr, &trainer), WEFT_STATE);
  EXPECT_THAT(weft_last_error(), HasSubstr("no gold labels"));
  ASSERT_WEFT(weft_options_set(options, "aggregator", "mv", 2));
  EXPECT_EQ(weft_trainer_new(options, unlabelled, nullptr, &trainer), WEFT_STATE);
  EXPECT_THAT(weft_last_error(), HasSubstr("votes"));
  weft_corpus_free(unlabelled);
  weft_corpus_free(empty);
  weft_options_free(options);
}

TEST(TrainerTest, ProgressComesFromSteps) {
  ToyRun run("hmm");
  ASSERT_WEFT(run.Start());
  int32_t more = 1;
  int steps = 0;
  while (more && steps < 1000) {
    ASSERT_WEFT(weft_trainer_step(run.trainer, &more));
    ++steps;
  }
  weft_progress progress;
  ASSERT_WEFT(weft_trainer_progress(run.trainer, &progress));
  EXPECT_EQ(progress.finished, 1);
  EXPECT_STREQ(weft_trainer_phase(run.trainer), "hmm");
  EXPECT_STRNE(weft_trainer_stop_reason(run.trainer), "");
  const double* objectives = nullptr;
  size_t count = 0;
  ASSERT_WEFT(weft_trainer_objectives(run.trainer, &objectives, &count));
  ASSERT_GT(count, 0u);
  for (size_t i = 1; i < count; ++i) EXPECT_GE(objectives[i], objectives[i - 1] - 1e-9);
}

TEST(TrainerTest, CallbackStopsTheRunAndTheModelIsKept) {
  ToyRun run("crf");
  ASSERT_WEFT(run.Start());
  int calls = 0;
  ASSERT_WEFT(weft_trainer_on_progress(
      run.trainer,
      [](const weft_progress* progress, void* user) -> int32_t {
        EXPECT_FALSE(progress->finished);
        return ++*static_cast<int*>(user) == 3 ? WEFT_STOP : WEFT_CONTINUE;
      },
      &calls));
  EXPECT_EQ(weft_trainer_run(run.trainer), WEFT_CANCELLED);
  EXPECT_EQ(calls, 3);
  weft_model* model = nullptr;
  EXPECT_WEFT(weft_trainer_model(run.trainer, &model));
  weft_model_free(model);
}

TEST(TrainerTest, AWrongAnswerFromACallbackIsAnError) {
  ToyRun run("crf");
  ASSERT_WEFT(run.Start());
  ASSERT_WEFT(weft_trainer_on_progress(
      run.trainer, [](const weft_progress*, void*) -> int32_t { return 7; }, nullptr));
  EXPECT_EQ(weft_trainer_run(run.trainer), WEFT_CALLBACK);
  EXPECT_THAT(weft_last_error(), HasSubstr("found 7"));
}

TEST(TrainerTest, CancelBeforeTheRun) {
  ToyRun run("crf");
  ASSERT_WEFT(run.Start());
  weft_trainer_cancel(run.trainer);
  EXPECT_EQ(weft_trainer_run(run.trainer), WEFT_CANCELLED);
}

// Wherever in a step it comes: some methods cut the step short, and have finished then.
TEST(TrainerTest, CancelFromAnotherThread) {
  ToyRun run("crf");
  ASSERT_WEFT(weft_options_set(run.options, "algorithm", "adagrad", 7));
  ASSERT_WEFT(weft_options_set_int(run.options, "max_iterations", 1000000));
  ASSERT_WEFT(weft_options_set_float(run.options, "delta", 0));
  ASSERT_WEFT(run.Start());
  std::thread other([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    weft_trainer_cancel(run.trainer);
  });
  EXPECT_EQ(weft_trainer_run(run.trainer), WEFT_CANCELLED);
  other.join();
  weft_model* model = nullptr;
  EXPECT_WEFT(weft_trainer_model(run.trainer, &model));
  weft_model_free(model);
}

TEST(TrainerTest, MethodsWithoutCheckpointsSaySo) {
  ToyRun run("crf");
  ASSERT_WEFT(run.Start());
  EXPECT_EQ(weft_trainer_save(run.trainer, "none", 4), WEFT_UNSUPPORTED);
  EXPECT_THAT(weft_last_error(), HasSubstr("method crf has no checkpoints (these have: "));
  weft_trainer* resumed = nullptr;
  EXPECT_EQ(weft_trainer_resume(run.options, run.corpus, nullptr, "none", 4, &resumed),
            WEFT_UNSUPPORTED);
  EXPECT_EQ(weft_trainer_save(run.trainer, "", 0), WEFT_INVALID_ARGUMENT);
}

TEST(TrainerTest, ReadingOptionsAreNoTrainingOptions) {
  ToyRun run("read");
  EXPECT_EQ(run.Start(), WEFT_INVALID_ARGUMENT);
  EXPECT_THAT(weft_last_error(), HasSubstr("found those of \"read\""));
}

}  // namespace
}  // namespace weft::capi

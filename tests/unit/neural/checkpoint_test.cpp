// Runs that are cut and go on: the same to the last bit as those that run through.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "neural_testing.h"
#include "support/tiny_encoder.h"

namespace weft {
namespace {

using ::testing::HasSubstr;

std::unique_ptr<Trainer> NewRun(const std::string& method, TrainingInput input) {
  return method == "nhcrf" ? TrainNhcrf(std::move(input))
                           : TrainNeuralCrf(method, std::move(input));
}

// Where a run is, to the last bit, and what it makes of it.
void ExpectSame(const Trained& expected, const Trained& found, int64_t cut) {
  EXPECT_EQ(Weights(*expected.model), Weights(*found.model)) << "cut after " << cut;
  EXPECT_EQ(expected.objectives, found.objectives) << "cut after " << cut;
  EXPECT_EQ(expected.progress.phase, found.progress.phase);
  EXPECT_EQ(expected.progress.iteration, found.progress.iteration);
  EXPECT_EQ(FormatDouble(expected.progress.dev_f1), FormatDouble(found.progress.dev_f1));
  EXPECT_EQ(expected.progress.stop_reason, found.progress.stop_reason);
  EXPECT_EQ(expected.progress.converged, found.progress.converged);
}

// Cuts a run before its first step, after each of them, and after the last. What goes on has
// another number of threads. Returns how the run went without a cut.
Trained CutEverywhere(const std::string& method, const std::shared_ptr<const Corpus>& train,
                      const std::shared_ptr<const Corpus>& dev, const Settings& settings) {
  const auto input = [&](int threads) {
    TrainingInput made = Input(method, train, settings, threads);
    made.dev = dev;
    return made;
  };
  const auto uncut = NewRun(method, input(1));
  int64_t steps = 1;
  while (uncut->Step()) ++steps;
  const Trained whole = {uncut->TakeModel(), uncut->objectives(), uncut->progress()};
  const auto run = NewRun(method, input(1));
  int64_t cut = 0;
  do {
    const auto rest = NewRun(method, input(2));
    rest->Restore(run->Save());
    EXPECT_EQ(rest->progress().phase, run->progress().phase);
    EXPECT_GE(rest->progress().seconds, run->progress().seconds);
    while (rest->Step()) {
    }
    ExpectSame(whole, {rest->TakeModel(), rest->objectives(), rest->progress()}, cut++);
  } while (run->Step() || cut <= steps);
  EXPECT_EQ(cut, steps + 1);
  return whole;
}

const Settings kCut = With(kSmall, {{"epochs", "3"}, {"batch_size", "16"}, {"dropout", "0.3"}});

TEST(Checkpoint, AnywhereInARun) { CutEverywhere("bilstm-crf", ToyCorpus(60, 1), nullptr, kCut); }

TEST(Checkpoint, WithPatience) {
  const Trained whole = CutEverywhere(
      "bilstm-crf", ToyCorpus(60, 1), ToyCorpus(20, 2),
      With(kCut,
           {{"patience", "2"}, {"dev_period", "5"}, {"epochs", "30"}, {"learning_rate", "0.05"}}));
  EXPECT_TRUE(whole.progress.converged) << "it is patience that ends it";
  EXPECT_GT(whole.objectives.size(), 6u);
}

TEST(Checkpoint, WithFrozenWordsAndWarmup) {
  CutEverywhere("bilstm-crf", ToyCorpus(60, 1), ToyCorpus(20, 2),
                With(kCut, {{"freeze_words", "true"},
                            {"warmup_steps", "5"},
                            {"letters", "lstm"},
                            {"max_steps", "10"}}));
}

TEST(Checkpoint, InBothStagesAndAtTheirBorder) {
  CutEverywhere("nhcrf", ToyCorpus(60, 1), nullptr, With(kCut, {{"first_epochs", "2"}}));
  CutEverywhere("nhcrf", ToyCorpus(60, 1), ToyCorpus(20, 2),
                With(kCut, {{"first_epochs", "2"},
                            {"patience", "3"},
                            {"dev_period", "2"},
                            {"decode", "votes"},
                            {"freeze_sources", "true"}}));
}

TEST(Checkpoint, WhereThereIsOneStageOfVotes) {
  CutEverywhere("nhcrf", ToyCorpus(60, 1), nullptr,
                With(kCut, {{"first_epochs", "0"}, {"weak_rows", "free"}}));
}

TEST(Checkpoint, OfACancelledRunGoesOn) {
  const auto train = ToyCorpus(60, 1);
  auto input = Input("bilstm-crf", train, kCut);
  auto cancel = std::make_shared<CancelFlag>();
  input.cancel = cancel;
  const auto run = NewRun("bilstm-crf", std::move(input));
  run->Step();
  cancel->Cancel();
  EXPECT_FALSE(run->Step());
  const auto rest = NewRun("bilstm-crf", Input("bilstm-crf", train, kCut));
  rest->Restore(run->Save());
  EXPECT_EQ(rest->progress().stop_reason, "");
  while (rest->Step()) {
  }
  ExpectSame(RunToEnd("bilstm-crf", Input("bilstm-crf", train, kCut)),
             {rest->TakeModel(), rest->objectives(), rest->progress()}, 1);
}

TEST(Checkpoint, OfARunThatWasNotFiniteHasFinished) {
  const Settings wild = Growing("_chain");
  const auto train = ToyCorpus(60, 1);
  const auto run = NewRun("bilstm-crf", Input("bilstm-crf", train, wild));
  while (run->Step()) {
  }
  const auto rest = NewRun("bilstm-crf", Input("bilstm-crf", train, wild));
  rest->Restore(run->Save());
  EXPECT_FALSE(rest->Step());
  EXPECT_THAT(rest->progress().stop_reason, HasSubstr("not finite at step"));
  EXPECT_EQ(Weights(*rest->TakeModel()), Weights(*run->TakeModel()));
}

Status StatusOfRestoring(Trainer* trainer, std::vector<Section> sections, std::string* text) {
  try {
    trainer->Restore(std::move(sections));
    return Status::kOk;
  } catch (const Error& e) {
    *text = e.what();
    return e.status();
  }
}

TEST(Checkpoint, OfAnotherStageOrNetworkIsRefused) {
  const auto train = ToyCorpus(60, 1);
  const Settings joint = With(kCut, {{"first_epochs", "0"}});
  std::string text;
  const auto votes = NewRun("nhcrf", Input("nhcrf", train, joint))->Save();
  EXPECT_EQ(
      StatusOfRestoring(NewRun("bilstm-crf", Input("bilstm-crf", train, kCut)).get(), votes, &text),
      Status::kCorrupt);
  EXPECT_THAT(text, HasSubstr("a stage that this one does not have"));
  const auto small = NewRun("bilstm-crf", Input("bilstm-crf", train, kCut))->Save();
  const auto wide = Input("bilstm-crf", train, With(kCut, {{"units", "17"}}));
  EXPECT_EQ(StatusOfRestoring(NewRun("bilstm-crf", wide).get(), small, &text), Status::kCorrupt);
  EXPECT_THAT(text, HasSubstr("has shape [64, "));
  const auto longer = NewRun("bilstm-crf", Input("bilstm-crf", train, kCut));
  while (longer->Step()) {
  }
  const auto shorter = Input("bilstm-crf", train, With(kCut, {{"max_steps", "2"}}));
  EXPECT_EQ(StatusOfRestoring(NewRun("bilstm-crf", shorter).get(), longer->Save(), &text),
            Status::kCorrupt);
  EXPECT_THAT(text, HasSubstr("at step 12 of 2"));
}

TEST(Checkpoint, OfAPretrainedEncoder) {
  const std::string folder = (std::filesystem::temp_directory_path() /
                              ("weft_checkpoint_encoder_" + std::to_string(::getpid())))
                                 .string();
  testing::TinyEncoder encoder;
  encoder.Write(folder);
  const Settings settings = {{"encoder", folder},       {"epochs", "3"},        {"batch_size", "8"},
                             {"learning_rate", "0.01"}, {"frozen_layers", "1"}, {"dropout", "0.3"},
                             {"layer_decay", "0.9"}};
  const auto train = ToyCorpus(30, 1);
  CutEverywhere("transformer-crf", train, nullptr, settings);

  const auto saved = NewRun("transformer-crf", Input("transformer-crf", train, settings))->Save();
  encoder.vocabulary.replace(encoder.vocabulary.find("\nz\n"), 3, "\n9\n");
  encoder.Write(folder);
  std::string text;
  const auto changed = NewRun("transformer-crf", Input("transformer-crf", train, settings));
  EXPECT_EQ(StatusOfRestoring(changed.get(), saved, &text), Status::kInvalidArgument);
  EXPECT_THAT(text, HasSubstr("files that its options name have changed"));
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace weft

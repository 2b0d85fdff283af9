// Neural taggers from training to saved models, on sentences with noisy votes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <cstdio>
#include <fstream>

#include "neural_testing.h"

namespace weft {
namespace {

using ::testing::HasSubstr;

TEST(BilstmCrf, LearnsFromGoldLabels) {
  const auto train = ToyCorpus(300, 1);
  const Trained run = RunToEnd("bilstm-crf", Input("bilstm-crf", train, kSmall));
  EXPECT_GT(F1(*run.model, *ToyCorpus(100, 2)), 0.9);
  EXPECT_LT(run.objectives.back(), run.objectives.front() / 4);
  EXPECT_TRUE(run.progress.finished);
}

TEST(BilstmCrf, IsTheSameForAnyNumberOfThreadsAndOneSeed) {
  const auto train = ToyCorpus(120, 1);
  const Settings few = With(kSmall, {{"epochs", "2"}, {"batch_size", "100"}});
  const std::string one = Weights(*RunToEnd("bilstm-crf", Input("bilstm-crf", train, few)).model);
  EXPECT_EQ(one, Weights(*RunToEnd("bilstm-crf", Input("bilstm-crf", train, few, 2)).model));
  const Settings other = With(few, {{"seed", "2"}});
  EXPECT_NE(one, Weights(*RunToEnd("bilstm-crf", Input("bilstm-crf", train, other)).model));
}

TEST(BilstmCrf, EveryPartOfTheEncoderMatters) {
  const auto train = ToyCorpus(60, 1);
  const Settings few = With(kSmall, {{"epochs", "1"}});
  std::vector<std::string> weights;
  for (const Settings& more : {Settings{},
                               Settings{{"letters", "lstm"}},
                               Settings{{"letters", "none"}},
                               Settings{{"casing_width", "4"}},
                               Settings{{"layers", "2"}},
                               Settings{{"dropout", "0"}},
                               Settings{{"unknown_rate", "0"}},
                               Settings{{"freeze_words", "true"}},
                               Settings{{"min_count", "3"}},
                               Settings{{"clip_norm", "0.01"}},
                               Settings{{"schedule", "constant"}},
                               Settings{{"warmup_steps", "3"}},
                               Settings{{"weight_decay", "0.1"}},
                               Settings{{"weight_decay_chain", "0.1"}},
                               Settings{{"learning_rate_chain", "0.1"}},
                               Settings{{"batch_size", "7"}},
                               Settings{{"max_steps", "2"}},
                               Settings{{"letter_min_count", "20"}},
                               Settings{{"letter_width", "5"}},
                               Settings{{"spelled_width", "6"}}}) {
    weights.push_back(
        Weights(*RunToEnd("bilstm-crf", Input("bilstm-crf", train, With(few, more))).model));
    for (size_t i = 0; i + 1 < weights.size(); ++i) EXPECT_TRUE(weights[i] != weights.back()) << i;
  }
}

TEST(BilstmCrf, ASavedModelSaysTheSame) {
  const auto train = ToyCorpus(100, 1);
  for (const char* store : {"f32", "f16", "bf16"}) {
    const Trained run =
        RunToEnd("bilstm-crf",
                 Input("bilstm-crf", train, With(kSmall, {{"epochs", "2"}, {"store", store}})));
    const auto loaded = NeuralModel::Load(run.model->Save(), run.model->labels());
    loaded->SetCommon(run.model->labels(), run.model->scheme(), run.model->options());
    EXPECT_EQ(Weights(*loaded), Weights(*run.model)) << "saving again loses nothing more";
    Executor executor(1);
    DecodeOptions wanted;
    wanted.marginals = true;
    const Decoded before = Decode(*run.model, *train, wanted, &executor);
    const Decoded after = Decode(*loaded, *train, wanted, &executor);
    const double tolerance = std::string(store) == "f32" ? 0 : 0.05;
    for (size_t i = 0; i < before.marginals.size(); ++i) {
      ASSERT_NEAR(before.marginals[i], after.marginals[i], tolerance);
    }
  }
}

TEST(BilstmCrf, WhatIsNotFiniteStopsTheRunAndKeepsWhatWas) {
  const auto train = ToyCorpus(60, 1);
  for (const std::string part : {"", "_chain"}) {
    for (const bool dev : {true, false}) {
      auto input = Input("bilstm-crf", train, Growing(part));
      if (dev) input.dev = train;
      const auto trainer = TrainNeuralCrf("bilstm-crf", std::move(input));
      while (trainer->Step()) {
      }
      ASSERT_THAT(trainer->progress().stop_reason,
                  HasSubstr("the loss or its gradient was not finite at step"));
      for (const double objective : trainer->objectives()) EXPECT_TRUE(std::isfinite(objective));
      const double f1 = F1(*trainer->TakeModel(), *train);
      const double told = trainer->progress().dev_f1;
      EXPECT_TRUE(dev ? told == f1 : std::isnan(told)) << told << " " << f1;
    }
  }
}

TEST(BilstmCrf, ARunWhoseFirstEpochIsNotFiniteHasNoModel) {
  const auto train = ToyCorpus(60, 1);
  const auto trainer = TrainNeuralCrf(
      "bilstm-crf", Input("bilstm-crf", train, With(Growing(""), {{"batch_size", "1"}})));
  while (trainer->Step()) {
  }
  try {
    trainer->TakeModel();
    FAIL();
  } catch (const Error& e) {
    EXPECT_EQ(e.status(), Status::kState);
    EXPECT_THAT(e.what(), HasSubstr("there is no model: the loss or its gradient was not finite"));
  }
}

TEST(BilstmCrf, ScoresThatAreNotFiniteAreNoLabels) {
  const auto train = ToyCorpus(20, 1);
  const auto run =
      RunToEnd("bilstm-crf", Input("bilstm-crf", train, With(kSmall, {{"epochs", "1"}})));
  const auto& model = dynamic_cast<const NeuralModel&>(*run.model);
  std::unique_ptr<TaggerNetwork> network = model.network().Clone();
  network->parameters().Find("emissions.bias")->value.fill_(NAN);
  const auto damaged = std::make_shared<NeuralModel>(std::move(network), nullptr);
  damaged->SetCommon(model.labels(), model.scheme(), model.options());
  try {
    F1(*damaged, *train);
    FAIL();
  } catch (const Error& e) {
    EXPECT_EQ(e.status(), Status::kCorrupt);
    EXPECT_THAT(e.what(), HasSubstr("scores token 0 of sentence 0 by nan"));
  }
}

TEST(BilstmCrf, ADeviceThatIsNotThereIsRefused) {
  if (at::hasCUDA()) GTEST_SKIP() << "there is a GPU";
  try {
    TrainNeuralCrf("bilstm-crf", Input("bilstm-crf", ToyCorpus(5, 1), {{"device", "cuda"}}));
    FAIL();
  } catch (const Error& e) {
    EXPECT_EQ(e.status(), Status::kUnsupported);
    EXPECT_THAT(e.what(), HasSubstr("finds no GPU here; expected cpu, found cuda"));
  }
}

// A network that finds nothing yet may find something later.
TEST(BilstmCrf, PatienceBeginsWithTheFirstThingFound) {
  const Settings resting = With(kSmall, {{"learning_rate", "0"},
                                         {"learning_rate_chain", "0"},
                                         {"patience", "1"},
                                         {"epochs", "4"},
                                         {"dev_period", "1"}});
  int blind = 0;  // seeds by which the first weights find nothing
  for (int seed = 1; seed <= 20 && blind == 0; ++seed) {
    TrainingInput input =
        Input("bilstm-crf", ToyCorpus(60, 1), With(resting, {{"seed", std::to_string(seed)}}));
    input.dev = ToyCorpus(5, 2);
    const Trained run = RunToEnd("bilstm-crf", std::move(input));
    if (run.progress.dev_f1 > 0) continue;
    ++blind;
    EXPECT_THAT(run.progress.stop_reason, HasSubstr("the most steps are done"));
  }
  EXPECT_EQ(blind, 1);
}

TEST(BilstmCrf, ADevelopmentCorpusMustHaveGoldLabels) {
  TrainingInput input = Input("bilstm-crf", ToyCorpus(20, 1), kSmall);
  CorpusBuilder builder(CorpusOptions(), "bare");
  SentenceData sentence;
  sentence.tokens = {"a"};
  builder.Add(std::move(sentence));
  input.dev = builder.Finish();
  EXPECT_THROW(TrainNeuralCrf("bilstm-crf", std::move(input)), Error);
}

TEST(BilstmCrf, CancelStopsAtTheNextStep) {
  auto input = Input("bilstm-crf", ToyCorpus(60, 1), kSmall);
  auto cancel = std::make_shared<CancelFlag>();
  input.cancel = cancel;
  const auto trainer = TrainNeuralCrf("bilstm-crf", std::move(input));
  EXPECT_ANY_THROW(trainer->TakeModel());
  EXPECT_TRUE(trainer->Step());
  cancel->Cancel();
  EXPECT_FALSE(trainer->Step());
  EXPECT_EQ(trainer->progress().stop_reason, "cancelled");
  EXPECT_EQ(trainer->TakeModel()->method(), "bilstm-crf");
}

TEST(BilstmCrf, AFileWithoutVectorsOfTheCorpusIsToldOf) {
  const auto train = ToyCorpus(20, 1);
  const std::string path = ::testing::TempDir() + "weft_vectors_" + std::to_string(::getpid());
  const auto warnings = [&](const std::string& word) {
    std::ofstream(path) << "\xE6\x9D\xB1\xE4\xBA\xAC 0.5 -0.5\n" << word << " 1 2\n";
    std::vector<std::string> logged;
    auto input =
        Input("bilstm-crf", train, {{"word_vectors", path}, {"units", "16"}, {"epochs", "1"}});
    input.log = [&](LogLevel, const std::string& text) { logged.push_back(text); };
    TrainNeuralCrf("bilstm-crf", std::move(input));
    std::remove(path.c_str());
    return logged;
  };
  EXPECT_THAT(warnings("unheard-of"),
              ::testing::ElementsAre("no word of toy has a vector in " + path +
                                     ": all of them begin at random"));
  EXPECT_THAT(warnings(std::string(train->token(0))), ::testing::IsEmpty());
}

TEST(BilstmCrf, EmptySentencesAreNothing) {
  CorpusBuilder builder(CorpusOptions(), "gaps");
  for (const bool empty : {true, false, true, false, true}) {
    SentenceData sentence;
    if (!empty) sentence.tokens = {"a", "", "\xF0\x9F\x99\x82"};
    if (!empty) sentence.labels = {"O", "B-X", "O"};
    builder.Add(std::move(sentence));
  }
  const auto corpus = builder.Finish();
  const Trained run =
      RunToEnd("bilstm-crf", Input("bilstm-crf", corpus, With(kSmall, {{"epochs", "100"}})));
  EXPECT_EQ(F1(*run.model, *corpus), 1);
}

TEST(BilstmCrf, TransitionsAndEmissionsCanBeLeftOut) {
  const auto train = ToyCorpus(60, 1);
  const Settings few = With(kSmall, {{"epochs", "2"}});
  const auto whole = RunToEnd("bilstm-crf", Input("bilstm-crf", train, few)).model;
  const auto apart =
      RunToEnd("bilstm-crf", Input("bilstm-crf", train, With(few, {{"transitions", "false"}})))
          .model;
  const Settings loose = {{"constrained", "false"}}, flat = {{"transition_scale", "0"}};
  const std::vector<double> beliefs = Beliefs(*whole, *train);
  EXPECT_EQ(beliefs, Beliefs(*Decoding(*whole, {{"transition_scale", "1"}}), *train));
  EXPECT_NE(beliefs, Beliefs(*Decoding(*whole, flat), *train));
  EXPECT_NE(beliefs, Beliefs(*Decoding(*whole, {{"emission_scale", "0.5"}}), *train));
  EXPECT_EQ(Beliefs(*apart, *train), Beliefs(*Decoding(*apart, flat), *train));
  const auto k = static_cast<double>(whole->labels().size());
  for (const double p :
       Beliefs(*Decoding(*whole, With(loose, With(flat, {{"emission_scale", "0"}}))), *train)) {
    EXPECT_NEAR(p, 1 / k, 1e-12);
  }
}

// A second stage that only spoils the network keeps what the first one left.

}  // namespace
}  // namespace weft

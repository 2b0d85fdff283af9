// Taggers over pre-trained encoders that the tests write themselves.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "encoder_testing.h"
#include "neural/staged_trainer.h"

namespace weft {
namespace {

using ::testing::HasSubstr;

using TransformerCrf = EncoderTest;

TEST_F(TransformerCrf, LearnsAndIsSavedWithItsEncoder) {
  testing::TinyEncoder().Write(folder_);
  const auto train = KnownWords(100);
  const Trained run = RunToEnd("transformer-crf", Input("transformer-crf", train, Small(), 2));
  EXPECT_GT(F1(*run.model, *train), 0.9);
  std::filesystem::remove_all(folder_);
  const auto loaded = Loaded(run.model->Save(), *run.model);
  EXPECT_EQ(F1(*loaded, *train), F1(*run.model, *train));
}

TEST_F(TransformerCrf, FrozenLayersStay) {
  testing::TinyEncoder().Write(folder_);
  const auto train = ToyCorpus(30, 1);
  const auto values = [&](const Settings& more) {
    const Trained run =
        RunToEnd("transformer-crf", Input("transformer-crf", train, With(Small(), more)));
    std::vector<std::string> bytes;
    const std::string weights = Weights(*run.model);
    const Safetensors tensors(weights, "weights");
    for (const char* name :
         {"embeddings.words", "layer0.feed_in.weight", "layer1.feed_in.weight"}) {
      bytes.emplace_back(tensors.Find(name)->bytes);
    }
    return bytes;
  };
  const Settings few = {{"epochs", "1"}};
  const auto all = values(few), none = values(With(few, {{"frozen_layers", "-1"}})),
             one = values(With(few, {{"frozen_layers", "1"}})),
             slower = values(With(few, {{"layer_decay", "0.5"}}));
  EXPECT_EQ(one[0], none[0]);
  EXPECT_EQ(one[1], none[1]);
  EXPECT_NE(one[2], none[2]);
  EXPECT_NE(all[0], none[0]);
  EXPECT_NE(all[1], slower[1]);
  EXPECT_THROW(values({{"frozen_layers", "3"}}), Error);
}

// Long sentences are read in windows, and every word has a label of its own.
TEST_F(TransformerCrf, SentencesLongerThanTheEncoderAreRead) {
  testing::TinyEncoder().Write(folder_);
  CorpusBuilder builder(CorpusOptions(), "long");
  SentenceData sentence;
  for (int i = 0; i < 100; ++i) {
    sentence.tokens.push_back(i % 10 == 3 ? "tin" : "a");
    sentence.labels.push_back(i % 10 == 3 ? "B-X" : "O");
  }
  sentence.tokens[50] = "\xE2\x80\x8B";  // a token that the tokenizer drops
  builder.Add(std::move(sentence));
  const auto corpus = builder.Finish();
  for (const char* subword : {"first", "first_only"}) {
    const Trained run =
        RunToEnd("transformer-crf",
                 Input("transformer-crf", corpus,
                       With(Small(), {{"epochs", "60"}, {"context", "4"}, {"subword", subword}})));
    EXPECT_EQ(F1(*run.model, *corpus), 1) << subword;
  }
}

// bilstm-crf over the same encoder, which stays as it is.
TEST_F(TransformerCrf, ABilstmReadsAnEncoderBesideWords) {
  testing::TinyEncoder().Write(folder_);
  const std::string cache = folder_ + "/cache";
  std::filesystem::create_directory(cache);
  const auto train = ToyCorpus(300, 1), test = ToyCorpus(50, 2);
  const auto run = [&](const Settings& more, int threads = 1) {
    return RunToEnd("bilstm-crf", Input("bilstm-crf", train, With(kSmall, more), threads)).model;
  };
  const Settings beside = {{"encoder", folder_}};
  const auto model = run(beside);
  const Parameters& parameters = NetworkOf(*model).parameters();
  const int64_t inputs = parameters.Find("lstm0.forward.input")->value.size(1);
  EXPECT_EQ(inputs, NetworkOf(*run({})).parameters().Find("lstm0.forward.input")->value.size(1) +
                        testing::TinyEncoder::kWidth);
  EXPECT_NE(Weights(*model), Weights(*run({})));
  EXPECT_EQ(Weights(*model), Weights(*run(beside, 2)));
  const Settings cached = With(beside, {{"embedding_cache", cache}});
  EXPECT_EQ(Weights(*model), Weights(*run(cached)));
  EXPECT_FALSE(std::filesystem::is_empty(cache));
  EXPECT_EQ(Weights(*model), Weights(*run(cached)));
  EXPECT_GT(F1(*model, *test), 0.8) << "beside vectors that mean nothing";

  const auto referring = run(With(beside, {{"encoder_in_model", "false"}}));
  EXPECT_LT(Weights(*referring).size(), Weights(*model).size());
  EXPECT_EQ(F1(*Loaded(referring->Save(), *referring), *test), F1(*model, *test));
  std::filesystem::remove_all(folder_);
  const auto loaded = Loaded(model->Save(), *model);
  EXPECT_EQ(F1(*loaded, *test), F1(*model, *test));
  EXPECT_EQ(Weights(*loaded), Weights(*model));
}

TEST_F(TransformerCrf, ExportsUnderOtherNamesLoad) {
  testing::TinyEncoder tiny;
  tiny.Write(folder_);
  const auto train = ToyCorpus(20, 1);
  const Settings few = With(Small(), {{"epochs", "1"}});
  const std::string plain =
      Weights(*RunToEnd("transformer-crf", Input("transformer-crf", train, few)).model);
  // The order of values in the file follows the names: the same names, but for prefix and ending.
  tiny.Write(folder_, [](std::string name) {
    const auto swap = [&](const std::string& from, const std::string& to) {
      const size_t at = name.find(from);
      if (at != std::string::npos) name.replace(at, from.size(), to);
    };
    swap("LayerNorm.weight", "LayerNorm.gamma");
    swap("LayerNorm.bias", "LayerNorm.beta");
    return "bert." + name;
  });
  EXPECT_EQ(plain,
            Weights(*RunToEnd("transformer-crf", Input("transformer-crf", train, few)).model));
}

TEST_F(TransformerCrf, WhatDoesNotFitIsNamed) {
  testing::TinyEncoder tiny;
  tiny.shapes.erase("encoder.layer.1.output.dense.bias");
  tiny.Write(folder_);
  EXPECT_THAT(TrainingError(folder_),
              HasSubstr("there is no tensor \"encoder.layer.1.output.dense.bias\""));
  tiny.shapes["encoder.layer.1.output.dense.bias"] = {3};
  tiny.Write(folder_);
  EXPECT_THAT(TrainingError(folder_), HasSubstr("has shape [3]; config.json says [16]"));
  tiny = testing::TinyEncoder();
  tiny.vocabulary += "more\n";
  tiny.Write(folder_);
  EXPECT_THAT(TrainingError(folder_), HasSubstr("vocab.txt"));
  EXPECT_THAT(TrainingError("/nowhere/at/all"), HasSubstr("/nowhere/at/all/vocab.txt"));
  EXPECT_THAT(TrainingError(""), HasSubstr("option encoder must name the folder"));
}

}  // namespace
}  // namespace weft

// What tests of taggers over pre-trained encoders share: a folder to write one in, and sentences of
// words that the tiny ones know.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "neural_testing.h"
#include "support/tiny_encoder.h"

namespace weft {

// "tin" is an X.
inline std::shared_ptr<const Corpus> KnownWords(int sentences) {
  Random random(3);
  CorpusBuilder builder(CorpusOptions(), "known");
  for (int i = 0; i < sentences; ++i) {
    SentenceData sentence;
    for (uint64_t n = 2 + random.Below(8); n > 0; --n) {
      sentence.tokens.push_back(std::vector<std::string>{"a", "in", "tin", "b"}[random.Below(4)]);
      sentence.labels.push_back(sentence.tokens.back() == "tin" ? "B-X" : "O");
    }
    builder.Add(std::move(sentence));
  }
  return builder.Finish();
}

class EncoderTest : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = (std::filesystem::temp_directory_path() /
               ("weft_tiny_encoder_" + std::to_string(::getpid())))
                  .string();
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  Settings Small() const {
    return {{"encoder", folder_}, {"epochs", "10"}, {"learning_rate", "0.01"}, {"dropout", "0"}};
  }
  std::string folder_;
};

// What training with that encoder fails with; "" where it does not.
inline std::string TrainingError(const std::string& folder, const Settings& more = {}) {
  try {
    RunToEnd("transformer-crf", Input("transformer-crf", ToyCorpus(5, 1),
                                      With({{"encoder", folder}, {"epochs", "1"}}, more)));
    return "";
  } catch (const Error& e) {
    return e.what();
  }
}

inline std::shared_ptr<const Model> Loaded(const std::vector<Section>& sections,
                                           const Model& like) {
  const auto loaded = NeuralModel::Load(sections, like.labels());
  loaded->SetCommon(like.labels(), like.scheme(), like.options());
  return loaded;
}

inline std::vector<double> Marginals(const Model& model, const Corpus& corpus, int threads = 1) {
  Executor executor(threads);
  DecodeOptions options;
  options.marginals = true;
  return Decode(model, corpus, options, &executor).marginals;
}

}  // namespace weft

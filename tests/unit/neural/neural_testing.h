// What tests of neural training share: toy corpora, small settings, runs to the end.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/error.h"
#include "eval/scores.h"
#include "method/decode.h"
#include "neural/model.h"
#include "neural/options.h"
#include "neural/trainer.h"
#include "support/toy_corpus.h"

namespace weft {

using Settings = std::vector<std::pair<std::string, std::string>>;

struct Trained {
  std::shared_ptr<const Model> model;
  std::vector<double> objectives;
  Progress progress;
};

inline TrainingInput Input(const std::string& method, std::shared_ptr<const Corpus> corpus,
                           const Settings& settings, int threads = 1) {
  TrainingInput input;
  input.train = std::move(corpus);
  input.options = Options(NeuralOptions(method));
  for (const auto& [key, value] : settings) input.options.Set(key, value);
  input.executor = std::make_shared<Executor>(threads);
  return input;
}

inline Trained RunToEnd(const std::string& method, TrainingInput input) {
  const auto trainer = method == "nhcrf" ? TrainNhcrf(std::move(input))
                       : method == "chmm" || method == "chmm-iid"
                           ? TrainChmm(method, std::move(input))
                           : TrainNeuralCrf(method, std::move(input));
  while (trainer->Step()) {
  }
  return {trainer->TakeModel(), trainer->objectives(), trainer->progress()};
}

inline const Settings kSmall = {{"word_width", "16"},      {"units", "16"},
                                {"letters", "cnn"},        {"epochs", "8"},
                                {"learning_rate", "0.01"}, {"dropout", "0.1"}};

inline Settings With(Settings settings, const Settings& more) {
  settings.insert(settings.end(), more.begin(), more.end());
  return settings;
}

// Parameters that grow until they are not finite: those of encoder and emissions, or with `part`
// "_chain" the transitions.
inline Settings Growing(const std::string& part) {
  return With(kSmall, {{"learning_rate", "10"},
                       {"clip_norm", "0"},
                       {"epochs", "1000"},
                       {"learning_rate" + part, "10"},
                       {"weight_decay" + part, "10"}});
}

inline double F1(const Model& model, const Corpus& corpus) {
  Executor executor(1);
  const Decoded decoded = Decode(model, corpus, DecodeOptions(), &executor);
  return Evaluate(corpus, decoded.labels_of_model, decoded.labels, decoded.scheme,
                  SpanMode::kStrict)
      .micro.f1();
}

inline std::string Weights(const Model& model) { return FindSection(model.Save(), "weights"); }

inline std::shared_ptr<const Model> Decoding(const Model& model, const Settings& settings) {
  const std::shared_ptr<Model> copy = model.Copy();
  std::map<std::string, std::string> options = model.options();
  for (const auto& [key, value] : settings) options[key] = value;
  copy->SetCommon(model.labels(), model.scheme(), options);
  return copy;
}

inline std::vector<double> Beliefs(const Model& model, const Corpus& corpus) {
  Executor executor(1);
  DecodeOptions options;
  options.marginals = true;
  return Decode(model, corpus, options, &executor).marginals;
}

}  // namespace weft

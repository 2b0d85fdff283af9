// Training an aggregator in one call, for tests.
#pragma once

#include <memory>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "method/decode.h"
#include "method/model.h"
#include "weak/methods.h"

namespace weft::testing {

using Settings = std::vector<std::pair<std::string, std::string>>;

/// What a training run left behind.
struct Run {
  std::shared_ptr<const Model> model;
  std::vector<double> objectives;
  Progress progress;
  std::vector<std::string> log;
};

struct RunOptions {
  std::shared_ptr<const Corpus> dev;
  int threads = 1;
};

inline Run Train(const Method& method, std::shared_ptr<const Corpus> corpus,
                 const Settings& settings = {}, const RunOptions& how = {}) {
  Run run;
  TrainingInput input;
  input.train = std::move(corpus);
  input.dev = how.dev;
  input.options = Options(method.options);
  for (const auto& [key, value] : settings) input.options.Set(key, value);
  input.executor = std::make_shared<Executor>(how.threads);
  input.log = [&run](LogLevel, const std::string& text) { run.log.push_back(text); };
  const std::unique_ptr<Trainer> trainer = method.train(std::move(input));
  while (trainer->Step()) {
  }
  run.model = trainer->TakeModel();
  run.objectives = trainer->objectives();
  run.progress = trainer->progress();
  return run;
}

/// Everything that a model says of `corpus`, on one thread.
inline Decoded Apply(const Model& model, const Corpus& corpus) {
  Executor executor(1);
  DecodeOptions all;
  all.marginals = all.pairwise_sums = all.spans = all.scores = all.warnings = true;
  return Decode(model, corpus, all, &executor);
}

/// log p(votes) of the whole corpus, nats.
inline double LogLikelihood(const Decoded& found) {
  return std::accumulate(found.log_partition.begin(), found.log_partition.end(), 0.0);
}

/// The labels of `found` as words, tokens parted by blanks.
inline std::string LabelText(const Decoded& found) {
  std::string text;
  for (int32_t id : found.labels) {
    text += (text.empty() ? "" : " ") + found.labels_of_model.name(id);
  }
  return text;
}

}  // namespace weft::testing

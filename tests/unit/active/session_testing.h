// Sessions on a random corpus, and an oracle that answers them.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "active/session.h"
#include "active_testing.h"
#include "model/registry.h"

namespace weft::testing {

using Settings = std::vector<std::pair<std::string, std::string>>;

constexpr int64_t kSentences = 60;
constexpr uint64_t kSeed = 11;

inline SessionInput Input(const Settings& active, const std::string& tagger = "hmm-tagger",
                          double labelled = 0.2) {
  SessionInput input;
  input.run.method = &FindMethod(tagger);
  input.run.options = Options(TrainingOptions(*input.run.method));
  input.run.train = RandomCorpus(kSentences, labelled, kSeed);
  input.active = Options(ActiveOptionTable());
  for (const auto& [key, value] : active) input.active.Set(key, value);
  return input;
}

/// Answers as a person does who knows all.
class Oracle {
 public:
  explicit Oracle(const Corpus& corpus) : corpus_(corpus), gold_(RandomGold(kSentences, kSeed)) {}

  int32_t Label(int64_t s, int32_t token) const {
    return gold_[static_cast<size_t>(corpus_.begin(s) + token)];
  }
  void Answer(ActiveLoop* loop, const Question& question) const {
    std::vector<int32_t> labels;
    for (const int32_t token : question.tokens) labels.push_back(Label(question.sentence, token));
    loop->Answer(question.sentence, question.tokens, labels);
  }
  /// Until nothing is left; the number of questions.
  int64_t AnswerAll(ActiveLoop* loop) const {
    int64_t questions = 0;
    while (const Question* question = loop->Next()) {
      ++questions;
      EXPECT_FALSE(question->tokens.empty());
      Answer(loop, *question);
    }
    return questions;
  }

 private:
  const Corpus& corpus_;
  const std::vector<int32_t> gold_;
};

}  // namespace weft::testing

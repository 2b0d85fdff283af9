// Small corpora and models through the C interface, for its tests.
#pragma once

#include <gtest/gtest.h>
#include <weft/weft.h>

#include <string>
#include <vector>

namespace weft::capi {

#define ASSERT_WEFT(call) ASSERT_EQ(call, WEFT_OK) << weft_last_error()
#define EXPECT_WEFT(call) EXPECT_EQ(call, WEFT_OK) << weft_last_error()

/// Six sentences of names and places, gold labels and the votes of two sources.
inline std::string ToyJsonl() {
  std::string out;
  const char* rows[][3] = {
      {"Ada,Lovelace,was,born,in,London", "B-PER,I-PER,O,O,O,B-LOC", "B-PER,I-PER,O,O,O,O"},
      {"Alan,Turing,worked,in,Manchester", "B-PER,I-PER,O,O,B-LOC", "B-PER,I-PER,O,O,B-LOC"},
      {"Grace,Hopper,lived,in,Arlington", "B-PER,I-PER,O,O,B-LOC", "O,O,O,O,B-LOC"},
      {"They,met,Ada,Lovelace,in,London", "O,O,B-PER,I-PER,O,B-LOC", "O,O,B-PER,I-PER,O,B-LOC"},
      {"Manchester,is,north,of,London", "B-LOC,O,O,O,B-LOC", "B-LOC,O,O,O,O"},
      {"Grace,Hopper,met,Alan,Turing", "B-PER,I-PER,O,B-PER,I-PER", "B-PER,I-PER,O,O,O"}};
  const auto list = [](const std::string& text) {
    std::string json = "[\"";
    for (char c : text) json += c == ',' ? "\",\"" : std::string(1, c);
    return json + "\"]";
  };
  int i = 0;
  for (const auto& row : rows) {
    out += "{\"id\":\"s" + std::to_string(i++) + "\",\"tokens\":" + list(row[0]) +
           ",\"labels\":" + list(row[1]) + ",\"weak\":{\"a\":" + list(row[2]) +
           ",\"b\":" + list(row[1]) + "}}\n";
  }
  return out;
}

inline weft_corpus* ReadText(const std::string& text) {
  weft_corpus* corpus = nullptr;
  EXPECT_WEFT(weft_corpus_read_memory(text.data(), text.size(), "toy.jsonl", nullptr, &corpus));
  return corpus;
}

inline weft_corpus* ToyCorpus() { return ReadText(ToyJsonl()); }

/// Trains with options given as key, value, key, value, ….
inline weft_model* TrainToy(const char* method, const std::vector<std::string>& settings = {}) {
  weft_options* options = nullptr;
  EXPECT_WEFT(weft_options_new(method, &options));
  for (size_t i = 0; i + 1 < settings.size(); i += 2) {
    EXPECT_WEFT(weft_options_set(options, settings[i].c_str(), settings[i + 1].data(),
                                 settings[i + 1].size()));
  }
  weft_corpus* corpus = ToyCorpus();
  weft_trainer* trainer = nullptr;
  EXPECT_WEFT(weft_trainer_new(options, corpus, nullptr, &trainer));
  weft_options_free(options);
  weft_corpus_free(corpus);
  EXPECT_WEFT(weft_trainer_run(trainer));
  weft_model* model = nullptr;
  EXPECT_WEFT(weft_trainer_model(trainer, &model));
  weft_trainer_free(trainer);
  return model;
}

inline std::string SavedBytes(const weft_model* model) {
  size_t size = 0;
  EXPECT_WEFT(weft_model_save_memory(model, nullptr, 0, &size));
  std::string bytes(size, '\0');
  EXPECT_WEFT(weft_model_save_memory(model, bytes.data(), bytes.size(), &size));
  return bytes;
}

}  // namespace weft::capi

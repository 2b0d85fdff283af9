// Small corpora and models for the tests of the sparse CRF.
#pragma once

#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "core/error.h"
#include "crf/method.h"
#include "method/model.h"
#include "text/corpus.h"

namespace weft::testing {

// Sentences of "token/label" or "token/label/column" words; "/_" is not labelled.
inline SentenceData ParseSentence(const std::string& text, size_t columns) {
  SentenceData sentence;
  sentence.columns.resize(columns);
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    std::istringstream parts(word);
    std::string part;
    std::getline(parts, part, '/');
    sentence.tokens.push_back(part);
    std::getline(parts, part, '/');
    sentence.labels.push_back(part == "_" ? "" : part);
    for (size_t c = 0; c < columns; ++c) {
      std::getline(parts, part, '/');
      sentence.columns[c].push_back(part);
    }
  }
  return sentence;
}

inline std::shared_ptr<const Corpus> MakeCorpus(const std::vector<std::string>& sentences,
                                                CorpusOptions options = {},
                                                const std::vector<std::string>& columns = {}) {
  CorpusBuilder builder(std::move(options), "test");
  if (!columns.empty()) builder.SetColumns(columns);
  for (const std::string& text : sentences) builder.Add(ParseSentence(text, columns.size()));
  return builder.Finish();
}

inline TrainingInput InputFor(std::shared_ptr<const Corpus> corpus, int threads = 1) {
  TrainingInput input;
  input.train = std::move(corpus);
  input.options = Options(CrfMethod().options);
  input.executor = std::make_shared<Executor>(threads);
  return input;
}

inline std::shared_ptr<const Model> TrainToTheEnd(TrainingInput input) {
  const auto trainer = CrfMethod().train(std::move(input));
  while (trainer->Step()) {
  }
  return trainer->TakeModel();
}

// The labels of every token, by name.
inline std::vector<std::string> Tag(const Model& model, const Corpus& corpus) {
  const auto decoder = model.NewDecoder();
  decoder->Bind(corpus);
  std::vector<std::string> out;
  for (int64_t s = 0; s < corpus.num_sentences(); ++s) {
    std::vector<int32_t> labels(static_cast<size_t>(corpus.length(s)));
    decoder->Labels(s, labels);
    for (const int32_t label : labels) out.push_back(model.labels().name(label));
  }
  return out;
}

template <typename Function>
std::string ErrorText(Function function) {
  try {
    function();
  } catch (const Error& e) {
    return e.what();
  }
  return "";
}

}  // namespace weft::testing

#include "neural/bilstm.h"

#include <algorithm>
#include <cmath>

#include "core/error.h"
#include "method/archive.h"

namespace weft {
namespace {

struct WordInput : EncoderInput {
  const Corpus* corpus = nullptr;
  std::vector<int32_t> rows;  // [tokens]
  at::Tensor states;          // [tokens, width], if any
  SpelledWords spelled;
  int64_t Cost(int64_t s) const override { return corpus->length(s); }
};

}  // namespace

int32_t WordVocabulary::Row(std::string_view word) const { return FindVector(words, word) + 1; }

InitialWords MakeWords(const Corpus& train, const WordVectors* vectors, int64_t width,
                       int64_t min_count, Random* random) {
  InitialWords made;
  StringIndex& words = made.vocabulary.words;
  if (vectors) {
    for (int64_t i = 0; i < vectors->size(); ++i) {
      words.Insert(vectors->words.key(static_cast<int32_t>(i)));
    }
    made.vocabulary.with_vectors = vectors->size();
  }
  StringIndex seen;
  std::vector<int64_t> counts;
  for (int64_t t = 0; t < train.num_tokens(); ++t) {
    const int32_t id = seen.Insert(train.token(t));
    counts.resize(static_cast<size_t>(seen.size()), 0);
    ++counts[static_cast<size_t>(id)];
  }
  made.vocabulary.rare.assign(static_cast<size_t>(words.size()) + 1, 0);
  for (int32_t id = 0; id < seen.size(); ++id) {
    const int64_t count = counts[static_cast<size_t>(id)];
    if (count < min_count || FindVector(words, seen.key(id)) >= 0) continue;
    words.Insert(seen.key(id));
    made.vocabulary.rare.push_back(count == 1);
  }
  // Ma and Hovy 2016, § 3.1.
  const double bound = std::sqrt(3.0 / static_cast<double>(width));
  made.rows = UniformWeights({words.size() + 1, width}, bound, random);
  if (vectors) {
    std::copy(vectors->values.begin(), vectors->values.end(), made.rows.data_ptr<float>() + width);
  }
  return made;
}

BilstmEncoder::BilstmEncoder(WordVocabulary vocabulary, at::Tensor rows,
                             const BilstmOptions& options, std::unique_ptr<TokenStates> states,
                             std::unique_ptr<Spelling> spelling, Parameters* parameters,
                             Random* random)
    : vocabulary_(std::move(vocabulary)),
      options_(options),
      states_(std::move(states)),
      spelling_(std::move(spelling)) {
  int64_t width = rows.size(1);
  if (states_) width += states_->width();
  if (spelling_) width += spelling_->width();
  words_ = &parameters->Add("words", std::move(rows), ParameterGroup::kEncoder);
  words_->rows = true;
  words_->frozen = options_.freeze_words;
  for (int64_t i = 0; i < options_.layers; ++i) {
    layers_.emplace_back(StrCat("lstm", i), width, options_.units, parameters, random);
    width = layers_.back().width();
  }
}

int64_t BilstmEncoder::width() const { return layers_.back().width(); }

std::unique_ptr<EncoderInput> BilstmEncoder::Read(const Corpus& corpus) const {
  auto input = std::make_unique<WordInput>();
  input->corpus = &corpus;
  for (int64_t t = 0; t < corpus.num_tokens(); ++t) {
    input->rows.push_back(vocabulary_.Row(corpus.token(t)));
  }
  if (states_) input->states = states_->Of(corpus);
  if (spelling_) input->spelled = spelling_->Read(corpus);
  return input;
}

at::Tensor BilstmEncoder::Forward(const EncoderInput& any, Span<const int64_t> sentences,
                                  ForwardPass* pass) const {
  const auto& input = static_cast<const WordInput&>(any);
  std::vector<int64_t> ids, tokens, lengths;
  for (const int64_t s : sentences) {
    lengths.push_back(input.corpus->length(s));
    for (int64_t t = input.corpus->begin(s); t < input.corpus->end(s); ++t) {
      int32_t row = input.rows[static_cast<size_t>(t)];
      if (pass->training() && vocabulary_.rare[static_cast<size_t>(row)] &&
          pass->Uniform() < options_.unknown_rate) {
        row = WordVocabulary::kUnknown;
      }
      ids.push_back(row);
      tokens.push_back(t);
    }
  }
  std::vector<at::Tensor> parts = {pass->Rows(*words_, ids)};
  if (states_) parts.push_back(StatesOf(input.states, *input.corpus, sentences));
  if (spelling_) parts.push_back(spelling_->Forward(input.spelled, tokens, pass));
  const StepOrder order(lengths);
  at::Tensor x = pass->Drop(parts.size() == 1 ? parts[0] : at::cat(parts, 1), options_.dropout);
  for (const LstmLayer& layer : layers_) {
    x = pass->Drop(layer.Forward(x, order), options_.dropout);
  }
  return x;
}

bool BilstmEncoder::KnowsWords(const Corpus& corpus) const {
  if (states_ && states_->KnowsWords(corpus)) return true;
  for (int64_t t = 0; t < corpus.num_tokens(); ++t) {
    const int32_t row = vocabulary_.Row(corpus.token(t));
    if (row != WordVocabulary::kUnknown && row <= vocabulary_.with_vectors) return true;
  }
  return false;
}

std::vector<Section> BilstmEncoder::Save() const {
  std::vector<std::string> words;
  for (int32_t i = 0; i < vocabulary_.words.size(); ++i) {
    words.emplace_back(vocabulary_.words.key(i));
  }
  std::vector<Section> sections = states_ ? states_->Save() : std::vector<Section>();
  sections.push_back(
      {"encoder.words", ToSection(words, vocabulary_.with_vectors, words_->value.size(1))});
  if (spelling_) sections.push_back(SaveLetters(*spelling_));
  return sections;
}

std::vector<std::pair<std::string, std::string>> BilstmEncoder::Describe() const {
  auto facts = states_ ? states_->Describe() : std::vector<std::pair<std::string, std::string>>();
  const char* layers = options_.layers == 1 ? " layer of 2 x " : " layers of 2 x ";
  facts.emplace_back(states_ ? "over it" : "encoder",
                     StrCat("BiLSTM, ", options_.layers, layers, options_.units));
  facts.emplace_back("vocabulary", StrCat(vocabulary_.words.size(), " words, ",
                                          vocabulary_.with_vectors, " with vectors"));
  return facts;
}

}  // namespace weft

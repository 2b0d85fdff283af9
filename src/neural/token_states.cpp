#include "neural/token_states.h"

#include <algorithm>
#include <optional>

#include "core/error.h"
#include "encode/word_vectors.h"
#include "method/archive.h"
#include "method/decode.h"
#include "neural/gemm.h"
#include "neural/states_file.h"
#include "neural/torch_errors.h"

namespace weft {

at::Tensor StatesOf(const at::Tensor& states, const Corpus& corpus, Span<const int64_t> sentences) {
  std::vector<at::Tensor> parts;
  for (const int64_t s : sentences) {
    parts.push_back(states.narrow(0, corpus.begin(s), corpus.length(s)));
  }
  return parts.size() == 1 ? parts[0] : at::cat(parts);
}

EncodedStates::EncodedStates(std::unique_ptr<Encoder> encoder, Parameters* parameters,
                             StatesCache cache, std::string reading)
    : encoder_(std::move(encoder)), cache_(std::move(cache)), reading_(std::move(reading)) {
  for (size_t i = 0; i < parameters->size(); ++i) {
    (*parameters)[i].frozen = true;
    parameters_.push_back(&(*parameters)[i]);
  }
}

// Hands take(rows) the states of a chunk of sentences after the other.
template <typename Take>
void EncodedStates::Compute(const Corpus& corpus, Take take) const {
  const OneThread one;
  const at::NoGradGuard plain;
  const std::unique_ptr<EncoderInput> input = encoder_->Read(corpus);
  for (int64_t begin = 0; begin < corpus.num_sentences(); begin += kDecodeChunk) {
    const int64_t end = std::min(corpus.num_sentences(), begin + kDecodeChunk);
    std::vector<int64_t> sentences;
    for (int64_t s = begin; s < end; ++s) {
      if (corpus.length(s) > 0) sentences.push_back(s);
    }
    if (sentences.empty()) continue;
    ForwardPass pass = ForwardPass::Decoding();
    take(WithTorch([&] { return encoder_->Forward(*input, sentences, &pass).contiguous(); }));
  }
}

at::Tensor EncodedStates::Of(const Corpus& corpus) const {
  const auto tokens = static_cast<size_t>(corpus.num_tokens());
  const auto columns = static_cast<size_t>(width());
  std::optional<StatesFile> file;
  std::shared_ptr<const MappedFile> mapped;
  if (!cache_.folder.empty() && tokens > 0) {
    file.emplace(cache_.folder, KeyOf(corpus), tokens, columns);
    mapped = file->Open();
  }
  if (!mapped && file && cache_.write) {
    StatesFile::Writer writer(*file);
    Compute(corpus, [&](const at::Tensor& found) {
      writer.Write({found.data_ptr<float>(), static_cast<size_t>(found.numel())});
    });
    writer.Commit();
    mapped = file->Open();
    if (!mapped) Fail(Status::kIo, "cannot read back ", file->path());
  }
  if (mapped) {
    return at::from_blob(
        const_cast<float*>(file->Values(*mapped)), {corpus.num_tokens(), width()},
        [mapped](void*) {}, at::kFloat);
  }
  at::Tensor states = at::empty({corpus.num_tokens(), width()}, at::kFloat);
  int64_t row = 0;
  Compute(corpus, [&](const at::Tensor& found) {
    states.narrow(0, row, found.size(0)).copy_(found);
    row += found.size(0);
  });
  return states;
}

// Its weights do not change, so this is computed once.
const std::string& EncodedStates::EncoderKey() const {
  std::call_once(
      hashed_, [this] { encoder_key_ = ChecksumOf(*encoder_, parameters_).Add(reading_).Text(); });
  return encoder_key_;
}

std::string EncodedStates::KeyOf(const Corpus& corpus) const {
  Checksum key;
  key.Add(EncoderKey());
  for (int64_t s = 0; s < corpus.num_sentences(); ++s) {
    for (int64_t t = corpus.begin(s); t < corpus.end(s); ++t) key.Add(corpus.token(t));
    key.Add("");  // no token is empty
  }
  return key.Text();
}

WordStates::WordStates(StringIndex words, at::Tensor rows, int64_t context, Parameters* parameters)
    : words_(std::move(words)), context_(context) {
  Parameter& added = parameters->Add("words", std::move(rows), ParameterGroup::kEncoder);
  added.frozen = true;
  rows_ = &added;
}

at::Tensor WordStates::Of(const Corpus& corpus) const {
  const int64_t d = rows_->value.size(1);
  at::Tensor states = at::zeros({corpus.num_tokens(), width()}, at::kFloat);
  const float* vectors = rows_->value.data_ptr<float>();
  float* out = states.data_ptr<float>();
  for (int64_t s = 0; s < corpus.num_sentences(); ++s) {
    for (int64_t t = corpus.begin(s); t < corpus.end(s); ++t) {
      const int32_t word = FindVector(words_, corpus.token(t));
      if (word < 0) continue;
      for (int64_t by = -context_; by <= context_; ++by) {  // t stands beside token t − by
        if (t - by < corpus.begin(s) || t - by >= corpus.end(s)) continue;
        std::copy_n(vectors + word * d, d, out + (t - by) * width() + (by + context_) * d);
      }
    }
  }
  return states;
}

bool WordStates::KnowsWords(const Corpus& corpus) const {
  for (int64_t t = 0; t < corpus.num_tokens(); ++t) {
    if (FindVector(words_, corpus.token(t)) >= 0) return true;
  }
  return false;
}

std::vector<Section> WordStates::Save() const {
  std::vector<std::string> words;
  for (int32_t i = 0; i < words_.size(); ++i) words.emplace_back(words_.key(i));
  return {{"encoder.words", ToSection(words, rows_->value.size(1))}};
}

std::unique_ptr<WordStates> WordStates::Load(const std::vector<Section>& sections, int64_t context,
                                             Parameters* parameters) {
  std::vector<std::string> words;
  int64_t width = 0;
  FromSection(FindSection(sections, "encoder.words"), "encoder.words", words, width);
  StringIndex index;
  for (const std::string& word : words) index.Insert(word);
  if (width <= 0 || static_cast<size_t>(index.size()) != words.size()) {
    Fail(Status::kCorrupt, "the model's vocabulary has a word twice, or words without width");
  }
  at::Tensor rows = at::zeros({index.size(), width});
  return std::make_unique<WordStates>(std::move(index), std::move(rows), context, parameters);
}

std::vector<std::pair<std::string, std::string>> WordStates::Describe() const {
  return {{"encoder", StrCat("word vectors of ", rows_->value.size(1))},
          {"vocabulary", StrCat(words_.size(), " words")}};
}

at::Tensor GivenStates::Of(const Corpus& corpus) const {
  const auto found = static_cast<int64_t>(corpus.embedding_width());
  Require(found == width_ || corpus.num_tokens() == 0, "the model reads embeddings of ", width_,
          " numbers per token that come with the corpus; ", corpus.name(), " has ",
          found > 0 ? StrCat("some of ", found) : std::string("none"));
  const std::vector<float>& values = corpus.data().embeddings;
  return at::from_blob(const_cast<float*>(values.data()), {corpus.num_tokens(), width_},
                       at::kFloat);
}

std::vector<Section> GivenStates::Save() const { return {{"encoder.given", ToSection(width_)}}; }

std::unique_ptr<GivenStates> GivenStates::Load(const std::vector<Section>& sections) {
  int64_t width = 0;
  FromSection(FindSection(sections, "encoder.given"), "encoder.given", width);
  if (width <= 0) Fail(Status::kCorrupt, "the model reads embeddings of ", width, " numbers");
  return std::make_unique<GivenStates>(width);
}

std::vector<std::pair<std::string, std::string>> GivenStates::Describe() const {
  return {{"encoder", StrCat("the host's embeddings, of ", width_)}};
}

}  // namespace weft

#include "neural/frozen_encoder.h"

#include <algorithm>

#include "core/error.h"
#include "method/decode.h"
#include "neural/gemm.h"
#include "neural/ops.h"
#include "neural/torch_errors.h"

namespace weft {
namespace {

class FrozenInput : public EncoderInput {
 public:
  FrozenInput(const Corpus& corpus, at::Tensor states)
      : corpus_(&corpus), states_(std::move(states)) {}
  int64_t Cost(int64_t s) const override { return corpus_->length(s); }
  /// [L, width]
  at::Tensor Of(int64_t s) const {
    return states_.narrow(0, corpus_->begin(s), corpus_->length(s));
  }

 private:
  const Corpus* corpus_;
  const at::Tensor states_;  // [words, width]
};

}  // namespace

FrozenEncoder::FrozenEncoder(std::unique_ptr<Encoder> encoder, const FrozenOptions& options,
                             Parameters* parameters, Random* random)
    : encoder_(std::move(encoder)), options_(options) {
  for (size_t i = 0; i < parameters->size(); ++i) (*parameters)[i].frozen = true;
  int64_t in = encoder_->width();
  for (int64_t i = 0; i < options.layers; ++i) {
    const std::string name = "hidden" + std::to_string(i);
    layers_.push_back(
        {&parameters->Add(name + ".weight", GlorotWeights(options.units, in, random),
                          ParameterGroup::kEncoder),
         &parameters->Add(name + ".bias", at::zeros({options.units}), ParameterGroup::kEncoder)});
    in = options.units;
  }
}

int64_t FrozenEncoder::width() const {
  return layers_.empty() ? encoder_->width() : options_.units;
}

std::unique_ptr<EncoderInput> FrozenEncoder::Read(const Corpus& corpus) const {
  const OneThread one;
  const at::NoGradGuard plain;
  const std::unique_ptr<EncoderInput> input = encoder_->Read(corpus);
  at::Tensor states = at::empty({corpus.num_tokens(), encoder_->width()}, at::kFloat);
  for (int64_t begin = 0; begin < corpus.num_sentences(); begin += kDecodeChunk) {
    const int64_t end = std::min(corpus.num_sentences(), begin + kDecodeChunk);
    std::vector<int64_t> sentences;
    for (int64_t s = begin; s < end; ++s) {
      if (corpus.length(s) > 0) sentences.push_back(s);
    }
    if (sentences.empty()) continue;
    ForwardPass pass = ForwardPass::Decoding();
    WithTorch([&] {
      const at::Tensor found = encoder_->Forward(*input, sentences, &pass);
      states.narrow(0, corpus.begin(begin), found.size(0)).copy_(found);
      return 0;
    });
  }
  return std::make_unique<FrozenInput>(corpus, std::move(states));
}

at::Tensor FrozenEncoder::Forward(const EncoderInput& input, Span<const int64_t> sentences,
                                  ForwardPass* pass) const {
  const auto& frozen = static_cast<const FrozenInput&>(input);
  std::vector<at::Tensor> parts;
  for (const int64_t s : sentences) parts.push_back(frozen.Of(s));
  at::Tensor x = pass->Drop(parts.size() == 1 ? parts[0] : at::cat(parts), options_.dropout);
  for (const Layer& layer : layers_) {
    x = pass->Drop(at::relu(Linear(x, layer.weight->value, layer.bias->value)), options_.dropout);
  }
  return x;
}

std::vector<std::pair<std::string, std::string>> FrozenEncoder::Describe() const {
  auto facts = encoder_->Describe();
  if (!layers_.empty()) {
    facts.emplace_back("hidden_layers", StrCat(layers_.size(), " of ", options_.units));
  }
  return facts;
}

}  // namespace weft

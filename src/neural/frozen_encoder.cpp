#include "neural/frozen_encoder.h"

#include "core/error.h"
#include "neural/ops.h"

namespace weft {
namespace {

class FrozenInput : public EncoderInput {
 public:
  FrozenInput(const Corpus& corpus, at::Tensor states)
      : corpus_(&corpus), states_(std::move(states)) {}
  int64_t Cost(int64_t s) const override { return corpus_->length(s); }
  at::Tensor Of(Span<const int64_t> sentences) const {
    return StatesOf(states_, *corpus_, sentences);
  }

 private:
  const Corpus* corpus_;
  const at::Tensor states_;  // [words, width]
};

}  // namespace

FrozenEncoder::FrozenEncoder(std::unique_ptr<TokenStates> states, const FrozenOptions& options,
                             Parameters* parameters, Random* random)
    : states_(std::move(states)), options_(options) {
  int64_t in = states_->width();
  for (int64_t i = 0; i < options.layers; ++i) {
    const std::string name = "hidden" + std::to_string(i);
    layers_.push_back(
        {&parameters->Add(name + ".weight", GlorotWeights(options.units, in, random),
                          ParameterGroup::kEncoder),
         &parameters->Add(name + ".bias", at::zeros({options.units}), ParameterGroup::kEncoder)});
    in = options.units;
  }
}

int64_t FrozenEncoder::width() const { return layers_.empty() ? states_->width() : options_.units; }

std::unique_ptr<EncoderInput> FrozenEncoder::Read(const Corpus& corpus) const {
  return std::make_unique<FrozenInput>(corpus, states_->Of(corpus));
}

at::Tensor FrozenEncoder::Forward(const EncoderInput& input, Span<const int64_t> sentences,
                                  ForwardPass* pass) const {
  const auto& frozen = static_cast<const FrozenInput&>(input);
  at::Tensor x = pass->Drop(frozen.Of(sentences), options_.dropout);
  for (const Layer& layer : layers_) {
    x = pass->Drop(at::relu(Linear(x, layer.weight->value, layer.bias->value)), options_.dropout);
  }
  return x;
}

std::vector<std::pair<std::string, std::string>> FrozenEncoder::Describe() const {
  auto facts = states_->Describe();
  if (!layers_.empty()) {
    facts.emplace_back("hidden_layers", StrCat(layers_.size(), " of ", options_.units));
  }
  return facts;
}

}  // namespace weft

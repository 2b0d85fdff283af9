#include "neural/transformer.h"

#include <cmath>

#include "core/error.h"
#include "neural/ops.h"

namespace weft {
namespace {

at::Tensor Normal(at::IntArrayRef shape, uint64_t seed) {
  auto generator = at::detail::createCPUGenerator(seed);
  return at::randn(shape, generator) * 0.02;  // Devlin et al. 2019
}

}  // namespace

Transformer::Transformer(const EncoderConfig& config, const TransformerOptions& options,
                         Parameters* parameters)
    : config_(config), options_(options), parameters_(parameters) {
  Require(options_.frozen_layers <= config_.num_layers, "cannot freeze ", options_.frozen_layers,
          " layers of an encoder that has ", config_.num_layers);
  const int64_t width = config_.hidden_size;
  const auto embedding = [&](const std::string& name, int64_t rows) {
    Parameter* added =
        &parameters->Add("embeddings." + name, Normal({rows, width}, 1), ParameterGroup::kEncoder);
    SetDepth(added, 0);
    return added;
  };
  words_ = embedding("words", config_.vocab_size);
  positions_ = embedding("positions", config_.max_positions);
  words_->rows = positions_->rows = true;
  if (config_.type_vocab_size > 0) types_ = embedding("types", config_.type_vocab_size);
  embedding_norm_ = AddNorm("embeddings.norm", 0);
  for (int64_t i = 0; i < config_.num_layers; ++i) {
    const std::string name = StrCat("layer", i, ".");
    Layer layer;
    layer.attention_in = AddAffine(name + "attention_in", 3 * width, width, i + 1);
    layer.attention_out = AddAffine(name + "attention_out", width, width, i + 1);
    layer.attention_norm = AddNorm(name + "attention_norm", i + 1);
    layer.feed_in = AddAffine(name + "feed_in", config_.intermediate_size, width, i + 1);
    layer.feed_out = AddAffine(name + "feed_out", width, config_.intermediate_size, i + 1);
    layer.feed_norm = AddNorm(name + "feed_norm", i + 1);
    layers_.push_back(layer);
  }
}

Transformer::Affine Transformer::AddAffine(const std::string& name, int64_t out, int64_t in,
                                           int64_t depth) {
  const Affine added = {
      &parameters_->Add(name + ".weight", Normal({out, in}, 2), ParameterGroup::kEncoder),
      &parameters_->Add(name + ".bias", at::zeros({out}), ParameterGroup::kEncoder)};
  SetDepth(added.weight, depth);
  SetDepth(added.bias, depth);
  return added;
}

Transformer::Affine Transformer::AddNorm(const std::string& name, int64_t depth) {
  const int64_t width = config_.hidden_size;
  const Affine added = {
      &parameters_->Add(name + ".weight", at::ones({width}), ParameterGroup::kEncoder),
      &parameters_->Add(name + ".bias", at::zeros({width}), ParameterGroup::kEncoder)};
  SetDepth(added.weight, depth);
  SetDepth(added.bias, depth);
  return added;
}

// The embeddings have depth 0 and are frozen with the first layer.
void Transformer::SetDepth(Parameter* parameter, int64_t depth) const {
  const int64_t frozen = options_.frozen_layers;
  parameter->frozen = frozen < 0 || (frozen > 0 && depth <= frozen);
  parameter->rate = std::pow(options_.layer_decay, static_cast<double>(config_.num_layers - depth));
}

at::Tensor Transformer::Forward(const std::vector<int64_t>& ids, const std::vector<int64_t>& ends,
                                ForwardPass* pass) const {
  std::vector<int64_t> positions;
  int64_t begin = 0;
  for (const int64_t end : ends) {
    for (int64_t i = begin; i < end; ++i) positions.push_back(i - begin);
    begin = end;
  }
  at::Tensor x = pass->Rows(*words_, ids) + pass->Rows(*positions_, positions);
  if (types_) x = x + types_->value.select(0, 0);
  x = pass->Drop(Normalise(x, embedding_norm_), config_.hidden_dropout);
  const double dropped = pass->training() ? config_.attention_dropout : 0;
  for (const Layer& layer : layers_) {
    const at::Tensor qkv =
        Linear(x, layer.attention_in.weight->value, layer.attention_in.bias->value);
    const uint64_t seed = dropped > 0 ? pass->NextSeed() : 0;
    const at::Tensor attended =
        Linear(Attention(qkv, ends, config_.num_heads, dropped, seed),
               layer.attention_out.weight->value, layer.attention_out.bias->value);
    x = Normalise(x + pass->Drop(attended, config_.hidden_dropout), layer.attention_norm);
    const at::Tensor inner =
        Activate(Linear(x, layer.feed_in.weight->value, layer.feed_in.bias->value));
    const at::Tensor fed = Linear(inner, layer.feed_out.weight->value, layer.feed_out.bias->value);
    x = Normalise(x + pass->Drop(fed, config_.hidden_dropout), layer.feed_norm);
  }
  return x;
}

at::Tensor Transformer::Normalise(const at::Tensor& x, const Affine& norm) const {
  return at::layer_norm(x, {config_.hidden_size}, norm.weight->value, norm.bias->value,
                        config_.layer_norm_eps);
}

at::Tensor Transformer::Activate(const at::Tensor& x) const {
  switch (config_.activation) {
    case Activation::kRelu:
      return at::relu(x);
    case Activation::kGeluTanh:
      return at::gelu(x, "tanh");
    case Activation::kGelu:
      break;
  }
  return Gelu(x);
}

std::vector<Section> Transformer::Save() const {
  return {{"encoder.config", EncoderConfigJson(config_)}};
}

std::string Transformer::Describe() const {
  return StrCat(config_.family == EncoderFamily::kBert ? "BERT" : "DistilBERT", ", ",
                config_.num_layers, " layers of ", config_.hidden_size);
}

}  // namespace weft

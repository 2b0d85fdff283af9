#include "neural/transformer.h"

#include <algorithm>
#include <cmath>

#include "core/error.h"
#include "encode/windows.h"
#include "neural/ops.h"

namespace weft {
namespace {

// A corpus in pieces, cut into windows.
struct PieceInput : EncoderInput {
  struct Cut {
    Window window;
    int64_t first_piece;  // of its sentence
  };
  const Corpus* corpus = nullptr;
  std::vector<int32_t> pieces;         // sentences end to end
  std::vector<int64_t> word_begins;    // [tokens]: within the sentence
  std::vector<int64_t> sentence_ends;  // in pieces
  std::vector<Cut> cuts;
  std::vector<int64_t> cut_ends;  // by sentence
  SpelledWords spelled;

  int64_t begin(int64_t s) const { return s == 0 ? 0 : sentence_ends[static_cast<size_t>(s) - 1]; }
  int64_t cut_begin(int64_t s) const { return s == 0 ? 0 : cut_ends[static_cast<size_t>(s) - 1]; }
  int64_t Cost(int64_t s) const override {
    return sentence_ends[static_cast<size_t>(s)] - begin(s);
  }
};

at::Tensor Normal(at::IntArrayRef shape, uint64_t seed) {
  auto generator = at::detail::createCPUGenerator(seed);
  return at::randn(shape, generator) * 0.02;  // Devlin et al. 2019
}

}  // namespace

TransformerEncoder::TransformerEncoder(const EncoderConfig& config,
                                       std::shared_ptr<const WordPieces> pieces,
                                       const TransformerOptions& options,
                                       std::unique_ptr<Spelling> spelling, Parameters* parameters)
    : config_(config),
      pieces_(std::move(pieces)),
      options_(options),
      spelling_(std::move(spelling)),
      parameters_(parameters) {
  pieces_->RequireFits(config_.vocab_size);
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

TransformerEncoder::Affine TransformerEncoder::AddAffine(const std::string& name, int64_t out,
                                                         int64_t in, int64_t depth) {
  const Affine added = {
      &parameters_->Add(name + ".weight", Normal({out, in}, 2), ParameterGroup::kEncoder),
      &parameters_->Add(name + ".bias", at::zeros({out}), ParameterGroup::kEncoder)};
  SetDepth(added.weight, depth);
  SetDepth(added.bias, depth);
  return added;
}

TransformerEncoder::Affine TransformerEncoder::AddNorm(const std::string& name, int64_t depth) {
  const int64_t width = config_.hidden_size;
  const Affine added = {
      &parameters_->Add(name + ".weight", at::ones({width}), ParameterGroup::kEncoder),
      &parameters_->Add(name + ".bias", at::zeros({width}), ParameterGroup::kEncoder)};
  SetDepth(added.weight, depth);
  SetDepth(added.bias, depth);
  return added;
}

// The embeddings have depth 0 and are frozen with the first layer.
void TransformerEncoder::SetDepth(Parameter* parameter, int64_t depth) const {
  const int64_t frozen = options_.frozen_layers;
  parameter->frozen = frozen < 0 || (frozen > 0 && depth <= frozen);
  parameter->rate = std::pow(options_.layer_decay, static_cast<double>(config_.num_layers - depth));
}

int64_t TransformerEncoder::width() const {
  return config_.hidden_size + (spelling_ ? spelling_->width() : 0);
}

std::unique_ptr<EncoderInput> TransformerEncoder::Read(const Corpus& corpus) const {
  auto input = std::make_unique<PieceInput>();
  input->corpus = &corpus;
  WordPieceReader reader(pieces_);
  const int64_t room =
      std::min(config_.max_positions, pieces_->settings().longest > 0 ? pieces_->settings().longest
                                                                      : config_.max_positions) -
      (options_.special_tokens ? 2 : 0);
  const int64_t context = std::min(options_.context, room / 2 - 1);
  for (int64_t s = 0; s < corpus.num_sentences(); ++s) {
    const auto first = static_cast<int64_t>(input->pieces.size());
    for (int64_t t = corpus.begin(s); t < corpus.end(s); ++t) {
      input->word_begins.push_back(static_cast<int64_t>(input->pieces.size()) - first);
      const Span<const int32_t> cut = reader.Cut(corpus.token(t));
      if (cut.empty()) {
        input->pieces.push_back(pieces_->unk());
      } else if (options_.subwords == Subwords::kFirstOnly) {
        input->pieces.push_back(cut[0]);
      } else {
        input->pieces.insert(input->pieces.end(), cut.begin(), cut.end());
      }
    }
    const auto end = static_cast<int64_t>(input->pieces.size());
    input->sentence_ends.push_back(end);
    const Span<const int64_t> begins(input->word_begins.data() + corpus.begin(s),
                                     static_cast<size_t>(corpus.length(s)));
    if (end > first) {
      for (const Window& window : CutWindows(begins, end - first, room, context)) {
        input->cuts.push_back({window, first});
      }
    }
    input->cut_ends.push_back(static_cast<int64_t>(input->cuts.size()));
  }
  if (spelling_) input->spelled = spelling_->Read(corpus);
  return input;
}

at::Tensor TransformerEncoder::Forward(const EncoderInput& any, Span<const int64_t> sentences,
                                       ForwardPass* pass) const {
  const auto& input = static_cast<const PieceInput&>(any);
  std::vector<int64_t> ids, ends, rows, tokens;
  for (const int64_t s : sentences) {
    const int64_t first_token = input.corpus->begin(s);
    for (int64_t c = input.cut_begin(s); c < input.cut_ends[static_cast<size_t>(s)]; ++c) {
      const PieceInput::Cut& cut = input.cuts[static_cast<size_t>(c)];
      if (options_.special_tokens) ids.push_back(pieces_->cls());
      const int64_t begin = static_cast<int64_t>(ids.size()) - cut.window.begin;
      for (int64_t w = cut.window.first_word; w < cut.window.last_word; ++w) {
        rows.push_back(begin + input.word_begins[static_cast<size_t>(first_token + w)]);
        tokens.push_back(first_token + w);
      }
      ids.insert(ids.end(), input.pieces.begin() + cut.first_piece + cut.window.begin,
                 input.pieces.begin() + cut.first_piece + cut.window.end);
      if (options_.special_tokens) ids.push_back(pieces_->sep());
      ends.push_back(static_cast<int64_t>(ids.size()));
    }
  }
  at::Tensor words = SelectRows(HiddenStates(ids, ends, pass), rows);
  if (spelling_) words = at::cat({words, spelling_->Forward(input.spelled, tokens, pass)}, 1);
  return pass->Drop(words, options_.dropout);
}

at::Tensor TransformerEncoder::HiddenStates(const std::vector<int64_t>& ids,
                                            const std::vector<int64_t>& ends,
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

at::Tensor TransformerEncoder::Normalise(const at::Tensor& x, const Affine& norm) const {
  return at::layer_norm(x, {config_.hidden_size}, norm.weight->value, norm.bias->value,
                        config_.layer_norm_eps);
}

at::Tensor TransformerEncoder::Activate(const at::Tensor& x) const {
  switch (config_.activation) {
    case Activation::kRelu:
      return at::relu(x);
    case Activation::kGeluTanh:
      return at::gelu(x, "tanh");
    case Activation::kGelu:
      break;
  }
  return at::gelu(x);
}

std::vector<Section> TransformerEncoder::Save() const {
  return {{"encoder.config", EncoderConfigJson(config_)},
          {"encoder.vocabulary", pieces_->VocabularyText()},
          {"encoder.pieces", WordPieceSettingsJson(pieces_->settings())},
          SaveLetters(spelling_.get())};
}

std::vector<std::pair<std::string, std::string>> TransformerEncoder::Describe() const {
  return {{"encoder", StrCat(config_.family == EncoderFamily::kBert ? "BERT" : "DistilBERT", ", ",
                             config_.num_layers, " layers of ", config_.hidden_size)},
          {"vocabulary", StrCat(pieces_->size(), " pieces")}};
}

}  // namespace weft

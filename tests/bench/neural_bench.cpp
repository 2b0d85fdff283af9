// The neural taggers: one training step of their chain layers on W2's input (one thread), and
// decoding by a pre-trained encoder beside the arithmetic of its matrix products.
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "bench/benches.h"
#include "bench/tensor_chain.h"
#include "bench/tensor_chmm.h"
#include "core/error.h"
#include "encode/encoder_config.h"
#include "encode/word_pieces.h"
#include "method/decode.h"
#include "neural/chain_objective.h"
#include "neural/gemm.h"
#include "neural/model.h"
#include "neural/options.h"
#include "neural/trainer.h"
#include "support/data.h"
#include "support/models.h"
#include "support/workloads.h"
#include "text/read.h"

namespace weft::bench {
namespace {

std::shared_ptr<const Corpus> CorpusOf(const testing::W2& w2) {
  CorpusOptions options;
  for (size_t k = 0; k < w2.K; ++k) options.labels.push_back("label" + std::to_string(k));
  CorpusBuilder builder(options, "W2");
  for (size_t b = 0; b < w2.B; ++b) {
    SentenceData sentence;
    for (size_t t = b * w2.L; t < (b + 1) * w2.L; ++t) {
      sentence.tokens.push_back("x");
      sentence.labels.push_back(options.labels[static_cast<size_t>(w2.tags[t])]);
    }
    for (size_t j = 0; j < w2.J; ++j) {
      NamedVotes votes;
      votes.source = "source" + std::to_string(10 + j);
      for (size_t t = b * w2.L; t < (b + 1) * w2.L; ++t) {
        votes.labels.push_back(options.labels[static_cast<size_t>(w2.sources[t * w2.J + j])]);
      }
      sentence.votes.push_back(std::move(votes));
    }
    builder.Add(std::move(sentence));
  }
  return builder.Finish();
}

// One step of a layer: what depends on its parameters made ready, all sentences, their gradient.
struct Layer {
  Layer(const testing::W2& w2, std::shared_ptr<const Corpus> of)
      : corpus(std::move(of)),
        emissions(w2.emissions.begin(), w2.emissions.end()),
        gradient(emissions.size()),
        transitions(static_cast<int32_t>(w2.K)) {}

  double Step(const testing::W2& w2, ChainObjective* objective) {
    transitions.Set(w2.transitions, w2.start, w2.end);
    shared = ChainGradient();
    objective->Begin(transitions);
    double loss = 0;
    for (size_t b = 0; b < w2.B; ++b) {
      const size_t at = b * w2.L * w2.K;
      loss += objective->Add(static_cast<int64_t>(b), emissions.data() + at, gradient.data() + at);
    }
    return loss + objective->Finish(&shared);
  }

  std::shared_ptr<const Corpus> corpus;
  std::vector<float> emissions, gradient;
  Transitions transitions;
  ChainGradient shared;
};

template <typename Number>
void RequireNear(const at::Tensor& expected, const std::vector<Number>& found) {
  const at::Tensor values = expected.to(at::kDouble).contiguous();
  Require(values.numel() == static_cast<int64_t>(found.size()), "gradients differ in size");
  double most = 0, largest = 0;
  for (size_t i = 0; i < found.size(); ++i) {
    const double value = values.data_ptr<double>()[i];
    most = std::max(most, std::abs(value - static_cast<double>(found[i])));
    largest = std::max(largest, std::abs(value));
  }
  Require(most <= 5e-4 * std::max(1.0, largest), "the layer and the baseline disagree by ", most);
}

Outcome RunLabels(size_t k, int rounds) {
  const OneThread one;
  const testing::W2 w2(64, 32, k);
  TensorChain tensors(w2);
  Layer layer(w2, CorpusOf(w2));
  const Targets targets(*layer.corpus, nullptr, {});
  LabelObjective objective(*layer.corpus, targets);
  const Ratio ratio =
      Interleave([&] { tensors.LabelStep(); }, [&] { layer.Step(w2, &objective); }, rounds);
  RequireNear(tensors.grad[0], layer.gradient);
  RequireNear(tensors.grad[1], layer.shared.transitions);
  return OfTokens(ratio, "LibTorch operations", w2.B * w2.L);
}

Outcome RunVotes(size_t k, int rounds) {
  const OneThread one;
  const testing::W2 w2(64, 32, k, 16);
  TensorChain tensors(w2);
  Layer layer(w2, CorpusOf(w2));
  VoteSettings settings;
  settings.sources = layer.corpus->sources();
  settings.o_means.assign(w2.J, OMeans::kOutside);
  const std::vector<float> parameters(w2.source_weights.begin(), w2.source_weights.end());
  SourceWeights weights({static_cast<int32_t>(w2.J), static_cast<int32_t>(k)}, false);
  const std::vector<VoteRows> votes =
      ReadVoteRows(*layer.corpus, settings, layer.corpus->labels(), weights.shape());
  VoteObjective objective(votes, weights);
  const Ratio ratio = Interleave([&] { tensors.VoteStep(); },
                                 [&] {
                                   weights.Set(parameters);
                                   layer.Step(w2, &objective);
                                 },
                                 rounds);
  RequireNear(tensors.grad[0], layer.gradient);
  RequireNear(tensors.grad[1], layer.shared.transitions);
  RequireNear(tensors.grad[4], layer.shared.sources);
  return OfTokens(ratio, "LibTorch operations", w2.B * w2.L);
}

constexpr char kCorpus[] = "wikigold-ws", kEncoder[] = "all-MiniLM-L6-v2";

// The matrix products of one pass over sequences of these lengths, in pieces, end to end.
class Products {
 public:
  Products(EncoderConfig config, std::vector<int64_t> lengths)
      : config_(std::move(config)), lengths_(std::move(lengths)) {
    for (const int64_t length : lengths_) {
      rows_ += length;
      longest_ = std::max(longest_, length);
    }
    const int64_t wide = std::max(3 * config_.hidden_size, config_.intermediate_size);
    states_ = Random(rows_ * wide);
    out_ = Random(rows_ * wide);
    weights_ = Random(config_.hidden_size * wide);
    square_ = Random(longest_ * longest_);
  }

  void Run() {
    const int64_t width = config_.hidden_size, inner = config_.intermediate_size;
    for (int64_t layer = 0; layer < config_.num_layers; ++layer) {
      Affine(width, 3 * width);
      Attend();
      Affine(width, width);
      Affine(width, inner);
      Affine(inner, width);
    }
  }

 private:
  static std::vector<float> Random(int64_t size) {
    const std::vector<double> values = testing::UniformStream(9, static_cast<size_t>(size), -1, 1);
    return std::vector<float>(values.begin(), values.end());
  }
  void Affine(int64_t in, int64_t out) {
    Multiply({states_.data(), rows_, in}, MatrixView(weights_.data(), out, in).T(), 0, out_.data(),
             out);
  }
  void Attend() {
    const int64_t width = config_.hidden_size, heads = config_.num_heads, head = width / heads;
    int64_t row = 0;
    for (const int64_t length : lengths_) {
      for (int64_t h = 0; h < heads; ++h) {
        const float* part = states_.data() + row * 3 * width + h * head;
        Multiply({part, length, head, 3 * width},
                 MatrixView(part + width, length, head, 3 * width).T(), 0, square_.data(), length);
        Multiply({square_.data(), length, length}, {part + 2 * width, length, head, 3 * width}, 0,
                 out_.data() + row * width + h * head, width);
      }
      row += length;
    }
  }

  const EncoderConfig config_;
  const std::vector<int64_t> lengths_;
  int64_t rows_ = 0, longest_ = 0;
  std::vector<float> states_, out_, weights_, square_;
};

// Pieces of each sentence with [CLS] and [SEP], as many sentences a pass as decoding takes.
std::vector<Products> ProductsOf(const std::string& path, const Corpus& corpus) {
  EncoderFolder folder(path);
  const EncoderConfig config = ReadEncoderConfig(&folder);
  WordPieceReader reader(WordPieces::Read(&folder));
  std::vector<std::vector<int64_t>> passes;
  for (int64_t s = 0; s < corpus.num_sentences(); ++s) {
    if (s % kDecodeChunk == 0) passes.emplace_back();
    int64_t pieces = 2;
    for (int64_t t = corpus.begin(s); t < corpus.end(s); ++t) {
      pieces += std::max<int64_t>(1, static_cast<int64_t>(reader.Cut(corpus.token(t)).size()));
    }
    passes.back().push_back(pieces);
  }
  std::vector<Products> products;
  for (auto& lengths : passes) products.emplace_back(config, std::move(lengths));
  return products;
}

Outcome RunDecode(int threads, int rounds) {
  if (!testing::HasData(kCorpus)) return Skipped("no data");
  if (!testing::HasModel(kEncoder)) return Skipped("no model");
  const std::string folder = testing::ModelFolder(kEncoder);
  const auto corpus = ReadSplit(testing::DataFolder(kCorpus), "test", ReadOptions());
  Options options(NeuralOptions("transformer-crf"));
  options.Set("encoder", folder);
  const auto model = std::make_shared<NeuralModel>(
      TaggerNetwork::New("transformer-crf", options, corpus->labels().size(), *corpus, nullptr),
      nullptr);
  model->SetCommon(corpus->labels(), corpus->scheme(), options.All());
  std::vector<Products> products = ProductsOf(folder, *corpus);
  Executor executor(threads);
  const Ratio ratio = Interleave(
      [&] {
        executor.ForEach(static_cast<int64_t>(products.size()), [&](int64_t i, int) {
          const OneThread one;
          products[static_cast<size_t>(i)].Run();
        });
      },
      [&] { Decode(*model, *corpus, DecodeOptions(), &executor); }, rounds);
  return OfTokens(ratio, "its matrix products alone", static_cast<size_t>(corpus->num_tokens()));
}

// W3's votes, on fewer sentences, with embeddings of 768 numbers.
std::shared_ptr<const Corpus> EmbeddedW3() {
  testing::W3Options options;
  options.sentences = 1400;
  CorpusData data = testing::W3Corpus(testing::MakeW3(options))->data();
  data.embedding_width = 768;
  const size_t count = static_cast<size_t>(data.columns[0].size()) * data.embedding_width;
  const std::vector<double> values = testing::UniformStream(10, count, -1, 1);
  data.embeddings.assign(values.begin(), values.end());
  return std::make_shared<const Corpus>(std::move(data));
}

// Both start from the same outputs for all tokens: losses and gradients there must agree.
void RequireSameStep(const Corpus& corpus, const ConditionalShape& shape, TensorChmm* tensors) {
  const double expected = tensors->Step({0, 1, 2});
  VoteSettings settings;
  settings.sources = corpus.sources();
  settings.o_means.assign(settings.sources.size(), OMeans::kOutside);
  VoteReader reader(corpus, settings, corpus.labels());
  ConditionalPass pass(shape);
  double found = 0;
  std::vector<double> bias(shape.width(), 0.0);
  for (int64_t s = 0; s < 3; ++s) {
    const auto length = static_cast<size_t>(corpus.length(s));
    const std::vector<float> logits(length * shape.width(), 0.0f);
    std::vector<float> gradient(logits.size());
    found += pass.Add(reader.Read(s), length, logits.data(), {}, gradient.data());
    for (size_t i = 0; i < gradient.size(); ++i) {
      bias[i % shape.width()] += static_cast<double>(gradient[i]);
    }
  }
  Require(std::abs(found - expected) <= 1e-4 * std::abs(expected), "the losses disagree: ", found,
          " and ", expected);
  RequireNear(tensors->grad[1], bias);
}

Outcome RunChmm(int threads, int rounds) {
  const auto corpus = EmbeddedW3();
  ConditionalShape shape;
  shape.labels = corpus->labels().size();
  shape.sources = static_cast<int32_t>(corpus->sources().size());
  shape.outside = corpus->labels().Find("O");
  shape.own_start = true;
  TensorChmm tensors(corpus, shape);
  RequireSameStep(*corpus, shape, &tensors);
  TrainingInput input;
  input.train = corpus;
  input.executor = std::make_shared<Executor>(threads);
  input.options = Options(NeuralOptions("chmm"));
  for (const auto& [key, value] : std::map<std::string, std::string>{{"conditional", "both"},
                                                                     {"hidden_layers", "0"},
                                                                     {"em_gradient", "detached"},
                                                                     {"hmm.context", "none"},
                                                                     {"batch_size", "32"},
                                                                     {"dropout", "0"},
                                                                     {"epochs", "1000"}}) {
    input.options.Set(key, value);
  }
  const auto trainer = TrainChmm("chmm", std::move(input));
  const int64_t steps = (corpus->num_sentences() + 31) / 32;
  const Ratio ratio = Interleave(
      [&] {
        const OneThread one;
        tensors.Epoch(32, 1e-3);
      },
      [&] {
        for (int64_t i = 0; i < steps; ++i) trainer->Step();
      },
      rounds);
  return OfTokens(ratio, "LibTorch operations (one thread)",
                  static_cast<size_t>(corpus->num_tokens()));
}

}  // namespace

void AddNeuralBenches(std::vector<Bench>* benches) {
  for (const size_t k : {9, 35}) {
    const std::string variant = "/K=" + std::to_string(k);
    benches->push_back(
        {"neural/crf_layer" + variant, [k](int rounds) { return RunLabels(k, rounds); }});
    benches->push_back(
        {"neural/hidden_crf_layer" + variant, [k](int rounds) { return RunVotes(k, rounds); }});
  }
  for (const int threads : {1, 2}) {
    benches->push_back({"neural/chmm_epoch/" + std::to_string(threads) + "_threads",
                        [threads](int rounds) { return RunChmm(threads, rounds); }});
    benches->push_back({"neural/decode/" + std::to_string(threads) + "_threads",
                        [threads](int rounds) { return RunDecode(threads, rounds); }});
  }
}

}  // namespace weft::bench

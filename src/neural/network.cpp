#include "neural/network.h"

#include <algorithm>
#include <cmath>

#include "core/error.h"
#include "method/archive.h"
#include "neural/float_kernels.h"
#include "neural/gemm.h"
#include "neural/ops.h"
#include "neural/options.h"
#include "neural/torch_errors.h"

namespace weft {
namespace {

std::vector<double> Doubles(const Parameter& parameter, double scale) {
  const float* values = parameter.value.data_ptr<float>();
  std::vector<double> scaled(values, values + parameter.value.numel());
  for (double& value : scaled) value *= scale;
  return scaled;
}

at::Device DeviceOf(const Options& options) {
  const std::string& device = options.GetString("device");
  if (device == "cpu") return at::kCPU;
  if (!at::hasCUDA()) {
    Fail(Status::kUnsupported, "option device: LibTorch finds no GPU here; expected cpu, found ",
         device);
  }
  return at::kCUDA;
}

DType StoredAs(const Options& options) {
  const std::string& store = options.GetString("store");
  return store == "f16" ? DType::kF16 : store == "bf16" ? DType::kBF16 : DType::kF32;
}

}  // namespace

TaggerNetwork::TaggerNetwork(std::string method, Options options, int32_t labels, int64_t outputs)
    : method_(std::move(method)),
      options_(std::move(options)),
      labels_(labels),
      outputs_(outputs > 0 ? outputs : labels) {}

std::unique_ptr<TaggerNetwork> TaggerNetwork::New(const std::string& method, const Options& options,
                                                  int32_t labels, const Corpus& train,
                                                  const Corpus* dev, int64_t outputs) {
  const at::Device device = DeviceOf(options);
  std::unique_ptr<TaggerNetwork> network(new TaggerNetwork(method, options, labels, outputs));
  Random random(static_cast<uint64_t>(options.GetInt("seed")));
  network->SetEncoder(NewEncoder(options, train, dev, &network->parameters_, &random));
  network->AddHead(&random);
  network->MoveTo(device);
  return network;
}

void TaggerNetwork::MoveTo(at::Device device) {
  for (size_t i = 0; i < parameters_.size(); ++i) {
    Parameter& p = parameters_[i];
    const bool chain = p.group == ParameterGroup::kChain || p.group == ParameterGroup::kSources;
    if (!chain) p.value = p.value.to(device);
  }
}

void TaggerNetwork::SetEncoder(BuiltEncoder built) {
  encoder_ = std::move(built.encoder);
  reference_ = std::move(built.reference);
}

void TaggerNetwork::AddHead(Random* random) {
  const int64_t k = labels_;
  const auto add = [&](const char* name, at::Tensor value, ParameterGroup group) {
    return &parameters_.Add(name, std::move(value), group);
  };
  emissions_ = add("emissions.weight", GlorotWeights(outputs_, encoder_->width(), random),
                   ParameterGroup::kEmissions);
  emission_bias_ = add("emissions.bias", at::zeros({outputs_}), ParameterGroup::kEmissions);
  const bool chained = options_.table().Find("transitions") && options_.GetBool("transitions");
  const auto add_chain = [&](const char* name, at::IntArrayRef shape) {
    at::Tensor value = chained ? UniformWeights(shape, 0.1, random) : at::zeros(shape);
    Parameter* added = add(name, std::move(value), ParameterGroup::kChain);
    added->frozen = !chained;
    return added;
  };
  chain_.transitions = add_chain("transitions", {k, k});
  chain_.start = add_chain("start", {k});
  chain_.end = add_chain("end", {k});
}

void TaggerNetwork::AddSources(at::Tensor matrices) {
  sources_ = &parameters_.Add("sources", std::move(matrices), ParameterGroup::kSources);
}

Span<const float> TaggerNetwork::source_weights() const {
  return {sources_->value.data_ptr<float>(), static_cast<size_t>(sources_->value.numel())};
}

std::unique_ptr<SourceWeights> TaggerNetwork::NewSourceWeights(const VoteSettings& settings,
                                                               int32_t outside) const {
  VoteShape shape;
  shape.labels = labels_;
  shape.contexts = settings.contexts;
  shape.sources = static_cast<int32_t>(settings.sources.size());
  shape.outside = outside;
  shape.weight = options_.GetFloat("vote_weight");
  auto weights =
      std::make_unique<SourceWeights>(shape, options_.GetString("weak_rows") == "normalised");
  weights->Set(source_weights());
  return weights;
}

at::Tensor TaggerNetwork::Emissions(const EncoderInput& input, Span<const int64_t> sentences,
                                    ForwardPass* pass) const {
  const at::Tensor words = encoder_->Forward(input, sentences, pass);
  return Linear(words, emissions_->value, emission_bias_->value).to(at::kCPU).contiguous();
}

at::Tensor TaggerNetwork::DecodingEmissions(const Corpus& corpus, const EncoderInput& input,
                                            int64_t begin, int64_t end) const {
  std::vector<int64_t> sentences;
  for (int64_t s = begin; s < end; ++s) {
    if (corpus.length(s) > 0) sentences.push_back(s);
  }
  if (sentences.empty()) return at::empty({0, outputs_});
  const OneThread one;
  const at::NoGradGuard plain;
  ForwardPass pass = ForwardPass::Decoding();
  const at::Tensor scores = WithTorch([&] { return Emissions(input, sentences, &pass); });
  const float* first = scores.data_ptr<float>();
  const float* last = first + scores.numel();
  if (AllFinite(static_cast<size_t>(last - first), first)) return scores;
  const float* wrong = std::find_if(first, last, [](float score) { return !std::isfinite(score); });
  const int64_t token = corpus.begin(begin) + (wrong - first) / outputs_;
  int64_t s = begin;
  while (corpus.end(s) <= token) ++s;
  Fail(Status::kCorrupt, "the network scores token ", token - corpus.begin(s), " of sentence ", s,
       " by ", *wrong, ": the model's weights are damaged, or have run out of the range of floats");
}

Transitions TaggerNetwork::MakeTransitions(const TransitionRules* rules, double scale) const {
  Transitions made(labels_);
  made.Set(Doubles(*chain_.transitions, scale), Doubles(*chain_.start, scale),
           Doubles(*chain_.end, scale), rules);
  return made;
}

std::vector<Section> TaggerNetwork::Save() const {
  return Sections(StoredAs(options_), reference_.get());
}

std::vector<Section> TaggerNetwork::Sections(DType dtype, const EncoderReference* left_out) const {
  std::vector<Section> sections = encoder_->Save();
  if (left_out) left_out->Replace(&sections);
  sections.push_back({"network", ToSection(method_, options_.All(), slots())});
  sections.push_back({"weights", PackTensors(Weights(dtype, left_out))});
  return sections;
}

std::unique_ptr<TaggerNetwork> TaggerNetwork::Load(const std::vector<Section>& sections,
                                                   int32_t labels, int64_t outputs) {
  std::string method;
  std::map<std::string, std::string> values;
  int32_t slots = 0;
  FromSection(FindSection(sections, "network"), "network", method, values, slots);
  Options options(NeuralOptions(method));
  for (const auto& [key, value] : values) options.Set(key, value);
  if (slots < 0) Fail(Status::kCorrupt, "the model has ", slots, " source matrices");
  std::unique_ptr<TaggerNetwork> network(
      new TaggerNetwork(method, std::move(options), labels, outputs));
  Random random(1);
  network->SetEncoder(LoadEncoder(network->options_, sections, &network->parameters_));
  network->AddHead(&random);
  if (slots > 0) network->AddSources(at::zeros({slots, labels, labels}));
  UnpackTensors(FindSection(sections, "weights"), "weights",
                network->Weights(DType::kF32, nullptr));
  return network;
}

std::unique_ptr<TaggerNetwork> TaggerNetwork::Clone() const {
  std::unique_ptr<TaggerNetwork> copy = Load(Sections(DType::kF32, nullptr), labels_, outputs_);
  copy->reference_ = reference_;
  return copy;
}

std::vector<NamedTensor> TaggerNetwork::Weights(DType dtype,
                                                const EncoderReference* left_out) const {
  std::vector<NamedTensor> weights;
  for (size_t i = 0; i < parameters_.size(); ++i) {
    const Parameter& parameter = parameters_[i];
    if (left_out && left_out->Has(parameter)) continue;
    const bool encodes = parameter.group == ParameterGroup::kEncoder;
    weights.push_back({parameter.name, parameter.value, encodes ? dtype : DType::kF32});
    weights.back().in_place = reference_ && reference_->weights.count(parameter.name) > 0;
  }
  return weights;
}

}  // namespace weft

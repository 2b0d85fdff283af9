#include "neural/network.h"

#include <cstring>

#include "core/error.h"
#include "method/archive.h"
#include "neural/ops.h"
#include "neural/options.h"

namespace weft {
namespace {

std::vector<double> Doubles(const Parameter& parameter) {
  const float* values = parameter.value.data_ptr<float>();
  return std::vector<double>(values, values + parameter.value.numel());
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

}  // namespace

TaggerNetwork::TaggerNetwork(std::string method, Options options, int32_t labels)
    : method_(std::move(method)), options_(std::move(options)), labels_(labels) {}

std::unique_ptr<TaggerNetwork> TaggerNetwork::New(const std::string& method, const Options& options,
                                                  int32_t labels, const Corpus& train,
                                                  const Corpus* dev) {
  const at::Device device = DeviceOf(options);
  std::unique_ptr<TaggerNetwork> network(new TaggerNetwork(method, options, labels));
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
  emissions_ = add("emissions.weight", GlorotWeights(k, encoder_->width(), random),
                   ParameterGroup::kEmissions);
  emission_bias_ = add("emissions.bias", at::zeros({k}), ParameterGroup::kEmissions);
  chain_.transitions =
      add("transitions", UniformWeights({k, k}, 0.1, random), ParameterGroup::kChain);
  chain_.start = add("start", UniformWeights({k}, 0.1, random), ParameterGroup::kChain);
  chain_.end = add("end", UniformWeights({k}, 0.1, random), ParameterGroup::kChain);
}

void TaggerNetwork::AddSources(at::Tensor matrices) {
  sources_ = &parameters_.Add("sources", std::move(matrices), ParameterGroup::kSources);
}

Span<const float> TaggerNetwork::source_weights() const {
  return {sources_->value.data_ptr<float>(), static_cast<size_t>(sources_->value.numel())};
}

at::Tensor TaggerNetwork::Emissions(const EncoderInput& input, Span<const int64_t> sentences,
                                    ForwardPass* pass) const {
  const at::Tensor words = encoder_->Forward(input, sentences, pass);
  return Linear(words, emissions_->value, emission_bias_->value).to(at::kCPU).contiguous();
}

Transitions TaggerNetwork::MakeTransitions(const TransitionRules* rules) const {
  Transitions made(labels_);
  made.Set(Doubles(*chain_.transitions), Doubles(*chain_.start), Doubles(*chain_.end), rules);
  return made;
}

std::vector<Section> TaggerNetwork::Save(DType dtype) const {
  return Sections(dtype, reference_.get());
}

std::vector<Section> TaggerNetwork::Sections(DType dtype, const EncoderReference* left_out) const {
  std::vector<Section> sections = encoder_->Save();
  if (left_out) left_out->Replace(&sections);
  sections.push_back({"network", ToSection(method_, options_.All(), sources())});
  sections.push_back({"weights", SaveWeights(dtype, left_out)});
  return sections;
}

std::unique_ptr<TaggerNetwork> TaggerNetwork::Load(const std::vector<Section>& sections,
                                                   int32_t labels) {
  std::string method;
  std::map<std::string, std::string> values;
  int32_t sources = 0;
  FromSection(FindSection(sections, "network"), "network", method, values, sources);
  Options options(NeuralOptions(method));
  for (const auto& [key, value] : values) options.Set(key, value);
  if (sources < 0) Fail(Status::kCorrupt, "the model has ", sources, " sources");
  std::unique_ptr<TaggerNetwork> network(new TaggerNetwork(method, std::move(options), labels));
  Random random(1);
  network->SetEncoder(LoadEncoder(network->options_, sections, &network->parameters_));
  network->AddHead(&random);
  if (sources > 0) network->AddSources(at::zeros({sources, labels, labels}));
  network->LoadWeights(FindSection(sections, "weights"));
  return network;
}

std::unique_ptr<TaggerNetwork> TaggerNetwork::Clone() const {
  std::unique_ptr<TaggerNetwork> copy = Load(Sections(DType::kF32, nullptr), labels_);
  copy->reference_ = reference_;
  return copy;
}

std::string TaggerNetwork::SaveWeights(DType dtype, const EncoderReference* left_out) const {
  std::vector<std::string> packed(parameters_.size());
  std::vector<StoredTensor> tensors;
  for (size_t i = 0; i < parameters_.size(); ++i) {
    const Parameter& parameter = parameters_[i];
    if (left_out && left_out->Has(parameter)) continue;
    StoredTensor tensor;
    tensor.name = parameter.name;
    tensor.dtype = parameter.group == ParameterGroup::kEncoder ? dtype : DType::kF32;
    tensor.shape = parameter.value.sizes().vec();
    const at::Tensor value = parameter.value.to(at::kCPU).contiguous();
    packed[i] =
        PackFloats({value.data_ptr<float>(), static_cast<size_t>(value.numel())}, tensor.dtype);
    tensor.bytes = packed[i];
    tensors.push_back(std::move(tensor));
  }
  return WriteSafetensors(tensors);
}

void TaggerNetwork::LoadWeights(std::string_view bytes) {
  const Safetensors tensors(bytes, "section \"weights\"");
  for (size_t i = 0; i < parameters_.size(); ++i) {
    const Parameter& parameter = parameters_[i];
    const StoredTensor* tensor = tensors.Find(parameter.name);
    if (!tensor && reference_ && reference_->weights.count(parameter.name)) continue;
    if (!tensor) Fail(Status::kCorrupt, "the model has no weights \"", parameter.name, "\"");
    if (tensor->shape != parameter.value.sizes().vec()) {
      Fail(Status::kCorrupt, "weights \"", parameter.name, "\" have shape ",
           ShapeText(tensor->shape), ", expected ", ShapeText(parameter.value.sizes().vec()));
    }
    const std::vector<float> values = ToFloat(*tensor);
    std::memcpy(parameter.value.data_ptr<float>(), values.data(), values.size() * sizeof(float));
  }
}

}  // namespace weft

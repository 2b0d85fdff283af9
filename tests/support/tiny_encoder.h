// A pre-trained encoder of two small layers with random weights, as a Hugging Face folder.
#pragma once

#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "core/random.h"
#include "encode/safetensors.h"

namespace weft::testing {

struct TinyEncoder {
  static constexpr int64_t kWidth = 16, kInner = 32, kLayers = 2, kHeads = 2, kPositions = 24;

  std::string config =
      R"({"model_type": "bert", "vocab_size": 40, "hidden_size": 16, "num_hidden_layers": 2,)"
      R"( "num_attention_heads": 2, "intermediate_size": 32, "max_position_embeddings": 24,)"
      R"( "type_vocab_size": 2, "hidden_act": "gelu"})";
  std::string vocabulary = "[PAD]\n[UNK]\n[CLS]\n[SEP]\n";
  std::map<std::string, std::vector<int64_t>> shapes;  // by tensor
  std::string prefix;                                  // of tensor names

  TinyEncoder() {
    for (char c = 'a'; c <= 'z'; ++c) vocabulary += std::string(1, c) + "\n";
    for (const char* piece : {"##a", "##e", "##i", "##n", "##o", "##r", "##s", "##t", ".", "in"}) {
      vocabulary += std::string(piece) + "\n";
    }
    const auto affine = [&](const std::string& name, int64_t out, int64_t in) {
      shapes[name + ".weight"] = {out, in};
      shapes[name + ".bias"] = {out};
    };
    const auto norm = [&](const std::string& name) {
      shapes[name + ".weight"] = {kWidth};
      shapes[name + ".bias"] = {kWidth};
    };
    shapes["embeddings.word_embeddings.weight"] = {40, kWidth};
    shapes["embeddings.position_embeddings.weight"] = {kPositions, kWidth};
    shapes["embeddings.token_type_embeddings.weight"] = {2, kWidth};
    norm("embeddings.LayerNorm");
    for (int64_t i = 0; i < kLayers; ++i) {
      const std::string layer = "encoder.layer." + std::to_string(i) + ".";
      for (const char* part : {"query", "key", "value"}) {
        affine(layer + "attention.self." + part, kWidth, kWidth);
      }
      affine(layer + "attention.output.dense", kWidth, kWidth);
      norm(layer + "attention.output.LayerNorm");
      affine(layer + "intermediate.dense", kInner, kWidth);
      affine(layer + "output.dense", kWidth, kInner);
      norm(layer + "output.LayerNorm");
    }
  }

  /// `rename` changes names as other exports do.
  template <typename Rename>
  void Write(const std::string& folder, Rename rename) const {
    std::filesystem::create_directories(folder);
    std::ofstream(folder + "/config.json") << config;
    std::ofstream(folder + "/vocab.txt") << vocabulary;
    std::vector<std::string> values;
    std::vector<StoredTensor> tensors;
    values.reserve(shapes.size());
    Random random(5);
    for (const auto& [name, shape] : shapes) {
      int64_t count = 1;
      for (const int64_t n : shape) count *= n;
      std::vector<float> numbers(static_cast<size_t>(count));
      const bool scales = name.find("LayerNorm.weight") != std::string::npos;
      for (float& x : numbers) {
        x = static_cast<float>(random.Uniform() - 0.5) + (scales ? 1.0f : 0.0f);
      }
      values.push_back(PackFloats(numbers, DType::kF32));
      StoredTensor tensor;
      tensor.name = rename(name);
      tensor.dtype = DType::kF32;
      tensor.shape = shape;
      tensor.bytes = values.back();
      tensors.push_back(tensor);
    }
    std::ofstream(folder + "/model.safetensors", std::ios::binary) << WriteSafetensors(tensors);
  }
  void Write(const std::string& folder) const {
    Write(folder, [](const std::string& name) { return name; });
  }
};

}  // namespace weft::testing

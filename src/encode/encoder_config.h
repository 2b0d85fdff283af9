// What a pre-trained encoder is like: the config.json of a Hugging Face model folder.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "encode/encoder_folder.h"

namespace weft {

enum class EncoderFamily : int32_t { kBert, kDistilBert };
/// kGeluTanh is the approximation by tanh that configurations call "gelu_new".
enum class Activation : int32_t { kGelu, kGeluTanh, kRelu };

/// One set of names for both families; DistilBERT's own (dim, n_layers, …) are read and written.
struct EncoderConfig {
  EncoderFamily family = EncoderFamily::kBert;
  int64_t vocab_size = 0;  ///< rows of the word embeddings
  int64_t hidden_size = 0;
  int64_t num_layers = 0;
  int64_t num_heads = 0;  ///< divides hidden_size
  int64_t intermediate_size = 0;
  int64_t max_positions = 0;    ///< the most pieces that the encoder can read at once
  int64_t type_vocab_size = 0;  ///< 0: no token types (DistilBERT)
  double layer_norm_eps = 1e-12;
  Activation activation = Activation::kGelu;
  int64_t pad_id = 0;
  double hidden_dropout = 0.1;
  double attention_dropout = 0.1;
};

/// Fails with kFormat, naming file, line and key, where a value is missing, no such value can be,
/// or two contradict each other; with kUnsupported where the folder holds another kind of encoder.
EncoderConfig ParseEncoderConfig(std::string_view json, const std::string& file);

/// The same of FOLDER/config.json.
EncoderConfig ReadEncoderConfig(EncoderFolder* folder);

/// "max_position_embeddings" of FOLDER/config.json, whatever encoder it is of; 0: there is no such
/// file, or no such key. Fails as ReadEncoderConfig does.
int64_t ReadMaxPositions(EncoderFolder* folder);

/// JSON that ParseEncoderConfig reads back to the same values: for model files of our own.
std::string EncoderConfigJson(const EncoderConfig& config);

}  // namespace weft

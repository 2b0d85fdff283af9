#include "encode/encoder_config.h"

#include "core/error.h"
#include "core/options.h"
#include "encode/json_object.h"
#include "text/quote.h"

namespace weft {
namespace {

constexpr char kFile[] = "config.json", kWhat[] = "an encoder's configuration",
               kMaxPositions[] = "max_position_embeddings";
constexpr int64_t kMost = 1000000000;  // of anything: far above any encoder, far below an overflow
constexpr double kLargestDropout = 0.999;

// What a family calls its values.
struct Keys {
  const char* model_type;
  const char* hidden_size;
  const char* num_layers;
  const char* num_heads;
  const char* intermediate_size;
  const char* activation;
  const char* hidden_dropout;
  const char* attention_dropout;
};

constexpr Keys kBertKeys = {"bert",
                            "hidden_size",
                            "num_hidden_layers",
                            "num_attention_heads",
                            "intermediate_size",
                            "hidden_act",
                            "hidden_dropout_prob",
                            "attention_probs_dropout_prob"};
constexpr Keys kDistilBertKeys = {"distilbert", "dim",        "n_layers", "n_heads",
                                  "hidden_dim", "activation", "dropout",  "attention_dropout"};

const Keys& KeysOf(EncoderFamily family) {
  return family == EncoderFamily::kBert ? kBertKeys : kDistilBertKeys;
}

EncoderFamily ParseFamily(const JsonObject& json) {
  const std::string type = json.Text("model_type");
  if (type == kBertKeys.model_type) return EncoderFamily::kBert;
  if (type == kDistilBertKeys.model_type) return EncoderFamily::kDistilBert;
  Fail(Status::kUnsupported, json.Find("model_type").Where(), ": expected \"model_type\" ",
       kBertKeys.model_type, " or ", kDistilBertKeys.model_type, ", found ", Quote(type));
}

// Others than these are not known to be the same function.
Activation ParseActivation(const JsonObject& json, const char* key) {
  const std::string name = json.Text(key);
  if (name == "gelu") return Activation::kGelu;
  if (name == "gelu_new" || name == "gelu_fast" || name == "gelu_pytorch_tanh") {
    return Activation::kGeluTanh;
  }
  if (name == "relu") return Activation::kRelu;
  Fail(Status::kUnsupported, json.Find(key).Where(), ": expected ", Quote(key),
       " gelu, gelu_new or relu, found ", Quote(name));
}

const char* ActivationName(Activation activation) {
  switch (activation) {
    case Activation::kGelu:
      return "gelu";
    case Activation::kGeluTanh:
      return "gelu_new";
    case Activation::kRelu:
      return "relu";
  }
  return "";
}

void RequirePlainEncoder(const JsonObject& json) {
  const std::string position = json.Text("position_embedding_type", "absolute");
  if (position != "absolute") {
    Fail(Status::kUnsupported, json.Find("position_embedding_type").Where(),
         ": expected \"position_embedding_type\" absolute, found ", Quote(position));
  }
  if (json.Bool("is_decoder", false)) {
    Fail(Status::kUnsupported, json.Find("is_decoder").Where(),
         ": expected an encoder, found \"is_decoder\" true");
  }
}

void CheckSizes(const JsonObject& json, const Keys& keys, const EncoderConfig& config) {
  if (config.hidden_size % config.num_heads != 0) {
    Fail(Status::kFormat, json.Find(keys.num_heads).Where(), ": expected ", Quote(keys.num_heads),
         " to divide ", Quote(keys.hidden_size), " ", config.hidden_size, ", found ",
         config.num_heads);
  }
  if (config.pad_id >= config.vocab_size) {
    Fail(Status::kFormat, json.Find("pad_token_id").Where(),
         ": expected \"pad_token_id\" below \"vocab_size\" ", config.vocab_size, ", found ",
         config.pad_id);
  }
}

}  // namespace

EncoderConfig ParseEncoderConfig(std::string_view text, const std::string& file) {
  JsonDocument document;
  document.Parse(text, file, 1);
  const JsonObject json(document.root(), kWhat);
  EncoderConfig config;
  config.family = ParseFamily(json);
  RequirePlainEncoder(json);
  const Keys& keys = KeysOf(config.family);
  config.vocab_size = json.Int("vocab_size", 1, kMost);
  config.hidden_size = json.Int(keys.hidden_size, 1, kMost);
  config.num_layers = json.Int(keys.num_layers, 1, kMost);
  config.num_heads = json.Int(keys.num_heads, 1, kMost);
  config.intermediate_size = json.Int(keys.intermediate_size, 1, kMost);
  config.max_positions = json.Int(kMaxPositions, 1, kMost);
  config.activation = ParseActivation(json, keys.activation);
  if (config.family == EncoderFamily::kBert) {  // DistilBERT has no types, and one epsilon
    config.type_vocab_size = json.Int("type_vocab_size", 1, kMost);
    config.layer_norm_eps = json.Number("layer_norm_eps", 0, 1, config.layer_norm_eps);
  }
  config.pad_id = json.Int("pad_token_id", 0, kMost, config.pad_id);
  config.hidden_dropout =
      json.Number(keys.hidden_dropout, 0, kLargestDropout, config.hidden_dropout);
  config.attention_dropout =
      json.Number(keys.attention_dropout, 0, kLargestDropout, config.attention_dropout);
  CheckSizes(json, keys, config);
  return config;
}

EncoderConfig ReadEncoderConfig(EncoderFolder* folder) {
  return ParseEncoderConfig(folder->Read(kFile), folder->PathOf(kFile));
}

int64_t ReadMaxPositions(EncoderFolder* folder) {
  const std::optional<std::string> text = folder->ReadIfThere(kFile);
  if (!text) return 0;
  JsonDocument document;
  document.Parse(*text, folder->PathOf(kFile), 1);
  return JsonObject(document.root(), kWhat).Int(kMaxPositions, 1, kMost, 0);
}

std::string EncoderConfigJson(const EncoderConfig& config) {
  const Keys& keys = KeysOf(config.family);
  std::string out = StrCat("{\"model_type\":\"", keys.model_type, "\",\"", keys.activation, "\":\"",
                           ActivationName(config.activation), "\"");
  const auto add = [&](const char* key, const std::string& number) {
    out += StrCat(",\"", key, "\":", number);
  };
  add("vocab_size", std::to_string(config.vocab_size));
  add(keys.hidden_size, std::to_string(config.hidden_size));
  add(keys.num_layers, std::to_string(config.num_layers));
  add(keys.num_heads, std::to_string(config.num_heads));
  add(keys.intermediate_size, std::to_string(config.intermediate_size));
  add(kMaxPositions, std::to_string(config.max_positions));
  if (config.family == EncoderFamily::kBert) {
    add("type_vocab_size", std::to_string(config.type_vocab_size));
    add("layer_norm_eps", FormatDouble(config.layer_norm_eps));
  }
  add("pad_token_id", std::to_string(config.pad_id));
  add(keys.hidden_dropout, FormatDouble(config.hidden_dropout));
  add(keys.attention_dropout, FormatDouble(config.attention_dropout));
  return out + "}";
}

}  // namespace weft

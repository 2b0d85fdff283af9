// The weights of a Hugging Face model folder, under the names that its models give them.
#include <cstring>

#include "core/error.h"
#include "encode/safetensors.h"
#include "neural/transformer.h"

namespace weft {
namespace {

// Names of one layer's parts in the file, after the layer's own prefix.
struct LayerNames {
  const char *query, *key, *value, *attention_out, *attention_norm, *feed_in, *feed_out, *feed_norm;
};
constexpr LayerNames kBertNames = {"attention.self.query",
                                   "attention.self.key",
                                   "attention.self.value",
                                   "attention.output.dense",
                                   "attention.output.LayerNorm",
                                   "intermediate.dense",
                                   "output.dense",
                                   "output.LayerNorm"};
constexpr LayerNames kDistilBertNames = {"attention.q_lin",   "attention.k_lin",  "attention.v_lin",
                                         "attention.out_lin", "sa_layer_norm",    "ffn.lin1",
                                         "ffn.lin2",          "output_layer_norm"};

constexpr char kFile[] = "model.safetensors";

class FolderWeights {
 public:
  explicit FolderWeights(EncoderFolder* folder)
      : file_(folder->PathOf(kFile)), bytes_(folder->Read(kFile)), tensors_(bytes_, file_) {}

  // Fills rows [begin, begin + those of the tensor) of `out`.
  void Copy(const std::string& name, int64_t begin, const std::vector<int64_t>& shape,
            const at::Tensor& out) const {
    const StoredTensor& tensor = Find(name);
    if (tensor.shape != shape) {
      Fail(Status::kFormat, file_, ": tensor \"", tensor.name, "\" has shape ",
           ShapeText(tensor.shape), "; config.json says ", ShapeText(shape));
    }
    const std::vector<float> values = ToFloat(tensor);
    std::memcpy(out.data_ptr<float>() + begin * out.numel() / out.size(0), values.data(),
                values.size() * sizeof(float));
  }

 private:
  // Exports differ by a prefix, and old ones call a norm's weight and bias gamma and beta.
  const StoredTensor& Find(const std::string& name) const {
    for (const char* prefix : {"", "bert.", "distilbert."}) {
      for (const auto& [now, once] :
           {std::pair(".weight", ".weight"), std::pair(".bias", ".bias"),
            std::pair(".weight", ".gamma"), std::pair(".bias", ".beta")}) {
        std::string wanted = prefix + name;
        const std::string ending = now;
        if (wanted.size() < ending.size() ||
            wanted.compare(wanted.size() - ending.size(), ending.size(), ending) != 0) {
          continue;
        }
        wanted.replace(wanted.size() - ending.size(), ending.size(), once);
        if (const StoredTensor* found = tensors_.Find(wanted)) return *found;
      }
    }
    std::string some;
    for (size_t i = 0; i < tensors_.tensors().size() && i < 3; ++i) {
      some += (i ? ", " : "") + tensors_.tensors()[i].name;
    }
    Fail(Status::kFormat, file_, ": there is no tensor \"", name, "\", with or without the prefix ",
         "\"bert.\" or \"distilbert.\"; there are ", tensors_.tensors().size(), ": ", some, ", …");
  }

  const std::string file_, bytes_;
  const Safetensors tensors_;
};

}  // namespace

void Transformer::LoadWeights(EncoderFolder* folder) {
  const FolderWeights weights(folder);
  const bool bert = config_.family == EncoderFamily::kBert;
  const LayerNames& names = bert ? kBertNames : kDistilBertNames;
  const int64_t width = config_.hidden_size, inner = config_.intermediate_size;
  const auto affine = [&](const std::string& name, const Affine& to, int64_t begin, int64_t out,
                          int64_t in) {
    weights.Copy(name + ".weight", begin, {out, in}, to.weight->value);
    weights.Copy(name + ".bias", begin, {out}, to.bias->value);
  };
  const auto norm = [&](const std::string& name, const Affine& to) {
    weights.Copy(name + ".weight", 0, {width}, to.weight->value);
    weights.Copy(name + ".bias", 0, {width}, to.bias->value);
  };
  weights.Copy("embeddings.word_embeddings.weight", 0, {config_.vocab_size, width}, words_->value);
  weights.Copy("embeddings.position_embeddings.weight", 0, {config_.max_positions, width},
               positions_->value);
  if (types_) {
    weights.Copy("embeddings.token_type_embeddings.weight", 0, {config_.type_vocab_size, width},
                 types_->value);
  }
  norm("embeddings.LayerNorm", embedding_norm_);
  for (size_t i = 0; i < layers_.size(); ++i) {
    const std::string prefix = StrCat(bert ? "encoder.layer." : "transformer.layer.", i, ".");
    const Layer& layer = layers_[i];
    int64_t begin = 0;
    for (const char* part : {names.query, names.key, names.value}) {
      affine(prefix + part, layer.attention_in, begin, width, width);
      begin += width;
    }
    affine(prefix + names.attention_out, layer.attention_out, 0, width, width);
    norm(prefix + names.attention_norm, layer.attention_norm);
    affine(prefix + names.feed_in, layer.feed_in, 0, inner, width);
    affine(prefix + names.feed_out, layer.feed_out, 0, width, inner);
    norm(prefix + names.feed_norm, layer.feed_norm);
  }
}

}  // namespace weft

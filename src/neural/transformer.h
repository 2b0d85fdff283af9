// The BERT family (Devlin et al. 2019; DistilBERT, Sanh et al. 2019).
#pragma once

#include <string>
#include <vector>

#include "encode/encoder_config.h"
#include "encode/encoder_folder.h"
#include "neural/piece_encoder.h"

namespace weft {

struct TransformerOptions {
  int64_t frozen_layers =
      0;                   ///< of the lowest; −1: the whole encoder. The embeddings are the first
  double layer_decay = 1;  ///< of the learning rate, from each layer to the one below
};

class Transformer : public PieceStates {
 public:
  /// Parameters get random values; LoadWeights or the model file fill them.
  Transformer(const EncoderConfig& config, const TransformerOptions& options,
              Parameters* parameters);

  /// From the values of FOLDER/model.safetensors, with or without the prefix "bert." or
  /// "distilbert.". Fails with kFormat, naming file and tensor, where one is missing or has another
  /// shape than the configuration says.
  void LoadWeights(EncoderFolder* folder);

  int64_t width() const override { return config_.hidden_size; }
  int64_t longest() const override { return config_.max_positions; }
  at::Tensor Forward(const std::vector<int64_t>& ids, const std::vector<int64_t>& ends,
                     ForwardPass* pass) const override;
  std::vector<Section> Save() const override;
  std::string Describe() const override;

 private:
  struct Affine {
    Parameter *weight, *bias;
  };
  struct Layer {
    Affine attention_in;  // queries, keys and values in one
    Affine attention_out, attention_norm;
    Affine feed_in, feed_out, feed_norm;
  };
  Affine AddAffine(const std::string& name, int64_t out, int64_t in, int64_t depth);
  Affine AddNorm(const std::string& name, int64_t depth);
  void SetDepth(Parameter* parameter, int64_t depth) const;
  at::Tensor Normalise(const at::Tensor& x, const Affine& norm) const;
  at::Tensor Activate(const at::Tensor& x) const;

  const EncoderConfig config_;
  const TransformerOptions options_;
  Parameters* parameters_;
  Parameter *words_, *positions_, *types_ = nullptr;
  Affine embedding_norm_;
  std::vector<Layer> layers_;
};

}  // namespace weft

// The BERT family (Devlin et al. 2019; DistilBERT, Sanh et al. 2019) as an encoder of words.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "encode/encoder_config.h"
#include "encode/word_pieces.h"
#include "neural/encoder.h"
#include "neural/spelling.h"

namespace weft {

/// Which pieces of a word the encoder is fed; the first one's state stands for the word.
enum class Subwords : int32_t { kFirst, kFirstOnly };

struct TransformerOptions {
  Subwords subwords = Subwords::kFirst;
  bool special_tokens = true;  ///< [CLS] before and [SEP] after each sentence
  int64_t context = 64;        ///< pieces beside each word where a sentence is cut into windows
  int64_t frozen_layers =
      0;                   ///< of the lowest; −1: the whole encoder. The embeddings are the first
  double dropout = 0;      ///< of the words' vectors, at last
  double layer_decay = 1;  ///< of the learning rate, from each layer to the one below
};

class TransformerEncoder : public Encoder {
 public:
  /// Parameters get random values; LoadFolder or the model file fill them. `spelling` may be null.
  TransformerEncoder(const EncoderConfig& config, std::shared_ptr<const WordPieces> pieces,
                     const TransformerOptions& options, std::unique_ptr<Spelling> spelling,
                     Parameters* parameters);

  /// From the values of FOLDER/model.safetensors, with or without the prefix "bert." or
  /// "distilbert.". Fails with kFormat, naming file and tensor, where one is missing or has another
  /// shape than the configuration says.
  void LoadWeights(EncoderFolder* folder);

  int64_t width() const override;
  int64_t ShardCost() const override { return 256; }
  std::unique_ptr<EncoderInput> Read(const Corpus& corpus) const override;
  at::Tensor Forward(const EncoderInput& input, Span<const int64_t> sentences,
                     ForwardPass* pass) const override;
  std::vector<Section> Save() const override;
  std::vector<std::pair<std::string, std::string>> Describe() const override;

  /// The last hidden states of pieces [pieces, hidden size], sequences end to end; `ends` [B].
  at::Tensor HiddenStates(const std::vector<int64_t>& ids, const std::vector<int64_t>& ends,
                          ForwardPass* pass) const;

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
  const std::shared_ptr<const WordPieces> pieces_;
  const TransformerOptions options_;
  const std::unique_ptr<Spelling> spelling_;
  Parameters* parameters_;
  Parameter *words_, *positions_, *types_ = nullptr;
  Affine embedding_norm_;
  std::vector<Layer> layers_;
};

}  // namespace weft

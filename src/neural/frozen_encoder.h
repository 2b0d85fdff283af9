// An encoder that training leaves as it is: it reads a corpus once, and layers over what it gave
// learn.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "neural/encoder.h"

namespace weft {

struct FrozenOptions {
  int64_t layers = 0;  ///< hidden layers over the encoder's vectors, ReLU between
  int64_t units = 0;   ///< of each
  double dropout = 0;  ///< of the vectors and of each layer
};

class FrozenEncoder : public Encoder {
 public:
  /// Freezes all that `parameters` hold, which are the encoder's; adds its layers'.
  FrozenEncoder(std::unique_ptr<Encoder> encoder, const FrozenOptions& options,
                Parameters* parameters, Random* random);

  int64_t width() const override;
  int64_t ShardCost() const override { return 256; }
  /// Runs the encoder over the whole corpus: [words, width] of it are kept.
  std::unique_ptr<EncoderInput> Read(const Corpus& corpus) const override;
  at::Tensor Forward(const EncoderInput& input, Span<const int64_t> sentences,
                     ForwardPass* pass) const override;
  bool KnowsWords(const Corpus& corpus) const override { return encoder_->KnowsWords(corpus); }
  std::vector<Section> Save() const override { return encoder_->Save(); }
  std::vector<std::pair<std::string, std::string>> Describe() const override;

 private:
  struct Layer {
    Parameter *weight, *bias;
  };
  const std::unique_ptr<const Encoder> encoder_;
  const FrozenOptions options_;
  std::vector<Layer> layers_;
};

}  // namespace weft

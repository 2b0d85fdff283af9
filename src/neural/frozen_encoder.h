// Layers that learn over vectors that training leaves as they are: those of a corpus are made once.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "neural/token_states.h"

namespace weft {

struct FrozenOptions {
  int64_t layers = 0;  ///< hidden layers over the vectors, ReLU between
  int64_t units = 0;   ///< of each
  double dropout = 0;  ///< of the vectors and of each layer
};

class FrozenEncoder : public Encoder {
 public:
  FrozenEncoder(std::unique_ptr<TokenStates> states, const FrozenOptions& options,
                Parameters* parameters, Random* random);

  int64_t width() const override;
  int64_t ShardCost() const override { return 256; }
  std::unique_ptr<EncoderInput> Read(const Corpus& corpus) const override;
  at::Tensor Forward(const EncoderInput& input, Span<const int64_t> sentences,
                     ForwardPass* pass) const override;
  bool KnowsWords(const Corpus& corpus) const override { return states_->KnowsWords(corpus); }
  std::vector<Section> Save() const override { return states_->Save(); }
  std::vector<std::pair<std::string, std::string>> Describe() const override;

 private:
  struct Layer {
    Parameter *weight, *bias;
  };
  const std::unique_ptr<const TokenStates> states_;
  const FrozenOptions options_;
  std::vector<Layer> layers_;
};

}  // namespace weft

// The conditional HMM written with batched LibTorch operations and its automatic gradient, one
// linear layer over embeddings: what people write where there are no kernels. Baseline of its
// benchmark.
#pragma once

#include <memory>
#include <vector>

#include "neural/conditional_hmm.h"
#include "neural/torch.h"
#include "text/corpus.h"

namespace weft::bench {

class TensorChmm {
 public:
  /// Of hard votes for labels of `corpus`, by all sources on all tokens; embeddings of the corpus.
  TensorChmm(std::shared_ptr<const Corpus> corpus, const ConditionalShape& shape);

  /// −log p(votes) of sentences, padded to the longest, and its gradient by weight and bias.
  double Step(const std::vector<int64_t>& sentences);
  /// An Adam step on that gradient.
  void Update(double rate);
  /// Every sentence once, `batch` at a time.
  void Epoch(int64_t batch, double rate);

  at::Tensor weight, bias;       ///< [width, D], [width]
  std::vector<at::Tensor> grad;  ///< of the last step, likewise

 private:
  const std::shared_ptr<const Corpus> corpus_;
  const ConditionalShape shape_;
  at::Tensor states_, votes_;  // [tokens, D], [tokens, J]
  std::vector<at::Tensor> first_, second_;
  int64_t steps_ = 0;
};

}  // namespace weft::bench

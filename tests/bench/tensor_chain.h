// The chain layers of neural taggers, written with batched LibTorch operations and its automatic
// gradient: what people write where there are no kernels. Baselines of the neural benchmarks.
#pragma once

#include "neural/torch.h"
#include "support/workloads.h"

namespace weft::bench {

/// W2's numbers as leaves of a graph.
struct TensorChain {
  explicit TensorChain(const testing::W2& w2);

  at::Tensor emissions;          ///< [B, L, K]
  at::Tensor transitions;        ///< [K, K]
  at::Tensor start, end;         ///< [K]
  at::Tensor tags;               ///< [B, L]
  at::Tensor votes;              ///< [B·L, J]
  at::Tensor sources;            ///< [J, K, K]
  std::vector<at::Tensor> grad;  ///< of the last call, in the order above

  /// The negative log-likelihood of the tags and its gradient.
  double LabelStep();
  /// The negative log-likelihood of the votes under the hidden CRF, free rows, and its gradient.
  double VoteStep();

 private:
  at::Tensor LogPartition(const at::Tensor& scores) const;
};

}  // namespace weft::bench

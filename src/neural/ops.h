// The differentiable operations that encoders are made of, beside those of LibTorch: matrix
// products by oneDNN, which Debian's LibTorch does not use for them, and layers whose LibTorch
// forms spend their time between many small operations. Tensors are float32, contiguous, on the
// processor; other devices take plain_ops.h, where dropout draws from LibTorch's generator, not
// from the stream. Thread-safe on distinct tensors.
#pragma once

#include <cstdint>
#include <vector>

#include "neural/torch.h"

namespace weft {

/// x Wᵀ + b. x [N, I], weight [O, I], bias [O]; returns [N, O].
Tensor Linear(const Tensor& x, const Tensor& weight, const Tensor& bias);

/// Multi-head self-attention (Vaswani et al. 2017, § 3.2) within each sequence. `qkv` [N, 3D]:
/// queries, keys and values side by side, sequences end to end; `ends` [B]: where each ends.
/// Probabilities are dropped with probability `dropout`, by stream `seed`. Returns [N, D].
Tensor Attention(const Tensor& qkv, const std::vector<int64_t>& ends, int64_t heads, double dropout,
                 uint64_t seed);

/// x·Φ(x). LibTorch's own compiles and keeps code for every number of elements.
Tensor Gelu(const Tensor& x);

/// Elements are dropped with probability p and the others scaled by 1/(1 − p), by stream `seed`:
/// the same whatever the number of threads. p 0: x itself.
Tensor Drop(const Tensor& x, double p, uint64_t seed);

/// Rows of x [N, D] by index, which may repeat: [rows.size(), D].
Tensor SelectRows(const Tensor& x, const std::vector<int64_t>& rows);

/// One direction of an LSTM (Hochreiter and Schmidhuber 1997; gates input, forget, cell, output)
/// over sequences sorted by falling length, step by step: x [N, I] has the first step of all
/// sequences, then the second of those that have one, …; `steps` says how many have it. `input`
/// [4H, I], `recurrent` [4H, H], bias [4H]. Returns the hidden states [N, H] in the same order.
Tensor Lstm(const Tensor& x, const std::vector<int64_t>& steps, const Tensor& input,
            const Tensor& recurrent, const Tensor& bias);

}  // namespace weft

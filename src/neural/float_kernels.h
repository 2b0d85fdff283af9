// The loops over single-precision numbers in which neural training and decoding spend the time that
// matrix products leave. Chosen by CPU level.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>

namespace weft {

/// A step of an LSTM over B sequences, H units; gates stand as (input, forget, cell, output).
struct LstmStep {
  size_t sequences = 0, units = 0;
  float* gates = nullptr;       ///< [B, 4H] sums; become the gates' values
  const float* cell = nullptr;  ///< [B, H] before the step, or null: zeros
  float* next_cell = nullptr;   ///< [B, H]
  float* next_tanh = nullptr;   ///< [B, H] tanh of it
  float* hidden = nullptr;      ///< [B, H]
};
void LstmForward(const LstmStep& step);

/// The same backwards.
struct LstmBackStep {
  size_t sequences = 0, units = 0;
  const float* gates = nullptr;      ///< [B, 4H] values
  const float* cell = nullptr;       ///< [B, H] before the step, or null
  const float* next_tanh = nullptr;  ///< [B, H]
  const float* d_hidden = nullptr;   ///< [B, H]
  float* d_cell = nullptr;           ///< [B, H] of the cell after the step; becomes that before it
  float* d_gates = nullptr;          ///< [B, 4H] of the sums
};
void LstmBackward(const LstmBackStep& step);

/// Softmax of each row of scale·scores [rows, n], in place.
void SoftmaxRows(size_t rows, size_t n, size_t stride, float scale, float* scores);
/// Its gradient, in place: d ← p·(d − Σ p·d)·scale.
void SoftmaxRowsBackward(size_t rows, size_t n, size_t stride, float scale, const float* p,
                         float* d);

/// Softmax over the rows of each of `groups` matrices [rows, columns], column by column.
void SoftmaxColumns(size_t groups, size_t rows, size_t columns, const float* scores,
                    float* probabilities);

/// out = x·Φ(x), the exact GELU (Hendrycks and Gimpel 2016), and its gradient Φ(x) + x·φ(x) times
/// d.
void Gelu(size_t count, const float* x, float* out);
void GeluBackward(size_t count, const float* x, const float* d, float* out);

/// out[i] = x[i]/(1 − p) with probability 1 − p, else 0, by the i-th number of stream `seed`. Twice
/// the same seed drops the same. In place where out == x.
void DropValues(size_t count, float p, uint64_t seed, const float* x, float* out);

/// One AdamW step (Loshchilov and Hutter 2019) on `count` weights. `rate` carries the correction of
/// the moments' bias, `epsilon` likewise.
struct AdamStep {
  float beta1 = 0, beta2 = 0, epsilon = 0;
  float rate = 0;      ///< learning rate / (1 − β1^n)
  float variance = 0;  ///< 1 / (1 − β2^n)
  float decay = 0;     ///< 1 − learning rate · weight decay
  float gradient = 0;  ///< the gradient is multiplied by this (clipping)
};
void AdamUpdate(size_t count, const AdamStep& step, const float* gradient, float* weights,
                float* moment, float* square);

/// Σ x², in double precision.
double SumOfSquares(size_t count, const float* x);

/// In double precision, the squares of finite floats have a finite sum.
inline bool AllFinite(size_t count, const float* x) {
  return std::isfinite(SumOfSquares(count, x));
}

/// out[c] += Σ_r x[r, c]: the gradient of a bias.
void AddColumnSums(size_t rows, size_t columns, const float* x, float* out);

}  // namespace weft

// Rows of padded doubles and products of a row with a matrix, for kernel files: NV is the number of
// vectors in a row, or 0 where the compiler does not know it.
#pragma once

#include <cstdint>

#include "chain/vector.h"

namespace weft {
namespace {

// out[j] = Σ_i x[i]·matrix[i, j] for j in a block of NV vectors. Where these are few, two sets of
// accumulators hide the latency of the multiply-adds.
template <int NV>
inline void MatVecBlock(const double* x, const double* matrix, int32_t labels, int32_t stride,
                        Vec* out) {
  constexpr int kSets = NV < 7 ? 2 : 1;
  Vec acc[kSets][NV] = {};
  int32_t i = 0;
  for (; i + kSets <= labels; i += kSets) {
    for (int s = 0; s < kSets; ++s) {
      const double* row = matrix + static_cast<int64_t>(i + s) * stride;
      for (int v = 0; v < NV; ++v) acc[s][v] += x[i + s] * Load(row + v * kLanes);
    }
  }
  if (i < labels) {
    const double* row = matrix + static_cast<int64_t>(i) * stride;
    for (int v = 0; v < NV; ++v) acc[0][v] += x[i] * Load(row + v * kLanes);
  }
  for (int v = 0; v < NV; ++v) out[v] = kSets == 2 ? acc[0][v] + acc[kSets - 1][v] : acc[0][v];
}

// finish(offset, sum) for each vector of x · matrix, NV vectors a row (0: any number, in blocks);
// the sum of what it returns.
template <int NV, typename Finish>
inline double MatVec(const double* x, const double* matrix, int32_t labels, int32_t stride,
                     Finish finish) {
  Vec total = {};
  const auto block = [&](auto size, int32_t column) {
    constexpr int kBlock = decltype(size)::kCount;
    Vec sums[kBlock];
    MatVecBlock<kBlock>(x, matrix + column, labels, stride, sums);
    for (int v = 0; v < kBlock; ++v) total += finish(column + v * kLanes, sums[v]);
  };
  if constexpr (NV > 0) {
    block(Vectors<NV>{}, 0);
  } else {
    int32_t column = 0;
    for (; column + 8 * kLanes <= stride; column += 8 * kLanes) block(Vectors<8>{}, column);
    for (; column + 2 * kLanes <= stride; column += 2 * kLanes) block(Vectors<2>{}, column);
    for (; column < stride; column += kLanes) block(Vectors<1>{}, column);
  }
  return Sum(total);
}

// step(offset) for each vector of a row.
template <int NV, typename Step>
inline void ForRow(int32_t stride, Step step) {
  const int32_t vectors = NV ? NV : stride / kLanes;
  for (int32_t v = 0; v < vectors; ++v) step(v * kLanes);
}

// out = a ∘ b, and the sum of its elements.
template <int NV>
inline double Product(const double* a, const double* b, int32_t stride, double* out) {
  Vec total = {};
  ForRow<NV>(stride, [&](int32_t k) {
    const Vec v = Load(a + k) * Load(b + k);
    Store(out + k, v);
    total += v;
  });
  return Sum(total);
}

template <int NV>
inline double CopyRow(const double* from, int32_t stride, double* to) {
  Vec total = {};
  ForRow<NV>(stride, [&](int32_t k) {
    Store(to + k, Load(from + k));
    total += Load(from + k);
  });
  return Sum(total);
}

template <int NV>
inline double Dot(const double* a, const double* b, int32_t stride) {
  Vec total = {};
  ForRow<NV>(stride, [&](int32_t k) { total += Load(a + k) * Load(b + k); });
  return Sum(total);
}

template <int NV>
inline void Scale(double* row, int32_t stride, double factor) {
  ForRow<NV>(stride, [&](int32_t k) { Store(row + k, Load(row + k) * factor); });
}

}  // namespace
}  // namespace weft

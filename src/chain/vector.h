// SIMD vectors for kernel files, by the compiler's vector extension: as wide as the registers of
// the CPU level that the file is compiled for. For kernel files only.
#pragma once

#include <cstdint>

namespace weft {
namespace {

#if defined(__AVX2__)
#define WEFT_VECTOR_BYTES 32
#else
#define WEFT_VECTOR_BYTES 16
#endif

typedef double Vec __attribute__((vector_size(WEFT_VECTOR_BYTES), aligned(8), may_alias));
typedef long long Bits __attribute__((vector_size(WEFT_VECTOR_BYTES), aligned(8), may_alias));

constexpr int kLanes = WEFT_VECTOR_BYTES / static_cast<int>(sizeof(double));

inline Vec Load(const double* p) { return *reinterpret_cast<const Vec*>(p); }

inline void Store(double* p, Vec v) { *reinterpret_cast<Vec*>(p) = v; }

inline Vec Splat(double x) { return x - Vec{}; }

inline Vec Max(Vec a, Vec b) { return a > b ? a : b; }

// Combines the lanes of a vector by halves, a tree and not a chain: every lane of the result holds
// the value of all.
template <typename Combine>
inline double Fold(Vec v, Combine combine) {
#if WEFT_VECTOR_BYTES == 32
  v = combine(v, __builtin_shufflevector(v, v, 2, 3, 0, 1));
  v = combine(v, __builtin_shufflevector(v, v, 1, 0, 3, 2));
#else
  v = combine(v, __builtin_shufflevector(v, v, 1, 0));
#endif
  return v[0];
}

inline double Sum(Vec v) {
  return Fold(v, [](Vec a, Vec b) { return a + b; });
}

inline double MaxLane(Vec v) { return Fold(v, Max); }

template <int N>
struct Vectors {
  static constexpr int kCount = N;
};

// body(Vectors<N>{}) for rows of `count` vectors, a number that the compiler knows where it is at
// most N; else body(Vectors<0>{}).
template <int N = 12, typename Body>
inline auto ForVectors(int32_t count, Body body) {
  if constexpr (N > 0) {
    if (count != N) return ForVectors<N - 1>(count, body);
  }
  return body(Vectors<N>{});
}

constexpr double kLog2E = 1.4426950408889634074;
constexpr double kLn2High = 6.93147180369123816490e-01;
constexpr double kLn2Low = 1.90821492927058770002e-10;

// exp of N vectors of numbers <= 0; relative error below 1e-15; 0 below −708 (and at −inf). Their
// polynomials go side by side: one alone waits for each multiply-add.
template <int N>
inline void Exp(Vec (&x)[N]) {
  constexpr double kRound = 6755399441055744.0;  // 1.5·2^52: adding it rounds to a whole number
  // Taylor series; |r| <= ln(2)/2.
  constexpr int kCount = 13;
  constexpr double kTerms[kCount] = {1.0 / 479001600.0,
                                     1.0 / 39916800.0,
                                     1.0 / 3628800.0,
                                     1.0 / 362880.0,
                                     1.0 / 40320.0,
                                     1.0 / 5040.0,
                                     1.0 / 720.0,
                                     1.0 / 120.0,
                                     1.0 / 24.0,
                                     1.0 / 6.0,
                                     0.5,
                                     1.0,
                                     1.0};
  const Vec lowest = Splat(-708.0);
  Vec shifted[N], r[N], p[N];
  for (int i = 0; i < N; ++i) {
    const Vec bounded = x[i] < lowest ? lowest : x[i];  // NaN stays
    shifted[i] = bounded * kLog2E + kRound;
    const Vec n = shifted[i] - kRound;
    r[i] = (bounded - n * kLn2High) - n * kLn2Low;
    p[i] = Splat(kTerms[0]);
  }
  for (int k = 1; k < kCount; ++k) {
    for (int i = 0; i < N; ++i) p[i] = p[i] * r[i] + kTerms[k];
  }
  for (int i = 0; i < N; ++i) {
    const Bits power = (reinterpret_cast<const Bits&>(shifted[i]) + 1023) << 52;
    const Vec y = p[i] * reinterpret_cast<const Vec&>(power);
    x[i] = x[i] < lowest ? Vec{} : y;
  }
}

}  // namespace
}  // namespace weft

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

template <typename Real>
struct VectorOf;
template <>
struct VectorOf<double> {
  typedef double Type __attribute__((vector_size(WEFT_VECTOR_BYTES), aligned(8), may_alias));
  typedef long long Mask __attribute__((vector_size(WEFT_VECTOR_BYTES), aligned(8), may_alias));
};
template <>
struct VectorOf<float> {
  typedef float Type __attribute__((vector_size(WEFT_VECTOR_BYTES), aligned(4), may_alias));
  typedef int Mask __attribute__((vector_size(WEFT_VECTOR_BYTES), aligned(4), may_alias));
};

template <typename Real>
using Vec = typename VectorOf<Real>::Type;

template <typename Real>
constexpr int kLanes = WEFT_VECTOR_BYTES / static_cast<int>(sizeof(Real));

template <typename Real>
inline Vec<Real> Load(const Real* p) {
  return *reinterpret_cast<const Vec<Real>*>(p);
}

template <typename Real>
inline void Store(Real* p, Vec<Real> v) {
  *reinterpret_cast<Vec<Real>*>(p) = v;
}

template <typename Real>
inline Vec<Real> Splat(Real x) {
  return x - Vec<Real>{};
}

template <typename Real>
inline Vec<Real> Max(Vec<Real> a, Vec<Real> b) {
  return a > b ? a : b;
}

// Combines the lanes of a vector by halves, a tree and not a chain: every lane of the result holds
// the value of all.
#if WEFT_VECTOR_BYTES == 32
template <typename Combine>
inline double Fold(Vec<double> v, Combine combine) {
  v = combine(v, __builtin_shufflevector(v, v, 2, 3, 0, 1));
  v = combine(v, __builtin_shufflevector(v, v, 1, 0, 3, 2));
  return v[0];
}

template <typename Combine>
inline float Fold(Vec<float> v, Combine combine) {
  v = combine(v, __builtin_shufflevector(v, v, 4, 5, 6, 7, 0, 1, 2, 3));
  v = combine(v, __builtin_shufflevector(v, v, 2, 3, 0, 1, 6, 7, 4, 5));
  v = combine(v, __builtin_shufflevector(v, v, 1, 0, 3, 2, 5, 4, 7, 6));
  return v[0];
}
#else
template <typename Combine>
inline double Fold(Vec<double> v, Combine combine) {
  v = combine(v, __builtin_shufflevector(v, v, 1, 0));
  return v[0];
}

template <typename Combine>
inline float Fold(Vec<float> v, Combine combine) {
  v = combine(v, __builtin_shufflevector(v, v, 2, 3, 0, 1));
  v = combine(v, __builtin_shufflevector(v, v, 1, 0, 3, 2));
  return v[0];
}
#endif

template <typename Real>
inline Real Sum(Vec<Real> v) {
  return Fold(v, [](Vec<Real> a, Vec<Real> b) { return a + b; });
}

template <typename Real>
inline Real MaxLane(Vec<Real> v) {
  return Fold(v, [](Vec<Real> a, Vec<Real> b) { return Max<Real>(a, b); });
}

constexpr double kLog2E = 1.4426950408889634074;
constexpr double kLn2High = 6.93147180369123816490e-01;
constexpr double kLn2Low = 1.90821492927058770002e-10;

// exp(x) for x <= 0; relative error below 1e-15; 0 below −708 (and at −inf).
inline Vec<double> Exp(Vec<double> x) {
  constexpr double kRound = 6755399441055744.0;  // 1.5·2^52: adding it rounds to a whole number
  const Vec<double> lowest = Splat(-708.0);
  const auto underflow = x < lowest;
  x = underflow ? lowest : x;
  const Vec<double> shifted = x * kLog2E + kRound;
  const Vec<double> n = shifted - kRound;
  const Vec<double> r = (x - n * kLn2High) - n * kLn2Low;
  // Taylor series to the 13th power; |r| <= ln(2)/2.
  Vec<double> p = Splat(1.0 / 6227020800.0);
  p = p * r + 1.0 / 479001600.0;
  p = p * r + 1.0 / 39916800.0;
  p = p * r + 1.0 / 3628800.0;
  p = p * r + 1.0 / 362880.0;
  p = p * r + 1.0 / 40320.0;
  p = p * r + 1.0 / 5040.0;
  p = p * r + 1.0 / 720.0;
  p = p * r + 1.0 / 120.0;
  p = p * r + 1.0 / 24.0;
  p = p * r + 1.0 / 6.0;
  p = p * r + 0.5;
  p = p * r + 1.0;
  p = p * r + 1.0;
  typedef VectorOf<double>::Mask Bits;
  const Bits power = (reinterpret_cast<const Bits&>(shifted) + 1023) << 52;
  const Vec<double> y = p * reinterpret_cast<const Vec<double>&>(power);
  return underflow ? Vec<double>{} : y;
}

// The same in single precision; relative error below 2e-7; 0 below −87.
inline Vec<float> Exp(Vec<float> x) {
  constexpr float kRound = 12582912.0f;  // 1.5·2^23
  const Vec<float> lowest = Splat(-87.0f);
  const auto underflow = x < lowest;
  x = underflow ? lowest : x;
  const Vec<float> shifted = x * static_cast<float>(kLog2E) + kRound;
  const Vec<float> n = shifted - kRound;
  const Vec<float> r = (x - n * 0.693359375f) - n * -2.12194440e-4f;
  Vec<float> p = Splat(1.0f / 5040.0f);
  p = p * r + 1.0f / 720.0f;
  p = p * r + 1.0f / 120.0f;
  p = p * r + 1.0f / 24.0f;
  p = p * r + 1.0f / 6.0f;
  p = p * r + 0.5f;
  p = p * r + 1.0f;
  p = p * r + 1.0f;
  typedef VectorOf<float>::Mask Bits;
  const Bits power = (reinterpret_cast<const Bits&>(shifted) + 127) << 23;
  const Vec<float> y = p * reinterpret_cast<const Vec<float>&>(power);
  return underflow ? Vec<float>{} : y;
}

}  // namespace
}  // namespace weft

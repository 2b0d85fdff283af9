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

// body(Vectors<N>{}) for rows of N vectors, N known to the compiler where rows are short; N 0: any
// number. Rows are padded to 8 doubles, so their number is even.
template <typename Body>
inline auto ForVectors(int32_t count, Body body) {
  switch (count) {
    case 1:
      return body(Vectors<1>{});
    case 2:
      return body(Vectors<2>{});
    case 3:
      return body(Vectors<3>{});
    case 4:
      return body(Vectors<4>{});
    case 6:
      return body(Vectors<6>{});
    default:
      return body(Vectors<0>{});
  }
}

constexpr double kLog2E = 1.4426950408889634074;
constexpr double kLn2High = 6.93147180369123816490e-01;
constexpr double kLn2Low = 1.90821492927058770002e-10;

// exp(x) for x <= 0; relative error below 1e-15; 0 below −708 (and at −inf).
inline Vec Exp(Vec x) {
  constexpr double kRound = 6755399441055744.0;  // 1.5·2^52: adding it rounds to a whole number
  const Vec lowest = Splat(-708.0);
  const auto underflow = x < lowest;
  x = underflow ? lowest : x;
  const Vec shifted = x * kLog2E + kRound;
  const Vec n = shifted - kRound;
  const Vec r = (x - n * kLn2High) - n * kLn2Low;
  // Taylor series to the 13th power; |r| <= ln(2)/2.
  Vec p = Splat(1.0 / 6227020800.0);
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
  const Bits power = (reinterpret_cast<const Bits&>(shifted) + 1023) << 52;
  const Vec y = p * reinterpret_cast<const Vec&>(power);
  return underflow ? Vec{} : y;
}

}  // namespace
}  // namespace weft

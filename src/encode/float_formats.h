// Numbers of 16 bits: IEEE half precision (F16) and bfloat16 (BF16), to and from float. A host may
// have the processor round otherwise or flush what is tiny to zero: but for halves below 2^-14,
// which FloatToHalf has the processor round, nothing here depends on that.
#pragma once

#include <cstdint>
#include <cstring>

namespace weft {

inline uint32_t FloatBits(float value) {
  uint32_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}

inline float FloatFromBits(uint32_t bits) {
  float value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

inline float BrainToFloat(uint16_t brain) {
  return FloatFromBits(static_cast<uint32_t>(brain) << 16);
}

inline float HalfToFloat(uint16_t half) {
  constexpr uint32_t kBias = 112u << 23;  // 127 − 15, where a float's exponent stands
  const uint32_t sign = (half & 0x8000u) << 16, rest = half & 0x7fffu;
  const uint32_t normal = (rest << 13) + kBias;
  const uint32_t infinite = normal + kBias;  // the exponent 31 becomes 255
  // A subnormal's digits after the leading one of 2^-14, which is then taken off again.
  const uint32_t tiny = FloatBits(FloatFromBits(normal + (1u << 23)) - 0x1p-14f);
  return FloatFromBits(sign | (rest < 0x400u ? tiny : rest < 0x7c00u ? normal : infinite));
}

/// Rounds to nearest even. Too large becomes infinite; a NaN stays one.
inline uint16_t FloatToBrain(float value) {
  const uint32_t bits = FloatBits(value);
  const uint32_t rounded = (bits + 0x7fffu + ((bits >> 16) & 1u)) >> 16;
  const bool nan = (bits & 0x7fffffffu) > 0x7f800000u;
  return static_cast<uint16_t>(nan ? (bits >> 16) | 0x40u : rounded);
}

/// Rounds to nearest even. Too large becomes infinite; a NaN stays one.
inline uint16_t FloatToHalf(float value) {
  const uint32_t bits = FloatBits(value);
  const uint32_t sign = (bits >> 16) & 0x8000u, rest = bits & 0x7fffffffu;
  uint32_t half;
  if (rest > 0x7f800000u) {
    half = 0x7e00u | ((rest >> 13) & 0x3ffu);
  } else if (rest >= 0x477ff000u) {  // 65520, half way to what would come after the largest
    half = 0x7c00u;
  } else if (rest < 0x38800000u) {  // below 2^-14: the last bit of a float near 1/2 is 2^-24
    half = FloatBits(FloatFromBits(rest) + 0.5f) - FloatBits(0.5f);
  } else {
    const uint32_t rebased = rest - (112u << 23);
    half = (rebased + 0xfffu + ((rebased >> 13) & 1u)) >> 13;
  }
  return static_cast<uint16_t>(sign | half);
}

}  // namespace weft

// Sixteen-bit numbers, all of them, against what their bits mean.
#include "encode/float_formats.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "core/random.h"

namespace weft {
namespace {

// The value of sign, exponent and digits as IEEE 754 has it.
double Meaning(uint32_t bits, int exponent_bits, int digit_bits) {
  const int bias = (1 << (exponent_bits - 1)) - 1;
  const uint32_t digits = bits & ((1u << digit_bits) - 1);
  const int exponent = static_cast<int>(bits >> digit_bits) & ((1 << exponent_bits) - 1);
  const double sign = (bits >> (digit_bits + exponent_bits)) != 0 ? -1 : 1;
  if (exponent == (1 << exponent_bits) - 1) {
    return digits != 0 ? std::numeric_limits<double>::quiet_NaN()
                       : sign * std::numeric_limits<double>::infinity();
  }
  const double fraction = std::ldexp(digits, -digit_bits);
  return exponent == 0 ? sign * std::ldexp(fraction, 1 - bias)
                       : sign * std::ldexp(1 + fraction, exponent - bias);
}

TEST(FloatFormatsTest, EveryNumberOf16BitsReadsAndWritesBack) {
  for (uint32_t bits = 0; bits < 0x10000; ++bits) {
    const auto code = static_cast<uint16_t>(bits);
    const float half = HalfToFloat(code), brain = BrainToFloat(code);
    const double half_meaning = Meaning(bits, 5, 10), brain_meaning = Meaning(bits, 8, 7);
    if (std::isnan(half_meaning)) {
      EXPECT_TRUE(std::isnan(half)) << bits;
      EXPECT_TRUE(std::isnan(HalfToFloat(FloatToHalf(half)))) << bits;
    } else {
      EXPECT_EQ(half, half_meaning) << bits;
      EXPECT_EQ(std::signbit(half), std::signbit(half_meaning)) << bits;
      EXPECT_EQ(FloatToHalf(half), code);
    }
    if (std::isnan(brain_meaning)) {
      EXPECT_TRUE(std::isnan(brain)) << bits;
      EXPECT_TRUE(std::isnan(BrainToFloat(FloatToBrain(brain)))) << bits;
    } else {
      EXPECT_EQ(brain, brain_meaning) << bits;
      EXPECT_EQ(FloatToBrain(brain), code);
    }
  }
}

// Of the two 16-bit numbers around a float, the nearer one; half way, the one whose last bit is 0.
template <typename Read>
uint16_t Nearest(float value, const Read& read, uint16_t infinite) {
  const float magnitude = std::fabs(value);
  uint16_t below = 0, above = infinite;
  while (above - below > 1) {
    const auto middle = static_cast<uint16_t>((below + above) / 2);
    (read(middle) <= magnitude ? below : above) = middle;
  }
  // Infinity stands where the next number would be.
  const double low = read(below);
  const double high = above == infinite ? low + (low - read(static_cast<uint16_t>(below - 1)))
                                        : static_cast<double>(read(above));
  const double left = magnitude - low, right = high - magnitude;
  const bool up = left != right ? right < left : (below & 1) != 0;
  return static_cast<uint16_t>((up ? above : below) | (std::signbit(value) ? 0x8000 : 0));
}

TEST(FloatFormatsTest, RoundsToNearestEven) {
  Random random(7);
  std::vector<float> values = {0.0f,   -0.0f,    65504.0f, 65519.996f,   65520.0f,
                               1e9f,   0x1p-24f, 0x1p-25f, 0x1.8p-25f,   0x1p-26f,
                               1e-40f, 3.3e38f,  -3.4e38f, 0x1.ffffp-15f};
  for (int i = 0; i < 200000; ++i) {
    const auto bits = static_cast<uint32_t>(random.Next());
    values.push_back(FloatFromBits(bits));
    // Near 16-bit numbers and half way between them, where rounding can go wrong.
    values.push_back(FloatFromBits((bits & 0xffff8000u) + static_cast<uint32_t>(bits & 1)));
    values.push_back(HalfToFloat(static_cast<uint16_t>(bits & 0xfbff)) *
                     (1 + std::ldexp(static_cast<float>(random.Below(5)), -12)));
  }
  for (const float value : values) {
    if (!std::isfinite(value)) continue;
    EXPECT_EQ(FloatToHalf(value), Nearest(value, HalfToFloat, 0x7c00)) << value;
    EXPECT_EQ(FloatToBrain(value), Nearest(value, BrainToFloat, 0x7f80)) << value;
  }
  EXPECT_EQ(FloatToHalf(std::numeric_limits<float>::infinity()), 0x7c00);
  EXPECT_EQ(FloatToBrain(-std::numeric_limits<float>::infinity()), 0xff80);
}

}  // namespace
}  // namespace weft

#include "weak/sha1.h"

#include "core/error.h"

namespace weft {
namespace {

constexpr size_t kLongest = 55;  // what one block of 64 bytes leaves beside the padding

uint32_t RotateLeft(uint32_t x, int bits) { return (x << bits) | (x >> (32 - bits)); }

// The padded block as the first 16 words of the message schedule, and the 64 that follow from them.
std::array<uint32_t, 80> Schedule(std::string_view text) {
  std::array<uint8_t, 64> block{};
  for (size_t i = 0; i < text.size(); ++i) block[i] = static_cast<uint8_t>(text[i]);
  block[text.size()] = 0x80;
  const size_t bits = text.size() * 8;
  block[62] = static_cast<uint8_t>(bits >> 8);
  block[63] = static_cast<uint8_t>(bits);
  std::array<uint32_t, 80> w{};
  for (size_t i = 0; i < 64; ++i) w[i / 4] = (w[i / 4] << 8) | block[i];
  for (size_t i = 16; i < 80; ++i) {
    w[i] = RotateLeft(w[i - 3] ^ w[i - 8] ^ w[i - 14] ^ w[i - 16], 1);
  }
  return w;
}

// The round function and constant of FIPS 180-4, section 4.1.1 and 4.2.1.
uint32_t Mix(size_t round, uint32_t b, uint32_t c, uint32_t d) {
  if (round < 20) return ((b & c) | (~b & d)) + 0x5A827999u;
  if (round < 40) return (b ^ c ^ d) + 0x6ED9EBA1u;
  if (round < 60) return ((b & c) | (b & d) | (c & d)) + 0x8F1BBCDCu;
  return (b ^ c ^ d) + 0xCA62C1D6u;
}

}  // namespace

std::array<uint8_t, 20> Sha1Short(std::string_view text) {
  Require(text.size() <= kLongest, "the text must have at most 55 bytes, found ", text.size());
  const std::array<uint32_t, 5> initial = {0x67452301u, 0xEFCDAB89u, 0x98BADCFEu, 0x10325476u,
                                           0xC3D2E1F0u};
  std::array<uint32_t, 5> h = initial;
  const std::array<uint32_t, 80> w = Schedule(text);
  for (size_t i = 0; i < 80; ++i) {
    const uint32_t next = RotateLeft(h[0], 5) + Mix(i, h[1], h[2], h[3]) + h[4] + w[i];
    h = {next, h[0], RotateLeft(h[1], 30), h[2], h[3]};
  }
  std::array<uint8_t, 20> digest{};
  for (size_t i = 0; i < 20; ++i) {
    digest[i] = static_cast<uint8_t>((h[i / 4] + initial[i / 4]) >> (24 - 8 * (i % 4)));
  }
  return digest;
}

uint32_t Sha1Modulo(std::string_view text, uint32_t n) {
  uint32_t rest = 0;
  for (uint8_t byte : Sha1Short(text)) rest = (rest * 256 + byte) % n;
  return rest;
}

}  // namespace weft

// Damage below the checksums of a file of weft's.
#pragma once

#include <xxhash.h>

#include <cstdint>
#include <cstring>
#include <string>

namespace weft {

inline uint64_t Number(const std::string& bytes, size_t at, size_t size) {
  uint64_t value = 0;
  std::memcpy(&value, bytes.data() + at, size);
  return value;
}

/// Writes the checksums anew that the bytes ask for, as one who knows the format would.
inline void Reseal(std::string* bytes) {
  size_t at = 24;
  at += 4 + Number(*bytes, at, 4);
  const uint64_t sections = Number(*bytes, at, 4);
  at += 4;
  for (uint64_t i = 0; i < sections; ++i) {
    at += 4 + Number(*bytes, at, 4);
    const uint64_t sum =
        XXH3_64bits(bytes->data() + Number(*bytes, at, 8), Number(*bytes, at + 8, 8));
    std::memcpy(&(*bytes)[at + 16], &sum, 8);
    at += 24;
  }
  const uint64_t sum = XXH3_64bits(bytes->data(), at);
  std::memcpy(&(*bytes)[at], &sum, 8);
}

}  // namespace weft

// SHA-1 of short texts: WRENCH breaks ties between classes by it. Not for security.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace weft {

/// The digest, most significant byte first. `text` has at most 55 bytes (one block).
std::array<uint8_t, 20> Sha1Short(std::string_view text);

/// The digest as a 160-bit number modulo `n`. Precondition: 0 < n < 2^24.
uint32_t Sha1Modulo(std::string_view text, uint32_t n);

}  // namespace weft

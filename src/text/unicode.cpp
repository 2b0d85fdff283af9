#include <utf8proc.h>

#include <cstring>

#include "text/read.h"

namespace weft {

bool ValidUtf8(std::string_view text) {
  const char* p = text.data();
  const char* const end = p + text.size();
  while (p < end) {
    uint64_t eight;
    if (end - p >= 8 && (std::memcpy(&eight, p, 8), (eight & 0x8080808080808080ull) == 0)) {
      p += 8;
    } else if (static_cast<unsigned char>(*p) < 0x80) {
      ++p;
    } else {
      utf8proc_int32_t code_point;
      const auto bytes =
          utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t*>(p), end - p, &code_point);
      if (bytes <= 0) return false;
      p += bytes;
    }
  }
  return true;
}

}  // namespace weft

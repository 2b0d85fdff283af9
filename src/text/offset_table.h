// Offsets of one text in another unit.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "text/read.h"

namespace weft {

/// Built once per text, so that each look-up takes constant time.
class OffsetTable {
 public:
  OffsetTable(std::string_view text, OffsetUnit unit);  ///< `text` is valid UTF-8
  /// The byte where the unit `offset` begins (or the text ends); -1 where none does.
  int64_t ToByte(int64_t offset) const {
    if (offset < 0 || offset > size_) return -1;
    return bytes_.empty() ? offset : bytes_[static_cast<size_t>(offset)];
  }

 private:
  int64_t size_;                // of the text, in units
  std::vector<int64_t> bytes_;  // by offset; empty: the same as bytes
};

}  // namespace weft

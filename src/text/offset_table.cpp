#include "text/offset_table.h"

#include <algorithm>

namespace weft {
namespace {

bool IsContinuation(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

// Units of the character that starts with byte `c`: UTF-16 needs two beyond the basic plane, whose
// characters take up to three bytes of UTF-8.
int64_t Units(char c, OffsetUnit unit) {
  return unit == OffsetUnit::kUtf16 && static_cast<unsigned char>(c) >= 0xF0 ? 2 : 1;
}

}  // namespace

OffsetTable::OffsetTable(std::string_view text, OffsetUnit unit)
    : size_(static_cast<int64_t>(text.size())) {
  const auto plain = [](char c) { return static_cast<unsigned char>(c) < 0x80; };
  if (std::all_of(text.begin(), text.end(), plain)) return;
  for (size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<int64_t>(i);
    if (IsContinuation(text[i])) {
      if (unit == OffsetUnit::kBytes) bytes_.push_back(-1);
      continue;
    }
    bytes_.push_back(byte);
    if (unit != OffsetUnit::kBytes && Units(text[i], unit) == 2) bytes_.push_back(-1);
  }
  size_ = static_cast<int64_t>(bytes_.size());
  bytes_.push_back(static_cast<int64_t>(text.size()));
}

int64_t ToByteOffset(std::string_view text, int64_t offset, OffsetUnit unit) {
  return OffsetTable(text, unit).ToByte(offset);
}

int64_t FromByteOffset(std::string_view text, int64_t byte, OffsetUnit unit) {
  if (byte < 0 || byte > static_cast<int64_t>(text.size())) return -1;
  const auto end = static_cast<size_t>(byte);
  if (end < text.size() && IsContinuation(text[end])) return -1;
  if (unit == OffsetUnit::kBytes) return byte;
  int64_t offset = 0;
  for (size_t i = 0; i < end; ++i) {
    if (!IsContinuation(text[i])) offset += Units(text[i], unit);
  }
  return offset;
}

}  // namespace weft

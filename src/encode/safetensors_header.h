// The parts of a safetensors header. Only the reader and the writer include this.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "encode/safetensors.h"

namespace weft {

constexpr size_t kSafetensorsPrefix = 8;  // bytes that give the header's length

/// False where there is no such type.
bool ParseDType(std::string_view name, DType* dtype);

/// Bytes that a tensor of this shape takes; false where they are more than 2^63 − 1 or a dimension
/// is negative.
bool TensorSize(const std::vector<int64_t>& shape, DType dtype, int64_t* bytes);

/// What the JSON header says of each tensor, in its order; `bytes` views are of `values`, the part
/// of the file after it.
std::vector<StoredTensor> ParseSafetensorsHeader(std::string_view header, std::string_view values,
                                                 const std::string& file);

}  // namespace weft

// Named tensors in a safetensors file: eight bytes that give the header's length, a JSON header,
// and the tensors' values end to end, little-endian.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/span.h"

namespace weft {

enum class DType : int32_t {
  kBool,
  kU8,
  kI8,
  kF8E4M3,
  kF8E5M2,
  kU16,
  kI16,
  kF16,
  kBF16,
  kU32,
  kI32,
  kF32,
  kU64,
  kI64,
  kF64
};

const char* DTypeName(DType dtype);  ///< as files have it: "F32"
int64_t DTypeSize(DType dtype);      ///< bytes of a value

struct StoredTensor {
  std::string name;
  DType dtype = DType::kF32;
  std::vector<int64_t> shape;  ///< of a single value: empty
  std::string_view bytes;      ///< row-major; of the file, at any alignment

  int64_t num_values() const { return static_cast<int64_t>(bytes.size()) / DTypeSize(dtype); }
};

/// "[384, 1536]", for messages.
std::string ShapeText(const std::vector<int64_t>& shape);

/// The tensors of a file's bytes, which must outlive them, by name. Fails with kFormat, naming the
/// file and where it can the tensor, where the file is cut, a length or an offset does not fit, the
/// header is not what it should be, a name comes twice, or the tensors do not cover the values end
/// to end; with kUnsupported where values are of a type that is not in DType.
class Safetensors {
 public:
  Safetensors(std::string_view bytes, const std::string& file);

  const std::vector<StoredTensor>& tensors() const { return tensors_; }  ///< sorted by name
  const StoredTensor* Find(std::string_view name) const;  ///< null where there is none

 private:
  std::vector<StoredTensor> tensors_;
};

/// The values of an F32, F16 or BF16 tensor. Fails with kUnsupported, naming the tensor, where it
/// is of another type.
std::vector<float> ToFloat(const StoredTensor& tensor);

/// The bytes of `values` as F32, F16 or BF16, rounded to nearest even.
std::string PackFloats(Span<const float> values, DType dtype);

/// A file that Safetensors reads back. The values begin at a multiple of eight bytes and stand in
/// the order given. Fails with kInvalidArgument, naming the tensor, where its bytes do not fit its
/// shape, or two have one name.
std::string WriteSafetensors(const std::vector<StoredTensor>& tensors);

}  // namespace weft

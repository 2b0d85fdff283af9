// Tensors by name, as a section of a model file or checkpoint.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "encode/safetensors.h"
#include "neural/torch.h"

namespace weft {

struct NamedTensor {
  std::string name;
  at::Tensor value;           ///< float32
  DType dtype = DType::kF32;  ///< that it is stored in: F32, F16 or BF16
  bool in_place = false;      ///< the value is right where none is stored
};

/// The bytes of a safetensors file.
std::string PackTensors(const std::vector<NamedTensor>& tensors);

/// Fills the values in place with what PackTensors wrote. Fails with kCorrupt, naming `section` and
/// tensor, where one is not there or has another shape.
void UnpackTensors(std::string_view bytes, const std::string& section,
                   const std::vector<NamedTensor>& tensors);

}  // namespace weft

#include "neural/tensors.h"

#include "core/error.h"

namespace weft {

std::string PackTensors(const std::vector<NamedTensor>& tensors) {
  std::vector<at::Tensor> values(tensors.size());
  std::vector<std::string> packed(tensors.size());
  std::vector<StoredTensor> stored(tensors.size());
  for (size_t i = 0; i < tensors.size(); ++i) {
    values[i] = tensors[i].value.detach().to(at::kCPU).contiguous();
    const float* floats = values[i].data_ptr<float>();
    const auto count = static_cast<size_t>(values[i].numel());
    stored[i].name = tensors[i].name;
    stored[i].dtype = tensors[i].dtype;
    stored[i].shape = values[i].sizes().vec();
    if (stored[i].dtype == DType::kF32) {  // as it lies there
      stored[i].bytes = {reinterpret_cast<const char*>(floats), count * sizeof(float)};
      continue;
    }
    const at::Tensor narrow =
        values[i].to(stored[i].dtype == DType::kF16 ? at::kHalf : at::kBFloat16);
    Require(at::equal(at::isfinite(values[i]), at::isfinite(narrow)), "weights \"", stored[i].name,
            "\" do not fit option store: some are too large; expected store=f32");
    packed[i] = PackFloats({floats, count}, stored[i].dtype);
    stored[i].bytes = packed[i];
  }
  return WriteSafetensors(stored);
}

void UnpackTensors(std::string_view bytes, const std::string& section,
                   const std::vector<NamedTensor>& tensors) {
  const std::string where = "section \"" + section + "\"";
  const Safetensors stored(bytes, where);
  const at::NoGradGuard plain;
  for (const NamedTensor& tensor : tensors) {
    const StoredTensor* found = stored.Find(tensor.name);
    if (!found && tensor.in_place) continue;
    if (!found) Fail(Status::kCorrupt, where, " has no tensor \"", tensor.name, "\"");
    if (found->shape != tensor.value.sizes().vec()) {
      Fail(Status::kCorrupt, where, ": tensor \"", tensor.name, "\" has shape ",
           ShapeText(found->shape), ", expected ", ShapeText(tensor.value.sizes().vec()));
    }
    std::vector<float> values = ToFloat(*found);
    tensor.value.copy_(at::from_blob(values.data(), found->shape, at::kFloat));
  }
}

}  // namespace weft

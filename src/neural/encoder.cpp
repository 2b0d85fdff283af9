#include "neural/encoder.h"

namespace weft {

Checksum ChecksumOf(const Encoder& encoder, const std::vector<const Parameter*>& parameters) {
  Checksum sum;
  for (const Section& section : encoder.Save()) sum.Add(section.name).Add(section.bytes);
  for (const Parameter* parameter : parameters) {
    const at::Tensor value = parameter->value.to(at::kCPU).contiguous();
    sum.Add(parameter->name)
        .AddNumbers(value.data_ptr<float>(), static_cast<size_t>(value.numel()));
  }
  return sum;
}

}  // namespace weft

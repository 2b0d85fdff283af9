#include "encode/safetensors.h"

#include <algorithm>
#include <cstring>

#include "core/error.h"
#include "encode/float_formats.h"
#include "encode/safetensors_header.h"
#include "text/json.h"
#include "text/quote.h"

namespace weft {
namespace {

constexpr uint64_t kLongestHeader = 100000000;  // as the format's own library has it

uint64_t HeaderSize(std::string_view bytes, const std::string& file) {
  if (bytes.size() < kSafetensorsPrefix) {
    Fail(Status::kFormat, file, ": expected a safetensors file, found ", bytes.size(), " bytes");
  }
  uint64_t size = 0;
  for (size_t i = kSafetensorsPrefix; i-- > 0;) {
    size = size << 8 | static_cast<unsigned char>(bytes[i]);
  }
  const uint64_t most = std::min<uint64_t>(bytes.size() - kSafetensorsPrefix, kLongestHeader);
  if (size > most) {
    Fail(Status::kFormat, file, ": expected a safetensors header of at most ", most,
         " bytes, found a length of ", size, " (is the file cut, or no safetensors file?)");
  }
  return size;
}

// Tensors that leave no byte out and share none: whatever was changed, the file is not as written.
void CheckCover(const std::vector<StoredTensor>& tensors, std::string_view values,
                const std::string& file) {
  std::vector<const StoredTensor*> order;
  for (const StoredTensor& tensor : tensors) order.push_back(&tensor);
  std::sort(order.begin(), order.end(), [](const StoredTensor* a, const StoredTensor* b) {
    return std::make_pair(a->bytes.data(), a->bytes.size()) <
           std::make_pair(b->bytes.data(), b->bytes.size());
  });
  const char* at = values.data();
  for (const StoredTensor* tensor : order) {
    if (tensor->bytes.data() != at) {
      Fail(Status::kFormat, file, ": tensor ", Quote(tensor->name), ": expected to begin at byte ",
           at - values.data(), " after the header, where the one before it ends, found ",
           tensor->bytes.data() - values.data());
    }
    at += tensor->bytes.size();
  }
  const auto used = static_cast<size_t>(at - values.data());
  if (used != values.size()) {
    Fail(Status::kFormat, file, ": expected ", used, " bytes of values, found ", values.size());
  }
}

template <float Convert(uint16_t)>
void Widen(const char* from, std::vector<float>* to) {
  for (size_t i = 0; i < to->size(); ++i) {
    uint16_t bits;
    std::memcpy(&bits, from + 2 * i, sizeof bits);
    (*to)[i] = Convert(bits);
  }
}

template <uint16_t Convert(float)>
void Narrow(Span<const float> from, char* to) {
  for (size_t i = 0; i < from.size(); ++i) {
    const uint16_t bits = Convert(from[i]);
    std::memcpy(to + 2 * i, &bits, sizeof bits);
  }
}

std::string Header(const std::vector<StoredTensor>& tensors) {
  std::string header = "{";
  size_t at = 0;
  for (const StoredTensor& tensor : tensors) {
    if (header.size() > 1) header += ',';
    AppendJsonString(tensor.name, &header);
    header +=
        StrCat(":{\"dtype\":\"", DTypeName(tensor.dtype), "\",\"shape\":", ShapeText(tensor.shape),
               ",\"data_offsets\":[", at, ",", at + tensor.bytes.size(), "]}");
    at += tensor.bytes.size();
  }
  header += '}';
  header.append((kSafetensorsPrefix - header.size() % kSafetensorsPrefix) % kSafetensorsPrefix,
                ' ');
  return header;
}

// Sorts by name; returns a name that comes twice, or null.
const std::string* SortByName(std::vector<StoredTensor>* tensors) {
  std::sort(tensors->begin(), tensors->end(),
            [](const StoredTensor& a, const StoredTensor& b) { return a.name < b.name; });
  const auto twice = std::adjacent_find(
      tensors->begin(), tensors->end(),
      [](const StoredTensor& a, const StoredTensor& b) { return a.name == b.name; });
  return twice == tensors->end() ? nullptr : &twice->name;
}

}  // namespace

Safetensors::Safetensors(std::string_view bytes, const std::string& file) {
  const uint64_t size = HeaderSize(bytes, file);
  const std::string_view values = bytes.substr(kSafetensorsPrefix + size);
  tensors_ = ParseSafetensorsHeader(bytes.substr(kSafetensorsPrefix, size), values, file);
  if (const std::string* twice = SortByName(&tensors_)) {
    Fail(Status::kFormat, file, ": expected tensors of different names, found ", Quote(*twice),
         " twice");
  }
  CheckCover(tensors_, values, file);
}

const StoredTensor* Safetensors::Find(std::string_view name) const {
  const auto at = std::lower_bound(
      tensors_.begin(), tensors_.end(), name,
      [](const StoredTensor& tensor, std::string_view n) { return tensor.name < n; });
  return at != tensors_.end() && at->name == name ? &*at : nullptr;
}

std::vector<float> ToFloat(const StoredTensor& tensor) {
  std::vector<float> values(static_cast<size_t>(tensor.num_values()));
  switch (tensor.dtype) {
    case DType::kF32:
      if (!values.empty()) std::memcpy(values.data(), tensor.bytes.data(), tensor.bytes.size());
      return values;
    case DType::kF16:
      Widen<HalfToFloat>(tensor.bytes.data(), &values);
      return values;
    case DType::kBF16:
      Widen<BrainToFloat>(tensor.bytes.data(), &values);
      return values;
    default:
      Fail(Status::kUnsupported, "tensor ", Quote(tensor.name),
           ": expected F32, F16 or BF16, found ", DTypeName(tensor.dtype));
  }
}

std::string PackFloats(Span<const float> values, DType dtype) {
  Require(dtype == DType::kF32 || dtype == DType::kF16 || dtype == DType::kBF16,
          "expected F32, F16 or BF16 to pack floats in, found ", DTypeName(dtype));
  std::string bytes(values.size() * static_cast<size_t>(DTypeSize(dtype)), '\0');
  if (dtype == DType::kF32 && !values.empty()) {
    std::memcpy(bytes.data(), values.data(), bytes.size());
  } else if (dtype == DType::kF16) {
    Narrow<FloatToHalf>(values, bytes.data());
  } else if (dtype == DType::kBF16) {
    Narrow<FloatToBrain>(values, bytes.data());
  }
  return bytes;
}

std::string WriteSafetensors(const std::vector<StoredTensor>& tensors) {
  size_t total = 0;
  for (const StoredTensor& tensor : tensors) {
    int64_t size = 0;
    Require(TensorSize(tensor.shape, tensor.dtype, &size) &&
                static_cast<size_t>(size) == tensor.bytes.size(),
            "tensor ", Quote(tensor.name), ": expected the bytes of ", DTypeName(tensor.dtype), " ",
            ShapeText(tensor.shape), ", found ", tensor.bytes.size());
    total += tensor.bytes.size();
  }
  std::vector<StoredTensor> sorted = tensors;
  const std::string* twice = SortByName(&sorted);
  Require(!twice, "expected tensors of different names, found ", twice ? Quote(*twice) : "",
          " twice");
  const std::string header = Header(tensors);
  std::string file;
  file.reserve(kSafetensorsPrefix + header.size() + total);
  for (size_t i = 0; i < kSafetensorsPrefix; ++i) {
    file += static_cast<char>(header.size() >> (8 * i) & 0xff);
  }
  file += header;
  for (const StoredTensor& tensor : tensors) file += tensor.bytes;
  return file;
}

}  // namespace weft

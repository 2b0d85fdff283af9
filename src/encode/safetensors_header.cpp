#include "encode/safetensors_header.h"

#include <algorithm>
#include <limits>

#include "core/error.h"
#include "core/options.h"
#include "encode/json_object.h"
#include "text/quote.h"

namespace weft {
namespace {

struct TypeInfo {
  DType dtype;
  const char* name;
  int64_t size;
};

constexpr TypeInfo kTypes[] = {
    {DType::kBool, "BOOL", 1}, {DType::kU8, "U8", 1},          {DType::kI8, "I8", 1},
    {DType::kU16, "U16", 2},   {DType::kF8E4M3, "F8_E4M3", 1}, {DType::kF8E5M2, "F8_E5M2", 1},
    {DType::kI16, "I16", 2},   {DType::kF16, "F16", 2},        {DType::kBF16, "BF16", 2},
    {DType::kU32, "U32", 4},   {DType::kI32, "I32", 4},        {DType::kF32, "F32", 4},
    {DType::kU64, "U64", 8},   {DType::kI64, "I64", 8},        {DType::kF64, "F64", 8}};

const TypeInfo& InfoOf(DType dtype) {
  return *std::find_if(std::begin(kTypes), std::end(kTypes),
                       [&](const TypeInfo& info) { return info.dtype == dtype; });
}

// One list of whole numbers, such as a shape.
std::vector<int64_t> ParseNumbers(JsonValue list, const std::string& what) {
  if (!list.is(JsonValue::Kind::kArray)) FailExpected(list, "a list as " + what);
  std::vector<int64_t> numbers;
  for (const JsonValue item : list) {
    int64_t number = 0;
    if (!item.is(JsonValue::Kind::kNumber) || !ParseInt(item.text(), &number) || number < 0) {
      FailExpected(item, "whole numbers from 0 as " + what);
    }
    numbers.push_back(number);
  }
  return numbers;
}

class HeaderParser {
 public:
  HeaderParser(std::string_view values, const std::string& file) : values_(values), file_(file) {}

  StoredTensor Parse(std::string_view name, JsonValue value) {
    StoredTensor tensor;
    tensor.name = name;
    where_ = StrCat(file_, ": tensor ", Quote(name));
    const JsonObject entry(value, StrCat("tensor ", Quote(name)));
    const std::string dtype = entry.Text("dtype");
    if (!ParseDType(dtype, &tensor.dtype)) {
      Fail(Status::kUnsupported, where_,
           ": expected a known dtype such as F32, F16 or BF16, found ", Quote(dtype));
    }
    tensor.shape = ParseNumbers(entry.Get("shape"), StrCat("\"shape\" of ", Quote(name)));
    const std::vector<int64_t> offsets =
        ParseNumbers(entry.Get("data_offsets"), StrCat("\"data_offsets\" of ", Quote(name)));
    if (offsets.size() != 2) {
      Fail(Status::kFormat, where_, ": expected two \"data_offsets\", found ", offsets.size());
    }
    tensor.bytes = Bytes(tensor, offsets[0], offsets[1]);
    return tensor;
  }

 private:
  std::string_view Bytes(const StoredTensor& tensor, int64_t begin, int64_t end) const {
    if (begin > end) {
      Fail(Status::kFormat, where_, ": expected ascending \"data_offsets\", found ", begin, ", ",
           end);
    }
    const auto there = static_cast<int64_t>(values_.size());
    if (end > there) {
      Fail(Status::kFormat, where_, ": expected values up to byte ", end,
           " after the header, found ", there, " bytes (is the file cut?)");
    }
    int64_t size = 0;
    if (!TensorSize(tensor.shape, tensor.dtype, &size) || size != end - begin) {
      Fail(Status::kFormat, where_, ": expected \"data_offsets\" that fit ",
           DTypeName(tensor.dtype), " of shape ", ShapeText(tensor.shape), ", found ", begin, ", ",
           end);
    }
    return values_.substr(static_cast<size_t>(begin), static_cast<size_t>(size));
  }

  std::string_view values_;
  const std::string& file_;
  std::string where_;
};

}  // namespace

const char* DTypeName(DType dtype) { return InfoOf(dtype).name; }

int64_t DTypeSize(DType dtype) { return InfoOf(dtype).size; }

bool ParseDType(std::string_view name, DType* dtype) {
  for (const TypeInfo& info : kTypes) {
    if (name != info.name) continue;
    *dtype = info.dtype;
    return true;
  }
  return false;
}

std::string ShapeText(const std::vector<int64_t>& shape) {
  std::string text = "[";
  for (const int64_t size : shape) text += (text.size() > 1 ? ", " : "") + std::to_string(size);
  return text + "]";
}

bool TensorSize(const std::vector<int64_t>& shape, DType dtype, int64_t* bytes) {
  *bytes = DTypeSize(dtype);
  for (const int64_t size : shape) {
    if (size < 0 || (size > 0 && *bytes > std::numeric_limits<int64_t>::max() / size)) return false;
    *bytes *= size;
  }
  return true;
}

std::vector<StoredTensor> ParseSafetensorsHeader(std::string_view header, std::string_view values,
                                                 const std::string& file) {
  JsonDocument document;
  document.Parse(header, file, 1);
  const JsonValue root = document.root();
  if (!root.is(JsonValue::Kind::kObject)) FailExpected(root, "an object as safetensors header");
  HeaderParser parser(values, file);
  std::vector<StoredTensor> tensors;
  for (auto item = root.begin(); item != root.end(); ++item) {
    const JsonValue name = *item;
    ++item;
    if (name.text() != "__metadata__") tensors.push_back(parser.Parse(name.text(), *item));
  }
  return tensors;
}

}  // namespace weft

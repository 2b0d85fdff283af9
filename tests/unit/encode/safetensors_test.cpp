// Safetensors: what is written reads back; whatever is damaged is refused, naming file or tensor.
#include "encode/safetensors.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/random.h"
#include "expect_error.h"

namespace weft {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;

std::string WithHeader(const std::string& header, const std::string& values) {
  std::string file;
  for (size_t i = 0; i < 8; ++i) file += static_cast<char>(header.size() >> (8 * i) & 0xff);
  return file + header + values;
}

std::string OneTensor(const std::string& dtype, const std::string& shape,
                      const std::string& offsets, size_t bytes) {
  return WithHeader(R"({"t":{"dtype":")" + dtype + R"(","shape":)" + shape + R"(,"data_offsets":)" +
                        offsets + "}}",
                    std::string(bytes, '\0'));
}

std::string ReadError(const std::string& bytes) {
  return ErrorOf([&] { Safetensors(bytes, "m.st"); });
}

TEST(SafetensorsTest, ReadsBackWhatItWrites) {
  const std::vector<float> values = {0.5f, -1, 65504, 0x1p-24f, 0, 3};
  const std::string f32 = PackFloats(values, DType::kF32), f16 = PackFloats(values, DType::kF16),
                    bf16 = PackFloats(values, DType::kBF16);
  const std::string bytes = WriteSafetensors({{"w", DType::kF16, {2, 3}, f16},
                                              {"a \"b\"\n", DType::kF32, {6}, f32},
                                              {"ü", DType::kBF16, {1, 1, 6}, bf16},
                                              {"one", DType::kI64, {}, std::string(8, '\1')},
                                              {"none", DType::kF32, {0, 7}, ""}});
  const Safetensors file(bytes, "m.st");
  ASSERT_EQ(file.tensors().size(), 5u);
  EXPECT_EQ(ToFloat(*file.Find("w")), values);
  EXPECT_EQ(ToFloat(*file.Find("a \"b\"\n")), values);
  EXPECT_THAT(ToFloat(*file.Find("ü")), ElementsAre(0.5f, -1, 65536, 0x1p-24f, 0, 3));
  EXPECT_THAT(file.Find("w")->shape, ElementsAre(2, 3));
  EXPECT_EQ(file.Find("one")->num_values(), 1);
  EXPECT_TRUE(ToFloat(*file.Find("none")).empty());
  EXPECT_EQ(file.Find("x"), nullptr);
  EXPECT_THAT(ErrorOf([&] { ToFloat(*file.Find("one")); }),
              StartsWith("11 tensor \"one\": expected F32, F16 or BF16, found I64"));
  const size_t values_begin = bytes.size() - f16.size() - f32.size() - bf16.size() - 8;
  EXPECT_EQ(values_begin % 8, 0u);
}

TEST(SafetensorsTest, TakesMetadataAndBlanksAndOddPlaces) {
  const std::string file = WithHeader(
      R"({"__metadata__":{"format":"pt"},"b":{"dtype":"F32","shape":[1],"data_offsets":[1,5]},)"
      R"("a":{"dtype":"BOOL","shape":[1],"data_offsets":[0,1]}}   )",
      std::string("\1", 1) + PackFloats(std::vector<float>{2.5f}, DType::kF32));
  const Safetensors tensors(file, "m.st");
  EXPECT_THAT(ToFloat(*tensors.Find("b")), ElementsAre(2.5f));
}

TEST(SafetensorsTest, RefusesHeadersThatLie) {
  EXPECT_THAT(ReadError(""), HasSubstr("4 m.st: expected a safetensors file, found 0 bytes"));
  EXPECT_THAT(ReadError(std::string(8, '\xff')), HasSubstr("length of 18446744073709551615"));
  EXPECT_THAT(ReadError(WithHeader("{}", "").substr(0, 9)), HasSubstr("at most 1 bytes"));
  EXPECT_THAT(ReadError(WithHeader("", "")), HasSubstr("m.st:1:1: invalid JSON"));
  EXPECT_THAT(ReadError(WithHeader("[1]", "")), HasSubstr("expected an object"));
  EXPECT_THAT(ReadError(WithHeader(R"({"t":3})", "")), HasSubstr("tensor \"t\""));
  EXPECT_THAT(ReadError(WithHeader(R"({"t":{"shape":[1]}})", "")), HasSubstr("\"dtype\""));
  EXPECT_THAT(ReadError(WithHeader(R"({"t":{"dtype":"F32"}})", "")), HasSubstr("\"shape\""));
  EXPECT_THAT(ReadError(OneTensor("F4", "[1]", "[0,4]", 4)), StartsWith("11 m.st: tensor \"t\""));
  EXPECT_THAT(ReadError(OneTensor("F32", "[2]", "[0,8]", 4)),
              AllOf(HasSubstr("tensor \"t\": expected values up to byte 8"), HasSubstr("found 4")));
  EXPECT_THAT(ReadError(OneTensor("F32", "[1]", "[4,0]", 4)), HasSubstr("ascending"));
  EXPECT_THAT(ReadError(OneTensor("F32", "[1]", "[0]", 4)), HasSubstr("two \"data_offsets\""));
  EXPECT_THAT(ReadError(OneTensor("F32", "[-1]", "[0,4]", 4)), HasSubstr("found -1"));
  EXPECT_THAT(ReadError(OneTensor("F32", "[1.5]", "[0,4]", 4)), HasSubstr("found 1.5"));
  EXPECT_THAT(ReadError(OneTensor("F32", "[3]", "[0,4]", 4)), HasSubstr("fit F32 of shape [3]"));
  EXPECT_THAT(ReadError(OneTensor("F32", "[4294967296,4294967296]", "[0,0]", 0)),
              HasSubstr("shape [4294967296, 4294967296]"));
  EXPECT_THAT(ReadError(OneTensor("F32", "[1]", "[0,4]", 5)), HasSubstr("4 bytes of values"));
  EXPECT_THAT(ReadError(OneTensor("F32", "[1]", "[1,5]", 5)), HasSubstr("begin at byte 0"));
  const std::string t = R"({"dtype":"U8","shape":[1],"data_offsets":[0,1]})";
  EXPECT_THAT(ReadError(WithHeader("{\"t\":" + t + ",\"t\":" + t + "}", "x")),
              HasSubstr("found \"t\" twice"));
  EXPECT_THAT(ReadError(WithHeader("{\"t\":" + t + ",\"u\":" + t + "}", "x")),
              HasSubstr("tensor \"u\": expected to begin at byte 1"));
}

TEST(SafetensorsTest, WritesOnlyWhatFits) {
  EXPECT_THAT(ErrorOf([] {
                WriteSafetensors({{"t", DType::kF32, {2}, "1234"}});
              }),
              HasSubstr("tensor \"t\": expected the bytes of F32 [2], found 4"));
  EXPECT_THAT(ErrorOf([] {
                WriteSafetensors({{"t", DType::kU8, {1}, "1"}, {"t", DType::kU8, {1}, "1"}});
              }),
              HasSubstr("found \"t\" twice"));
  EXPECT_THAT(ErrorOf([] { PackFloats(std::vector<float>{1}, DType::kI64); }), HasSubstr("I64"));
}

TEST(SafetensorsTest, DamageIsRefusedOrRead) {
  const std::string values = PackFloats(std::vector<float>(12, 1.5f), DType::kF16);
  const std::string whole = WriteSafetensors({{"w", DType::kF16, {3, 4}, values},
                                              {"bias", DType::kI8, {5}, "12345"},
                                              {"x", DType::kF32, {1, 3}, "123456789abc"}});
  for (size_t size = 0; size < whole.size(); ++size) {
    EXPECT_THAT(ReadError(whole.substr(0, size)), HasSubstr("m.st")) << size;
  }
  Random random(11);
  int64_t refused = 0, read = 0;
  static const std::string kBytes = "\"{}[]:,0123456789-e. \xff\\tF";
  for (int round = 0; round < 20000; ++round) {
    std::string bytes = whole;
    for (uint64_t changes = 1 + random.Below(3); changes > 0; --changes) {
      const size_t at = random.Below(bytes.size());
      const uint64_t kind = random.Below(4);
      if (kind == 0) bytes[at] = static_cast<char>(random.Below(256));
      if (kind == 1) bytes[at] = kBytes[random.Below(kBytes.size())];
      if (kind == 2) bytes.erase(at, 1 + random.Below(8));
      if (kind == 3) bytes.insert(at, 1, kBytes[random.Below(kBytes.size())]);
      if (bytes.empty()) break;
    }
    try {
      const Safetensors file(bytes, "m.st");
      for (const StoredTensor& tensor : file.tensors()) {
        if (tensor.dtype == DType::kF32) ToFloat(tensor);
      }
      ++read;
    } catch (const Error& e) {
      EXPECT_TRUE(e.status() == Status::kFormat || e.status() == Status::kUnsupported) << e.what();
      EXPECT_THAT(e.what(), HasSubstr("m.st"));
      ++refused;
    }
  }
  EXPECT_GT(refused, 5000);
  EXPECT_GT(read, 100);
}

}  // namespace
}  // namespace weft

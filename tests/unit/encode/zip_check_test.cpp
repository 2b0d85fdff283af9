// Zip archives that the tests write themselves.
#include "encode/zip_check.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <zlib.h>

#include "expect_error.h"

namespace weft {
namespace {

using ::testing::AllOf;
using ::testing::AnyOf;
using ::testing::HasSubstr;

std::string Number(size_t value, int bytes) {
  std::string out;
  for (int i = 0; i < bytes; ++i) out += static_cast<char>(value >> (8 * i) & 0xff);
  return out;
}

std::string Deflated(std::string text) {
  z_stream stream = {};
  deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY);
  std::string out(text.size() + 100, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(text.data());
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  deflate(&stream, Z_FINISH);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

// One record as it is, and one deflated where `method` is 8.
std::string Archive(size_t method = 8) {
  std::string records, directory;
  const std::string text(40000, 'x');
  const auto add = [&](const std::string& name, const std::string& data, size_t how) {
    const auto* from = reinterpret_cast<const Bytef*>((name == "plain" ? data : text).data());
    const size_t size = name == "plain" ? data.size() : text.size();
    const std::string common = Number(0, 4) + Number(how, 2) + Number(0, 4) +
                               Number(crc32(0, from, static_cast<uInt>(size)), 4) +
                               Number(data.size(), 4) + Number(size, 4) + Number(name.size(), 2) +
                               Number(0, 2);
    directory +=
        "PK\1\2" + Number(20, 2) + common + Number(0, 10) + Number(records.size(), 4) + name;
    records += "PK\3\4" + common + name + data;
  };
  add("plain", "some bytes", 0);
  add("packed", method == 8 ? Deflated(text) : text, method);
  return records + directory + "PK\5\6" + Number(0, 4) + Number(2, 2) + Number(2, 2) +
         Number(directory.size(), 4) + Number(records.size(), 4) + Number(0, 2);
}

std::string Checked(const std::string& bytes) {
  return ErrorOf([&] { CheckZip(bytes, "file.zip"); });
}

TEST(ZipCheck, WhatIsWholePasses) {
  EXPECT_EQ(Checked(Archive()), "");
  EXPECT_EQ(Checked(Archive(0)), "");
}

TEST(ZipCheck, WhatIsNotIsNamed) {
  EXPECT_THAT(Checked(""), HasSubstr("4 file.zip: expected a zip archive"));
  EXPECT_THAT(Checked(std::string(100, 'x')), HasSubstr("4 file.zip: expected a zip archive"));
  EXPECT_THAT(Checked(Archive(12)), HasSubstr("11 file.zip: record \"packed\" is compressed by"));
  std::string damaged = Archive();
  damaged[damaged.find("bytes")] = 'B';
  EXPECT_THAT(Checked(damaged),
              AllOf(HasSubstr("4 file.zip"), HasSubstr("\"plain\" does not hold")));
}

TEST(ZipCheck, NoCutIsWholeAndNoFlipCrashes) {
  const std::string whole = Archive();
  for (size_t size = 0; size < whole.size(); ++size) {
    EXPECT_NE(Checked(whole.substr(0, size)), "") << size;
  }
  for (size_t i = 0; i < whole.size(); ++i) {
    std::string flipped = whole;
    flipped[i] ^= 0x55;
    EXPECT_THAT(Checked(flipped), AnyOf("", HasSubstr("file.zip"))) << i;
  }
}

}  // namespace
}  // namespace weft

// Lines of files read piece by piece.
#include "encode/line_stream.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

#include "expect_error.h"
#include "temporary_file.h"
#include "text/gzip.h"

namespace weft {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;

std::vector<std::string> LinesOf(const std::string& bytes) {
  const TemporaryFile file(bytes);
  LineStream stream(file.path());
  std::vector<std::string> lines;
  for (std::string_view line; stream.Next(&line);) {
    lines.emplace_back(line);
    EXPECT_EQ(stream.number(), static_cast<int64_t>(lines.size()));
  }
  return lines;
}

TEST(LineStreamTest, EndsLinesAsLinesDoes) {
  EXPECT_TRUE(LinesOf("").empty());
  EXPECT_THAT(LinesOf("a\n\nb"), ElementsAre("a", "", "b"));
  EXPECT_THAT(LinesOf("\xEF\xBB\xBF"
                      "a\r\nb\r\n"),
              ElementsAre("a", "b"));
  EXPECT_THAT(LinesOf(Gzip("a\nb\n")), ElementsAre("a", "b"));
  EXPECT_THAT(LinesOf(Gzip("a\nb") + Gzip("c\n")), ElementsAre("a", "bc"));
}

TEST(LineStreamTest, TakesLinesOfAnyLength) {
  std::string bytes;
  std::vector<std::string> expected;
  for (size_t size : {0, 1, 300000, 7, 1000000, 262144, 262143, 5}) {
    expected.emplace_back(size, static_cast<char>('a' + expected.size()));
    bytes += expected.back() + "\n";
  }
  EXPECT_EQ(LinesOf(bytes), expected);
  EXPECT_EQ(LinesOf(Gzip(bytes)), expected);
  EXPECT_THAT(ErrorOf([] { LinesOf(std::string(40000000, 'x')); }), HasSubstr("without an end"));
}

TEST(LineStreamTest, NamesFilesThatCannotBeRead) {
  EXPECT_THAT(ErrorOf([] { LineStream("no such file"); }),
              StartsWith("2 cannot read no such file: "));
  EXPECT_THAT(ErrorOf([] {
                LineStream stream(testing::TempDir());
                std::string_view line;
                stream.Next(&line);
              }),
              StartsWith("3 cannot read "));
  std::string text;
  for (int i = 0; i < 100000; ++i) text += std::to_string(i * 7919 % 100003) + "\n";
  std::string gzip = Gzip(text);
  EXPECT_THAT(ErrorOf([&] { LinesOf(gzip.substr(0, gzip.size() / 2)); }), HasSubstr("is cut"));
  EXPECT_THAT(ErrorOf([&] { LinesOf(gzip.substr(0, gzip.size() - 4)); }), HasSubstr("is cut"));
  gzip[gzip.size() / 2] ^= 0x55;
  EXPECT_THAT(ErrorOf([&] { LinesOf(gzip); }), StartsWith("4 "));
}

}  // namespace
}  // namespace weft

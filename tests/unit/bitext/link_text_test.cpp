// Links as text.
#include "bitext/link_text.h"

#include <gmock/gmock.h>

#include "core/error.h"

namespace weft {
namespace {

using testing::HasSubstr;

std::string Parsed(std::string_view line, const LinkFormat& format = {}) {
  return LinksText(ParseLinks(line, format, "file:7"));
}

std::string ParseError(std::string_view line, const LinkFormat& format = {}) {
  try {
    ParseLinks(line, format, "file:7");
  } catch (const Error& e) {
    EXPECT_EQ(e.status(), Status::kFormat);
    return e.what();
  }
  return "";
}

TEST(LinkTextTest, WhatAlignersWrite) {
  EXPECT_EQ(Parsed("0-0 1-2  2-1 "), "0-0 1-2 2-1");  // Pharaoh
  EXPECT_EQ(Parsed("0-0 1-2 ||| -23.5"), "0-0 1-2");  // fast_align -s
  EXPECT_EQ(Parsed("||| -9.1"), "");
  EXPECT_EQ(Parsed("a b ||| x - y ||| 0-0 1-2 ||| -9.1"), "0-0 1-2");  // its sentences beside them
  EXPECT_EQ(Parsed("a ||| x |||"), "");
  EXPECT_EQ(Parsed("0-0 1p2"), "0-0 1-2");              // possible links
  EXPECT_EQ(Parsed("0-0:1 1-2:0.25"), "0-0 1-2:0.25");  // confidences
  EXPECT_EQ(Parsed(""), "");
  EXPECT_EQ(Parsed("1-1 2-3", {1, false}), "0-0 1-2");
  EXPECT_EQ(Parsed("5-0 0-1", {0, true}), "0-5 1-0");
}

TEST(LinkTextTest, WhatIsNoLink) {
  for (const char* line : {"0", "0-", "-1", "0-x", "a-1", "0-0,1-1", "0--1", "99999999999-0"}) {
    EXPECT_THAT(ParseError(line), HasSubstr("file:7: expected links")) << line;
  }
  for (const char* line : {"0-0:2", "0-0:", "0-0:x", "0-0:nan"}) {
    EXPECT_THAT(ParseError(line), HasSubstr("file:7: expected a confidence from 0 to 1")) << line;
  }
  EXPECT_THAT(ParseError("0-1", {1, false}), HasSubstr("from 1 (first_index), such as 1-1 2-3"));
}

TEST(LinkTextTest, ConfidencesOfAFileOfTheirOwn) {
  std::vector<Link> links = ParseLinks("0-0 1-2", {}, "");
  ParseConfidences("0.5 1", "p:1", &links);
  EXPECT_EQ(LinksText(links), "0-0:0.5 1-2");
  for (const char* line : {"0.5", "0.5 1 1", "0.5 x", "0.5 1.5", "0.5 -1", "nan 1"}) {
    EXPECT_THROW(ParseConfidences(line, "p:1", &links), Error) << line;
  }
}

}  // namespace
}  // namespace weft

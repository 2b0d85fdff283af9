#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "text/quote.h"
#include "text/read.h"

namespace weft {
namespace {

using testing::ElementsAre;

std::vector<std::string> Words(const std::string& text) {
  std::vector<std::string> words;
  for (const TokenOffsets& token : Tokenize(text)) {
    words.push_back(text.substr(static_cast<size_t>(token.begin),
                                static_cast<size_t>(token.end - token.begin)));
  }
  return words;
}

TEST(TokenizeTest, WordsAndPunctuation) {
  EXPECT_THAT(Words("Don't stop-over at 3.14, U.S.A. (e.g. \"Müller\")!"),
              ElementsAre("Don't", "stop-over", "at", "3.14", ",", "U.S.A", ".", "(", "e.g", ".",
                          "\"", "Müller", "\"", ")", "!"));
  EXPECT_THAT(Words("-a- 'b' .c.."), ElementsAre("-", "a", "-", "'", "b", "'", ".", "c", ".", "."));
  EXPECT_THAT(Words(""), ElementsAre());
  EXPECT_THAT(Words(" \t\n\xC2\xA0\xE2\x80\x8B"), ElementsAre()) << "no-break and zero-width space";
}

TEST(TokenizeTest, ScriptsMarksAndEmoji) {
  EXPECT_THAT(Words("東京 abc"), ElementsAre("東", "京", "abc"));
  EXPECT_THAT(Words("e\xCC\x81te\xCC\x81 नमस्ते"), ElementsAre("e\xCC\x81te\xCC\x81", "नमस्ते"));
  EXPECT_THAT(Words("a👨‍👩‍👧b👍🏽"),
              ElementsAre("a", "👨‍👩‍👧", "b", "👍🏽"));
  EXPECT_THAT(Words("a_b@c"), ElementsAre("a", "_", "b", "@", "c"));
}

TEST(OffsetsTest, EveryBoundaryInEveryUnit) {
  const std::string text = "a\xC3\xBC\xE6\x9D\xB1\xF0\x9F\x99\x82z";  // 1, 2, 3, 4, 1 bytes
  const int64_t bytes[] = {0, 1, 3, 6, 10, 11}, utf16[] = {0, 1, 2, 3, 5, 6};
  for (int64_t i = 0; i < 6; ++i) {
    EXPECT_EQ(ToByteOffset(text, i, OffsetUnit::kCodePoints), bytes[i]);
    EXPECT_EQ(ToByteOffset(text, utf16[i], OffsetUnit::kUtf16), bytes[i]);
    EXPECT_EQ(ToByteOffset(text, bytes[i], OffsetUnit::kBytes), bytes[i]);
    EXPECT_EQ(FromByteOffset(text, bytes[i], OffsetUnit::kCodePoints), i);
    EXPECT_EQ(FromByteOffset(text, bytes[i], OffsetUnit::kUtf16), utf16[i]);
    EXPECT_EQ(FromByteOffset(text, bytes[i], OffsetUnit::kBytes), bytes[i]);
  }
  EXPECT_EQ(ToByteOffset(text, 4, OffsetUnit::kUtf16), -1) << "between surrogates";
  EXPECT_EQ(ToByteOffset(text, 2, OffsetUnit::kBytes), -1) << "within a character";
  EXPECT_EQ(FromByteOffset(text, 2, OffsetUnit::kUtf16), -1);
  for (OffsetUnit unit : {OffsetUnit::kBytes, OffsetUnit::kUtf16, OffsetUnit::kCodePoints}) {
    EXPECT_EQ(ToByteOffset(text, 12, unit), -1);
    EXPECT_EQ(ToByteOffset(text, -1, unit), -1);
    EXPECT_EQ(FromByteOffset(text, 12, unit), -1);
    EXPECT_EQ(ToByteOffset("abc", 3, unit), 3);
    EXPECT_EQ(ToByteOffset("abc", 4, unit), -1);
  }
}

TEST(Utf8Test, Validity) {
  for (const char* text : {"", "plain ascii text", "Müller 東京 🙂", "0123456\xC3\xBC"}) {
    EXPECT_TRUE(ValidUtf8(text)) << text;
  }
  for (const char* text : {"\xff", "0123456\xC3", "\xC0\x80", "\xED\xA0\x80", "\xF4\x90\x80\x80",
                           "\x80", "01234567\xE6\x9D"}) {
    EXPECT_FALSE(ValidUtf8(text)) << Quote(text);
  }
}

TEST(QuoteTest, MakesAnyBytesPrintable) {
  EXPECT_EQ(Quote("a\"ü"), "\"a\"ü\"");
  EXPECT_EQ(Quote("a\n\xff"), "\"a\\x0a\\xff\"");
  const std::string cut = Quote(std::string(1000, 'x'));
  EXPECT_LT(cut.size(), 70u);
  EXPECT_TRUE(ValidUtf8(cut));
}

}  // namespace
}  // namespace weft

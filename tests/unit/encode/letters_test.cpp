// Letters of words as ids, and how words are written.
#include "encode/letters.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "expect_error.h"
#include "text/casing.h"
#include "text/read.h"

namespace weft {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::shared_ptr<const Corpus> Corpus3() {
  return ReadCorpusBytes("ba\nüb\nb東\n", "letters.conll", {});
}

std::vector<int32_t> Ids(const LetterVocabulary& letters, std::string_view word) {
  std::vector<int32_t> ids;
  const int64_t count = letters.Append(word, &ids);
  EXPECT_EQ(count, static_cast<int64_t>(ids.size()));
  return ids;
}

TEST(LettersTest, CountsCodePoints) {
  LetterOptions options;
  const LetterVocabulary all = BuildLetters(*Corpus3(), options);
  EXPECT_THAT(all.letters, ElementsAre('a', 'b', 0xFC, 0x6771));
  EXPECT_EQ(all.size(), 6);
  EXPECT_THAT(Ids(all, "aüx東"), ElementsAre(2, 4, 1, 5));
  EXPECT_TRUE(Ids(all, "").empty());
  options.min_count = 2;
  EXPECT_THAT(BuildLetters(*Corpus3(), options).letters, ElementsAre('b'));
  options.min_count = 0;
  EXPECT_THAT(ErrorOf([&] { BuildLetters(*Corpus3(), options); }), HasSubstr("found 0 and 25"));
}

TEST(LettersTest, KeepsHeadAndTailOfLongWords) {
  LetterVocabulary letters;
  letters.letters = {'a', 'b', 'c', 'd', 'e', 'f', 'g'};
  letters.longest_word = 5;
  EXPECT_THAT(Ids(letters, "abcde"), ElementsAre(2, 3, 4, 5, 6));
  EXPECT_THAT(Ids(letters, "abcdefg"), ElementsAre(2, 3, 4, 7, 8));
  std::vector<int32_t> ids = {9};
  EXPECT_EQ(letters.Append("gfedcba", &ids), 5);
  EXPECT_THAT(ids, ElementsAre(9, 8, 7, 6, 3, 2));
  letters.longest_word = 1;
  EXPECT_THAT(Ids(letters, "abc"), ElementsAre(2));
}

TEST(LettersTest, ChecksWhatAFileHas) {
  LetterVocabulary letters;
  letters.longest_word = 5;
  letters.letters = {'a', 'b'};
  CheckLetters(letters);
  letters.letters = {'b', 'b'};
  EXPECT_THAT(ErrorOf([&] { CheckLetters(letters); }), testing::StartsWith("6 "));
  letters.letters.clear();
  letters.longest_word = 0;
  EXPECT_NE(ErrorOf([&] { CheckLetters(letters); }), "");
}

TEST(CasingTest, TellsHowWordsAreWritten) {
  const auto letter_case = [](std::string_view word) {
    return static_cast<LetterCase>(CasingOf(word) % 5);
  };
  for (const char* word : {"word", "straße", "a", "x-y", "ё"}) {
    EXPECT_EQ(letter_case(word), LetterCase::kLower) << word;
  }
  for (const char* word : {"Paris", "A", "Ökonom", "J.", "Well-known", "'Tis", "Éa"}) {
    EXPECT_EQ(letter_case(word), LetterCase::kTitle) << word;
  }
  for (const char* word : {"NATO", "U.N.", "ÄÖ", "B2B"}) {
    EXPECT_EQ(letter_case(word), LetterCase::kUpper) << word;
  }
  for (const char* word : {"iPhone", "McDonald", "O'Neill", "eBAY"}) {
    EXPECT_EQ(letter_case(word), LetterCase::kMixed) << word;
  }
  EXPECT_EQ(CasingOf("東京"), 0);
  EXPECT_EQ(CasingOf("1984"), 5);
  EXPECT_EQ(CasingOf("٣"), 5);
  EXPECT_EQ(CasingOf("…"), 10);
  EXPECT_EQ(CasingOf("$"), 10);
  EXPECT_EQ(CasingOf("3.14"), 15);
  EXPECT_EQ(CasingOf("word"), 1);
  EXPECT_EQ(CasingOf("U.N."), 13);
  EXPECT_EQ(CasingOf("mp3"), 6);
  EXPECT_EQ(CasingOf("B2B-Shop"), kNumCasings - 1);
  EXPECT_EQ(CasingOf(""), 0);
}

}  // namespace
}  // namespace weft

// Word-vector files as people have them.
#include "encode/word_vectors.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "encode/word_vectors_layout.h"
#include "expect_error.h"
#include "support/data.h"
#include "temporary_file.h"
#include "text/gzip.h"
#include "text/read.h"

namespace weft {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;

WordVectors Read(const std::string& bytes, const WordVectorOptions& options = {}) {
  const TemporaryFile file(bytes, "vectors.txt");
  return ReadWordVectors(file.path(), options);
}

std::vector<std::string> WordsOf(const WordVectors& vectors) {
  std::vector<std::string> words;
  for (int32_t i = 0; i < vectors.size(); ++i) words.emplace_back(vectors.words.key(i));
  return words;
}

TEST(WordVectorsTest, ReadsWithAndWithoutACount) {
  for (const char* count : {"", "2 3\n",
                            "\xEF\xBB\xBF"
                            "2 3 \r\n"}) {
    for (const bool gzip : {false, true}) {
      const std::string text = std::string(count) + "the 1 -2.5 3e-1 \r\ncafé +4 5 .5\n";
      const WordVectors vectors = Read(gzip ? Gzip(text) : text);
      EXPECT_EQ(vectors.dimension, 3);
      EXPECT_THAT(WordsOf(vectors), ElementsAre("the", "café"));
      EXPECT_THAT(vectors.values, ElementsAre(1, -2.5f, 0.3f, 4, 5, 0.5f));
      EXPECT_EQ(vectors.counts.rows, 2);
      EXPECT_EQ(vectors.counts.wrong, 0);
      EXPECT_EQ(vectors.counts.declared, *count ? 2 : -1);
      EXPECT_EQ(vectors[1][0], 4);
    }
  }
}

TEST(WordVectorsTest, KeepsWhatIsWantedAndTheFirst) {
  const auto corpus = ReadCorpusBytes("Paris\nNATO\nnato\n", "c.conll", {});
  StringIndex wanted;
  AddWantedWords(*corpus, &wanted);
  EXPECT_EQ(wanted.size(), 4);
  WordVectorOptions options;
  options.wanted = &wanted;
  options.max_words = 1;
  const std::string text = "the\t1\t1\nof\t2\t2\nparis\t3\t3\nNATO\t4\t4\nnato\t5\t5\n";
  const WordVectors vectors = Read(text, options);
  EXPECT_THAT(WordsOf(vectors), ElementsAre("the", "paris", "NATO", "nato"));
  EXPECT_EQ(vectors.counts.rows, 5);
  EXPECT_EQ(FindVector(vectors.words, "Paris"), 1);
  EXPECT_EQ(FindVector(vectors.words, "NATO"), 2);
  EXPECT_EQ(FindVector(vectors.words, "Nato"), 3);
  EXPECT_EQ(FindVector(vectors.words, "of"), -1);
  options.max_words = 0;
  EXPECT_THAT(WordsOf(Read(text, options)), ElementsAre("paris", "NATO", "nato"));
}

TEST(WordVectorsTest, WordsMayHoldBlanksAndBeNumbers) {
  const WordVectors vectors = Read(". . 1 2\nNew York City 3 4\n100 5 6\nat 7  8\n");
  EXPECT_EQ(vectors.dimension, 2);
  EXPECT_THAT(WordsOf(vectors), ElementsAre(". .", "New York City", "100", "at"));
  EXPECT_THAT(vectors.values, ElementsAre(1, 2, 3, 4, 5, 6, 7, 8));
}

TEST(WordVectorsTest, CountsWhatItSkips) {
  const WordVectors vectors = Read(
      "7 2\na 1 2\nb 1\nc 1 nan\nd inf 2\na 9 9\ne 1 2 3\n\nsome stray text of more words\n"
      "f 1 x\n\xff 1 2\ng 1e-60 -1e60\nh 5 6\ni 7 8\n");
  EXPECT_THAT(WordsOf(vectors), ElementsAre("a", "e 1", "h", "i"));
  EXPECT_EQ(vectors[0][0], 1);
  EXPECT_EQ(vectors.counts.declared, 7);
  EXPECT_EQ(vectors.counts.rows, 8);
  EXPECT_EQ(vectors.counts.wrong, 4);
  EXPECT_EQ(vectors.counts.not_finite, 3);
  EXPECT_EQ(vectors.counts.repeated, 1);
  EXPECT_THAT(
      vectors.counts.first_wrong,
      AllOf(HasSubstr("vectors.txt:3: expected a word and 2 numbers"), HasSubstr("found \"b 1\"")));
}

TEST(WordVectorsTest, RefusesFilesWithoutVectors) {
  EXPECT_THAT(ErrorOf([] { Read(""); }), AllOf(StartsWith("4 "), HasSubstr("an empty file")));
  EXPECT_THAT(ErrorOf([] { Read("3 25\n"); }), HasSubstr(":1: expected a word and its vector"));
  EXPECT_THAT(ErrorOf([] { Read("once upon a time\n"); }), HasSubstr("found \"once upon"));
  std::string text = "a 1 2 3\nb 1 2 3\n";
  for (int i = 0; i < 300; ++i) text += "no vector\n";
  EXPECT_THAT(ErrorOf([&] { Read(text); }),
              AllOf(HasSubstr("vectors.txt:3: expected a word and 3 numbers"),
                    HasSubstr("300 of 302 lines")));
}

TEST(WordVectorsTest, ParsesFloatsAtTheEdges) {
  float value = 0;
  EXPECT_TRUE(ParseFloat("1e-60", &value));
  EXPECT_EQ(value, 0);
  EXPECT_TRUE(ParseFloat("1e-40", &value));
  EXPECT_EQ(value, 1e-40f);
  EXPECT_TRUE(ParseFloat("-1e50", &value));
  EXPECT_LT(value, -1e38f);
  for (const char* text : {"", "+", "+-1", "1,5", "0x1", "1e", "x"}) {
    EXPECT_FALSE(ParseFloat(text, &value)) << text;
  }
}

TEST(WordVectorsTest, ReadsGlove) {
  WEFT_SKIP_WITHOUT_DATA("glove-twitter-25d");
  const std::string path = testing::DataFolder("glove-twitter-25d") + "/glove.txt";
  const WordVectors vectors = ReadWordVectors(path, {});
  EXPECT_EQ(vectors.dimension, 25);
  EXPECT_EQ(vectors.size() + vectors.counts.repeated, 11925);
  EXPECT_EQ(vectors.counts.wrong, 0);
  const int32_t the = FindVector(vectors.words, "The");
  ASSERT_GE(the, 0);
  EXPECT_EQ(vectors[the][0], -0.010167f);
}

}  // namespace
}  // namespace weft

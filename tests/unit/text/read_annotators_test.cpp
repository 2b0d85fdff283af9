#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "core/os.h"
#include "corpus_text.h"
#include "text/gzip.h"

namespace weft {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;

class AnnotatorsTest : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::path(testing::TempDir()) / "weft annotators";
    fs::remove_all(folder_);
    fs::create_directories(folder_ / "more");
  }
  void TearDown() override { fs::remove_all(folder_); }
  std::string Write(const std::string& name, const std::string& bytes) const {
    const std::string path = (folder_ / name).string();
    WriteFileAtomic(path, bytes);
    return path;
  }
  std::string Error(const std::vector<std::string>& paths, const std::string& gold = "") const {
    try {
      ReadAnnotatorFiles(paths, gold, {});
    } catch (const weft::Error& e) {
      return e.what();
    }
    return "";
  }
  fs::path folder_;
};

TEST_F(AnnotatorsTest, BecomeSourcesOfOneCorpus) {
  const auto ann = Write("ann.conll", "a B-X\nb I-X\n\nc O\n");
  const auto bob = Write("bob.v2.conll.gz", Gzip("a _\nb B-X\n\nc ?\n"));
  const auto gold = Write("gold.conll", "a N B-X\nb N O\n\nc N O\n");
  EXPECT_EQ(Dump(*ReadAnnotatorFiles({bob, ann}, gold, {})),
            "iob2\nlabels: O B-X I-X\nsources: ann bob.v2\ncolumns: token column2\n"
            "sentence  of document 0 : \n  a | N\n  b | N\n  gold: B-X O\n  ann: B-X I-X\n"
            "  bob.v2: _ B-X\n"
            "sentence  of document 0 : \n  c | N\n  gold: O\n  ann: O\n");
  const auto without = ReadAnnotatorFiles({ann, bob}, "", {});
  EXPECT_FALSE(without->has_gold());
  EXPECT_EQ(without->num_votes(0), 2);
}

TEST_F(AnnotatorsTest, IdsLetFilesLackSentences) {
  const auto one = Write("one.jsonl", R"({"id":1,"tokens":["a"],"labels":["O"]})"
                                      "\n"
                                      R"({"id":2,"tokens":["b"],"labels":[null]})");
  const auto two = Write("two.jsonl", R"({"id":3,"tokens":["c"],"labels":["B-X"]})"
                                      "\n"
                                      R"({"id":2,"tokens":["b"],"labels":["O"]})"
                                      "\n"
                                      R"({"id":1,"tokens":["a"],"labels":null})");
  const auto nobody = Write("nobody.jsonl", "");
  const auto corpus = ReadAnnotatorFiles({one, two, nobody}, "", {});
  EXPECT_THAT(corpus->sources(), ElementsAre("nobody", "one", "two"));
  ASSERT_EQ(corpus->num_sentences(), 3);
  EXPECT_EQ(corpus->num_votes(0), 1) << "two did not annotate it";
  ASSERT_EQ(corpus->num_votes(1), 2);
  EXPECT_THAT(LabelNames(*corpus, corpus->votes(1, 0).labels), ElementsAre("_")) << "one abstains";
  EXPECT_EQ(corpus->id(2), "3");
  const auto gold = Write("gold.jsonl", R"({"id":1,"tokens":["a"],"labels":["O"]})");
  EXPECT_THAT(Error({two}, gold), HasSubstr("two.jsonl: sentence \"3\" is not in " + gold));
}

TEST_F(AnnotatorsTest, ErrorsNameBothFiles) {
  const auto ann = Write("ann.conll", "a O\nb O\n\nc O\n");
  EXPECT_EQ(Error({ann, Write("x.conll", "a O\nB O\n\nc O\n")}),
            (folder_ / "x.conll").string() + ": sentence 0, token 1: expected \"b\", as in " + ann +
                ": sentence 0, found \"B\"");
  EXPECT_THAT(Error({ann, Write("x.conll", "a O\n\nc O\n")}),
              HasSubstr("found the end of the sentence"));
  EXPECT_THAT(Error({ann, Write("x.conll", "a O\nb O\n")}),
              HasSubstr("x.conll: expected 2 sentences, as in " + ann + ", found 1"));
  const auto twin = Write("more/ann.conll", "a O\nb O\n\nc O\n");
  EXPECT_EQ(Error({ann, twin}),
            "two annotators' files name the source \"ann\": " + ann + " and " + twin);
  EXPECT_THAT(Error({Write("y.jsonl", R"({"tokens":["a"],"labels":["O"],"weak":{"w":["O"]}})")}),
              HasSubstr("expected the labels of one annotator, found votes of \"w\""));
  EXPECT_THAT(Error({}), HasSubstr("at least one annotator"));
}

}  // namespace
}  // namespace weft

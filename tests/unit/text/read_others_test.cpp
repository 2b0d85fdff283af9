// WRENCH's JSON and CRFsuite's attribute text.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "corpus_text.h"

namespace weft {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(ReadWrenchTest, NamesAndAbstentions) {
  const auto corpus =
      ReadCorpusBytes(R"({"0":{"label":["B-X","O"],"weak_labels":[["O",null,"B-X"],["O","O","O"]],)"
                      R"("data":{"text":["a","b"]}},)"
                      "\n"
                      R"("7":{"data":{"text":["c"],"other":1},"weak_labels":[["O","O","O"]]}})",
                      "f.json", {});
  EXPECT_EQ(Dump(*corpus),
            "iob2\nlabels: O B-X\nsources: lf0 lf1 lf2\ncolumns: token\n"
            "sentence 0 of document 0 : \n  a\n  b\n  gold: B-X O\n  lf0: O O\n  lf1: _ O\n"
            "  lf2: B-X O\n"
            "sentence 7 of document 0 : \n  c\n  gold: _\n  lf0: O\n  lf1: O\n  lf2: O\n");
}

TEST(ReadWrenchTest, Errors) {
  EXPECT_EQ(
      ReadError("{\"0\":\n{\"label\":[]}}", "f.json"),
      "f.json:1: sentence \"0\": expected \"data\" with \"text\", a list of tokens, found none");
  EXPECT_THAT(
      ReadError("{\"0\":\n{\"data\":{\"text\":[\"a\"]},\n\"weak_labels\":[[\"O\"],[\"O\"]]}}",
                "f.json"),
      HasSubstr("votes of source \"lf0\" must have 1 entries, one per token; found 2"));
  EXPECT_EQ(
      ReadError("{\"0\":{\"data\":{\"text\":[\"a\",\"b\"]},\n\"weak_labels\":[[\"O\"],\n[]]}}",
                "f.json"),
      "f.json:3: expected 1 votes on a token, one per source, found 0");
  EXPECT_THAT(ReadError("{\"0\":{\"data\":{\"text\":[\"a\"]},\"label\":[3]}}", "f.json"),
              HasSubstr("no label.json beside the file"));
  EXPECT_THAT(ReadError("{\"0\":{\"data\":\n{\"text\":[\"a\"]},]}}", "f.json"),
              HasSubstr("f.json:2:16: invalid JSON"));
  ReadOptions options;
  options.corpus.sources = {"one"};
  EXPECT_THAT(
      ReadError(R"({"0":{"data":{"text":["a"]},"weak_labels":[["O","O"]]}})", "f.json", options),
      HasSubstr("expected votes of the 1 declared sources, found 2"));
}

TEST(ReadAttributesTest, LabelsAndEscapes) {
  const auto corpus =
      ReadCorpusBytes("B-NP\tw[0]=a\tp\\:q=\\\\:0.5\tx\\y\n_\n\nO\tw=c:-2e1\n", "f.crfsuite", {});
  ASSERT_EQ(corpus->num_sentences(), 2);
  EXPECT_THAT(LabelNames(*corpus, corpus->gold(0)), ElementsAre("B-NP", "_"));
  EXPECT_EQ(corpus->attribute_begin(1), 3);
  EXPECT_EQ(corpus->attribute_begin(2), 3);
  EXPECT_EQ(corpus->attribute(0), "w[0]=a");
  EXPECT_EQ(corpus->attribute_value(0), 1);
  EXPECT_EQ(corpus->attribute(1), "p:q=\\");
  EXPECT_EQ(corpus->attribute_value(1), 0.5f);
  EXPECT_EQ(corpus->attribute(2), "x\\y");
  EXPECT_EQ(corpus->attribute_value(3), -20);
}

TEST(ReadAttributesTest, Errors) {
  EXPECT_EQ(ReadError("O\ta\nO\tb:c\n", "f.crfsuite"),
            "f.crfsuite:2: expected an attribute, NAME or NAME:NUMBER with colons in the name "
            "written as \\:, found \"b:c\"");
  EXPECT_THAT(ReadError("\ta\n", "f.crfsuite"), HasSubstr("f.crfsuite:1: expected a label"));
  EXPECT_THAT(ReadError("@weight:2\n", "f.crfsuite"), HasSubstr("f.crfsuite:1: weights"));
}

}  // namespace
}  // namespace weft

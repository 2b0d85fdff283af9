#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "corpus_text.h"

namespace weft {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::shared_ptr<const Corpus> Conll(const std::string& bytes, const ReadOptions& options = {}) {
  return ReadCorpusBytes(bytes, "x.conll", options);
}

TEST(ReadConllTest, FirstColumnIsTheTokenLastTheLabel) {
  const auto corpus = Conll("EU NNP B-ORG\nrejects VBZ O\n\nPeter NNP B-PER\n");
  ASSERT_EQ(corpus->num_sentences(), 2);
  EXPECT_EQ(corpus->token(2), "Peter");
  EXPECT_THAT(corpus->column_names(), ElementsAre("token", "column2"));
  EXPECT_EQ(corpus->column(1)[1], "VBZ");
  EXPECT_THAT(LabelNames(*corpus, corpus->gold(0)), ElementsAre("B-ORG", "O"));
  EXPECT_EQ(Conll("a\nb\n")->has_gold(), false);
  EXPECT_EQ(Conll("")->num_sentences(), 0);
  EXPECT_EQ(Conll("\n \n\n")->num_sentences(), 0);
}

TEST(ReadConllTest, LineEndsBlanksAndMarksOfOtherSystems) {
  const std::string clean = Dump(*Conll("a\tO\nb\tB-X\n\nc\tO\n"));
  EXPECT_EQ(Dump(*Conll("a\tO\r\nb\tB-X\r\n\r\nc\tO\r\n")), clean);
  EXPECT_EQ(Dump(*Conll("a\tO\nb\tB-X\n \t \nc\tO\n")), clean);
  EXPECT_EQ(Dump(*Conll("\xEF\xBB\xBF"
                        "a\tO\nb\tB-X\n\nc\tO\n")),
            clean);
  EXPECT_EQ(Dump(*Conll("a\tO\nb\tB-X\n\nc\tO")), clean);
  EXPECT_EQ(Dump(*Conll("\n\na\tO\nb\tB-X\n\n\n\nc\tO\n\n")), clean);
  EXPECT_EQ(Dump(*Conll("a  O\nb\t B-X \n\nc O\n")), clean) << "runs of blanks";
}

TEST(ReadConllTest, TabsKeepBlanksInFields) {
  const auto corpus = Conll("New York\t\tB-LOC\n\xC2\xA0\tx\tO\n");
  EXPECT_EQ(corpus->token(0), "New York");
  EXPECT_EQ(corpus->column(1)[0], "");
  EXPECT_EQ(corpus->token(1), "\xC2\xA0");
}

TEST(ReadConllTest, RolesMissingLabelsAndVotes) {
  ReadOptions options;
  options.columns = {"skip", "token", "vote:w2", "vote:w1", "label", "pos", "id"};
  const auto corpus = Conll("1 a O ? B-X N s1\n2 b _ ? _ V s1\n\n1 c ? O O N s2\n", options);
  EXPECT_THAT(corpus->sources(), ElementsAre("w2", "w1")) << "columns declare their sources";
  EXPECT_EQ(corpus->id(1), "s2");
  EXPECT_THAT(LabelNames(*corpus, corpus->gold(0)), ElementsAre("B-X", "_"));
  ASSERT_EQ(corpus->num_votes(0), 1) << "w1 did not annotate";
  EXPECT_THAT(LabelNames(*corpus, corpus->votes(0, 0).labels), ElementsAre("O", "_"));
  EXPECT_EQ(corpus->votes(1, 0).source, 1);
  EXPECT_EQ(corpus->column(1)[1], "V");
}

TEST(ReadConllTest, Documents) {
  const auto corpus = Conll("-DOCSTART- -X- O\na N O\n\nb N O\n\n-DOCSTART- -X- O\n\nc N O\n");
  ASSERT_EQ(corpus->num_sentences(), 3);
  EXPECT_EQ(corpus->num_documents(), 2);
  EXPECT_EQ(corpus->document(1), 0);
  EXPECT_EQ(corpus->document(2), 1);
  EXPECT_EQ(Conll("-DOCSTART-X O\n")->num_tokens(), 1) << "a token that only starts like it";
}

TEST(ReadConllTest, NumberSignsAreTokensUnlessDeclared) {
  EXPECT_EQ(Conll("#\tO\n1\tO\n")->token(0), "#");
  ReadOptions options;
  options.comment_prefix = "#";
  const auto corpus =
      Conll("# id = 1\n# text\twith tab\tand more\na\tO\n#\tO\n\n#\tB-X\n\n# c\nb\tO\n", options);
  ASSERT_EQ(corpus->num_tokens(), 4) << Dump(*corpus);
  EXPECT_EQ(corpus->token(1), "#");
  EXPECT_EQ(corpus->token(2), "#") << "as many columns as the rest: a token";
}

TEST(ReadConllTest, ErrorsNameFileAndLine) {
  Status status = Status::kOk;
  EXPECT_EQ(ReadError("a O\nb X O\n", "f.conll", {}, &status),
            "f.conll:2: expected 2 columns separated by blanks, found 3");
  EXPECT_EQ(status, Status::kFormat);
  EXPECT_EQ(ReadError("a\tO\n\nb\t\n", "f.conll"),
            "f.conll:3: expected a label or \"_\" for none, found nothing");
  EXPECT_EQ(ReadError("\tO\n", "f.conll"), "f.conll:1: expected a token, found nothing");
  EXPECT_EQ(ReadError("a O\n\xff O\n", "f.conll"), "f.conll:2: expected UTF-8, found other bytes");
  EXPECT_EQ(ReadError(std::string("\xff\xfe"
                                  "a\0",
                                  4),
                      "f.conll"),
            "f.conll:1: expected UTF-8, found UTF-16");
  ReadOptions options;
  options.columns = {"token", "vote:w"};
  EXPECT_THAT(ReadError("a O\nb ?\n", "f", options),
              HasSubstr("f:2: source \"w\" did not annotate"));
  EXPECT_THAT(ReadError("a ?\nb O\n", "f", options),
              HasSubstr("f:2: source \"w\" did not annotate"));
  options.columns = {"id", "token"};
  EXPECT_THAT(ReadError("1 a\n2 b\n", "f", options), HasSubstr("f:2: expected the id \"1\""));
  options.columns = {"pos", "label"};
  EXPECT_EQ(ReadError("a b\n", "f", options), "no column has the role \"token\"");
  options.columns = {"token", "label", "label"};
  EXPECT_EQ(ReadError("a b\n", "f", options), "two columns have the role \"label\"");
}

TEST(ReadConllTest, TagsOfTheSchemeByLine) {
  ReadOptions options;
  options.corpus.scheme_declared = true;
  options.corpus.scheme = Scheme::kIOB2;
  EXPECT_EQ(ReadError("a O\n\nb O\nc I\n", "f", options),
            "f:4: label \"I\" is no tag of the scheme iob2; expected B-TYPE, I-TYPE, or O (spans "
            "of a single kind need a type too)");
  EXPECT_THAT(ReadError("a B-X\n\nb O\nc I\n", "f"),
              HasSubstr("f:4: label \"I\" does not go with"));
}

TEST(ReadConllTest, FilesThatDescribeThemselves) {
  const auto corpus = Conll(
      "# columns:\ttoken\tvote:a b\tlabel\n-DOCSTART-\tnews 1\n\n#\t?\tO\n\n-DOCSTART-\n\nx "
      "y\t_\t_\n");
  EXPECT_THAT(corpus->sources(), ElementsAre("a b"));
  EXPECT_EQ(corpus->document_name(0), "news 1");
  EXPECT_EQ(corpus->document(1), 1);
  EXPECT_EQ(corpus->num_votes(0), 0);
  EXPECT_EQ(corpus->num_votes(1), 1);
  EXPECT_EQ(corpus->token(1), "x y");
  EXPECT_THAT(ReadError("# columns:\tlabel\na\n", "f"), HasSubstr("f:1: no column has the role"));
}

}  // namespace
}  // namespace weft

#include "crf/template.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "crf/attributes.h"
#include "unit/crf/crf_testing.h"

namespace weft {
namespace {

using ::testing::ElementsAre;
using testing::ErrorText;
using ::testing::HasSubstr;
using testing::MakeCorpus;

// The attributes of every token of the first sentence, readable.
std::vector<std::vector<std::string>> Attributes(const std::string& templates, const Corpus& corpus,
                                                 Boundary boundary = Boundary::kSkip) {
  const auto set = std::make_shared<TemplateSet>(ParseTemplates(templates));
  AttributeGenerator generator(set, boundary);
  generator.Bind(corpus);
  generator.Start(0);
  AttributeBatch batch;
  generator.Tokens(0, corpus.length(0), &batch);
  std::vector<std::vector<std::string>> out(static_cast<size_t>(corpus.length(0)));
  for (int64_t t = 0; t < corpus.length(0); ++t) {
    for (int64_t i = batch.token_begin(t); i < batch.token_begin(t + 1); ++i) {
      out[static_cast<size_t>(t)].push_back(AttributeName(*set, batch.key(i)));
    }
  }
  return out;
}

std::shared_ptr<const Corpus> Visits() {
  return MakeCorpus({"Anna/B-PER/NNP visits/O/VBZ Köln/B-LOC/NNP"}, {}, {"pos"});
}

TEST(TemplateTest, ColumnsAtOffsets) {
  EXPECT_THAT(
      Attributes("token[-1..1]\npos[0]", *Visits()),
      ElementsAre(ElementsAre("token[0]=Anna", "token[1]=visits", "pos[0]=NNP"),
                  ElementsAre("token[-1]=Anna", "token[0]=visits", "token[1]=Köln", "pos[0]=VBZ"),
                  ElementsAre("token[-1]=visits", "token[0]=Köln", "pos[0]=NNP")));
}

TEST(TemplateTest, TransformsRangesAndConjunctions) {
  const auto all = Attributes(
      "# a comment\n"
      "token[0]|lower|suffix(1..2)\n"
      "\n"
      "token[-1]|collapsed & pos[0]\r\n"
      "begin & token[0]|is(cap)\n"
      "bias",
      *Visits());
  EXPECT_THAT(all[0], ElementsAre("token[0]|lower|suffix(1)=a", "token[0]|lower|suffix(2)=na",
                                  "begin & token[0]|is(cap)", "bias"));
  EXPECT_THAT(all[2], ElementsAre("token[0]|lower|suffix(1)=n", "token[0]|lower|suffix(2)=ln",
                                  "token[-1]|collapsed & pos[0]=x|NNP", "bias"));
}

TEST(TemplateTest, ANameSharesAttributesBetweenOffsets) {
  const auto all = Attributes("near: token[-2..-1]|lower", *Visits());
  EXPECT_THAT(all[1], ElementsAre("near=anna"));
  EXPECT_THAT(all[2], ElementsAre("near=anna", "near=visits"));
}

TEST(TemplateTest, FlagsAreOneTemplateEach) {
  const TemplateSet set = ParseTemplates("token[-1..1]|flags");
  EXPECT_EQ(set.templates.size(), 30u);
  EXPECT_THAT(Attributes("token[0]|flags", *Visits())[0],
              ElementsAre("token[0]|is(title)", "token[0]|is(cap)"));
}

TEST(TemplateTest, ReadsTemplatesOfCrfpp) {
  const std::string text = "# Unigram\nU00:%x[-1,0]\nU01:%x[0,0]/%x[0,1]\nU02:%x[0,0]|lower\n\nB\n";
  const TemplateSet set = ParseTemplates(text);
  EXPECT_TRUE(set.transitions);
  EXPECT_EQ(set.templates.size(), 3u);
  EXPECT_THAT(Attributes(text, *Visits())[1],
              ElementsAre("U00:%x=Anna", "U01:%x/%x=visits|VBZ", "U02:%x=visits"));
  EXPECT_THAT(Attributes(text, *Visits(), Boundary::kSymbol)[0],
              ElementsAre("U00:%x=_B-1", "U01:%x/%x=Anna|NNP", "U02:%x=anna"));
  EXPECT_THAT(Attributes("U:%x[1,0]|%x[2,0]", *Visits(), Boundary::kSymbol)[2],
              ElementsAre("U:%x|%x=_B+1|_B+2"));
}

TEST(TemplateTest, RefusesBigramsThatDependOnAttributes) {
  try {
    ParseTemplates("U00:%x[0,0]\nB01:%x[0,0]\n");
    FAIL() << "accepted";
  } catch (const Error& e) {
    EXPECT_EQ(e.status(), Status::kUnsupported);
    EXPECT_THAT(e.what(), HasSubstr("B01:%x[0,0]"));
  }
}

TEST(TemplateTest, ErrorsNameLineAndWhatWasExpected) {
  const auto error = [](const char* text) { return ErrorText([&] { ParseTemplates(text); }); };
  EXPECT_THAT(error("token[0]\ntoken[0]|lowr"), HasSubstr("line 2"));
  EXPECT_THAT(error("token[0]|lowr"), HasSubstr("a transform (lower"));
  EXPECT_THAT(error("token[x]"), HasSubstr("a whole number"));
  EXPECT_THAT(error("token[2..1]"), HasSubstr("a whole number from 2"));
  EXPECT_THAT(error("token[0]|is(tall)"), HasSubstr("a flag (title"));
  EXPECT_THAT(error("tokens"), HasSubstr("such as token[0]"));
  EXPECT_THAT(error("token[0] pos[0]"), HasSubstr("\"&\""));
  EXPECT_THAT(error("token[0]|prefix(0)"), HasSubstr("from 1"));
  EXPECT_THAT(error(" \n# nothing\n"), HasSubstr("empty"));
}

TEST(TemplateTest, AMissingColumnIsNamed) {
  const std::string text = ErrorText([] { Attributes("chunk[0]", *Visits()); });
  EXPECT_THAT(text, HasSubstr("\"chunk\""));
  EXPECT_THAT(text, HasSubstr("token, pos"));
  EXPECT_THAT(ErrorText([] { Attributes("U:%x[0,2]", *Visits()); }), HasSubstr("column 2"));
  EXPECT_THAT(ErrorText([] { Attributes("attributes", *Visits()); }), HasSubstr("ready-made"));
}

TEST(TemplateTest, PresetsParse) {
  for (const std::string& name : TemplatePresets()) {
    EXPECT_TRUE(ParseTemplates(TemplatePreset(name)).transitions) << name;
  }
  EXPECT_EQ(ParseTemplates(TemplatePreset("chunk")).templates.size(), 21u);  // 19, begin, end
}

TEST(TemplateTest, ManyTemplatesKeepTheirAttributesApart) {
  std::string text;
  for (int n = 1; n <= 700; ++n) text += "a" + std::to_string(n) + ": token[0]\n";
  const auto all = Attributes(text, *Visits());
  for (size_t n = 0; n < 700; ++n) EXPECT_EQ(all[0][n], "a" + std::to_string(n + 1) + "=Anna");
}

}  // namespace
}  // namespace weft

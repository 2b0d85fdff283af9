// Corpora made from corpora: other schemes, fewer sentences.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/error.h"
#include "text/corpus.h"
#include "text/derive.h"

namespace weft {
namespace {

using testing::ElementsAre;

std::vector<std::string> Names(const Corpus& corpus, Span<const int32_t> ids) {
  std::vector<std::string> names;
  for (int32_t id : ids) names.push_back(id == kNoLabel ? "_" : corpus.labels().name(id));
  return names;
}

std::shared_ptr<const Corpus> Small() {
  CorpusBuilder builder;
  builder.SetColumns({"pos"});
  for (const char* id : {"one", "two"}) {
    SentenceData s;
    s.id = id;
    s.tokens = {"a", "b", "c", "d"};
    s.columns = {{"A", "B", "C", "D"}};
    s.labels = {"B-X", "I-X", "", "B-Y"};
    s.votes = {{"v", {"O", "I-X", "I-X", ""}, {}}};
    s.attributes = {{{"p", 2}}, {}, {}, {{"q", 1}}};
    s.text = "abcd";
    s.offsets = {{0, 1}, {1, 2}, {2, 3}, {3, 4}};
    s.document = std::string("doc ") + id;
    builder.Add(s);
  }
  return builder.Finish();
}

TEST(AddSourceTest, StandsAfterTheOthersOnEverySentence) {
  const auto corpus = Small();
  const LabelSet labels({"O", "B-Z", "B-X"});
  const std::vector<int32_t> ids = {0, 1, 2, 0, 0, 0, 0, 2};
  const auto hard = AddSource(*corpus, "t", {labels, Scheme::kIOB2, ids});
  EXPECT_THAT(hard->sources(), ElementsAre("v", "t"));
  ASSERT_EQ(hard->num_votes(1), 2);
  EXPECT_THAT(Names(*hard, hard->votes(0, 1).labels), ElementsAre("O", "B-Z", "B-X", "O"));
  EXPECT_THAT(Names(*hard, hard->votes(1, 0).labels), ElementsAre("O", "B-X", "I-X", "_"));
  EXPECT_TRUE(hard->votes(1, 1).soft.empty());
  std::vector<double> p;
  for (size_t t = 0; t < ids.size(); ++t) p.insert(p.end(), {0.2, 0.7, 0.1});
  const auto soft = AddSource(*hard, "u", {labels, Scheme::kIOB2, ids, p});
  const VoteRow row = soft->votes(1, 2);
  EXPECT_THAT(Names(*soft, row.labels), ElementsAre("B-Z", "B-Z", "B-Z", "B-Z"));
  const auto z = static_cast<size_t>(soft->labels().Find("B-Z"));
  EXPECT_EQ(row.soft[z], 0.7f);
  EXPECT_TRUE(soft->votes(1, 1).soft.empty());
  EXPECT_THAT(AddSource(*soft, "t", {labels, Scheme::kIOB2, ids})->sources(),
              ElementsAre("v", "t'", "u", "t"));
  EXPECT_THROW(AddSource(*soft, "w", {labels, Scheme::kIOB2, {}}), Error);
}

TEST(ConvertSchemeTest, ThroughSpans) {
  const auto corpus = Small();
  ASSERT_EQ(corpus->scheme(), Scheme::kIOB2);
  const auto iobes = ConvertScheme(*corpus, Scheme::kIOBES);
  EXPECT_EQ(iobes->scheme(), Scheme::kIOBES);
  EXPECT_THAT(Names(*iobes, iobes->gold(1)), ElementsAre("B-X", "_", "_", "S-Y"))
      << "whether a span goes on at an unlabelled token is not known";
  EXPECT_THAT(Names(*iobes, iobes->votes(0, 0).labels), ElementsAre("O", "B-X", "E-X", "_"));
  const auto back = ConvertScheme(*iobes, Scheme::kIO);
  EXPECT_THAT(Names(*back, back->votes(0, 0).labels), ElementsAre("O", "I-X", "I-X", "_"));
  EXPECT_EQ(ConvertScheme(*corpus, Scheme::kIOB2)->labels(), corpus->labels());
  EXPECT_THROW(ConvertScheme(*corpus, Scheme::kPlain), Error);
}

TEST(ConvertSchemeTest, EveryPairKeepsSpans) {
  CorpusBuilder builder;
  SentenceData s;
  s.tokens = {"a", "b", "c", "d", "e", "f", "g"};
  s.labels = {"B-X", "B-X", "I-X", "O", "B-Y", "I-Y", "I-Y"};
  builder.Add(s);
  const auto first = builder.Finish();
  constexpr Scheme kSchemes[] = {Scheme::kIOB1, Scheme::kIOB2,  Scheme::kIOE1,
                                 Scheme::kIOE2, Scheme::kIOBES, Scheme::kBILOU};
  for (Scheme from : kSchemes) {
    for (Scheme to : kSchemes) {
      const auto a = ConvertScheme(*first, from);
      const auto c = ConvertScheme(*ConvertScheme(*a, to), Scheme::kIOB2);
      EXPECT_THAT(Names(*c, c->gold(0)), testing::ElementsAreArray(s.labels))
          << SchemeName(from) << SchemeName(to);
    }
  }
}

TEST(ConvertSchemeTest, Distributions) {
  CorpusBuilder builder;
  SentenceData s;
  s.tokens = {"a", "b"};
  s.votes = {{"v", {}, {{{"B-X", 0.5f}, {"S-X", 0.25f}, {"O", 0.25f}}, {}}}};
  builder.Add(s);
  const auto corpus = builder.Finish();
  const auto iob2 = ConvertScheme(*corpus, Scheme::kIOB2);
  EXPECT_THAT(iob2->labels().names(), ElementsAre("O", "B-X", "I-X"));
  const Span<const float> soft = iob2->votes(0, 0).soft;
  EXPECT_THAT(std::vector<float>(soft.begin(), soft.end()), ElementsAre(0.25f, 0.75f, 0, 0, 0, 0));
  EXPECT_THAT(Names(*iob2, iob2->votes(0, 0).labels), ElementsAre("B-X", "_"));
  EXPECT_NO_THROW(ConvertScheme(*iob2, Scheme::kIO));
  EXPECT_THROW(ConvertScheme(*iob2, Scheme::kIOBES), Error);
}

TEST(ConvertSchemeTest, AsAnOption) {
  CorpusOptions options;
  options.convert = true;
  options.convert_to = Scheme::kBILOU;
  CorpusBuilder builder(options);
  SentenceData s;
  s.tokens = {"a"};
  s.labels = {"B-X"};
  builder.Add(s);
  const auto corpus = builder.Finish();
  EXPECT_THAT(Names(*corpus, corpus->gold(0)), ElementsAre("U-X"));
}

TEST(SelectSentencesTest, KeepsAllOfASentence) {
  const auto corpus = Small();
  const std::vector<int64_t> picked = {1, 1};
  const auto twice = SelectSentences(*corpus, picked);
  ASSERT_EQ(twice->num_sentences(), 2);
  for (int64_t s : {0, 1}) {
    EXPECT_EQ(twice->id(s), "two");
    EXPECT_EQ(Names(*twice, twice->gold(s)), Names(*corpus, corpus->gold(1)));
    EXPECT_EQ(Names(*twice, twice->votes(s, 0).labels), Names(*corpus, corpus->votes(1, 0).labels));
    const int64_t t = twice->begin(s);
    EXPECT_EQ(twice->column(1)[t + 2], "C");
    EXPECT_EQ(twice->attribute(twice->attribute_begin(t)), "p");
    EXPECT_EQ(twice->attribute_begin(t + 3) - twice->attribute_begin(t), 1);
    EXPECT_EQ(twice->offsets(t + 3).begin, 3);
    EXPECT_EQ(twice->text(s), "abcd");
    EXPECT_EQ(twice->document_name(twice->document(s)), "doc two");
  }
  const std::vector<int64_t> wrong = {2};
  EXPECT_THROW(SelectSentences(*corpus, wrong), Error);
}

}  // namespace
}  // namespace weft

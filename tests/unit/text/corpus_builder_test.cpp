#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/error.h"
#include "text/corpus.h"

namespace weft {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

SentenceData Sentence(std::vector<std::string> tokens, std::vector<std::string> labels = {}) {
  SentenceData sentence;
  sentence.tokens = std::move(tokens);
  sentence.labels = std::move(labels);
  sentence.where = "here:7";
  return sentence;
}

std::vector<int32_t> Ids(Span<const int32_t> ids) { return {ids.begin(), ids.end()}; }

std::string AddError(const SentenceData& sentence, CorpusOptions options = {}) {
  CorpusBuilder builder(std::move(options), "file.x");
  builder.Add(Sentence({"fine"}, {"O"}));
  try {
    builder.Add(sentence);
  } catch (const Error& e) {
    // Nothing of the refused sentence stays.
    const auto corpus = builder.Finish();
    EXPECT_EQ(corpus->num_tokens(), 1);
    EXPECT_EQ(corpus->labels().size(), 1);
    EXPECT_TRUE(corpus->sources().empty());
    return e.what();
  }
  return "";
}

TEST(CorpusBuilderTest, KeepsTheThreeNothingsApart) {
  CorpusBuilder builder;
  SentenceData a = Sentence({"John", "runs"}, {"B-PER", ""});
  a.votes = {{"s2", {"O", ""}, {}}, {"s1", {"B-PER", "O"}, {}}};
  builder.Add(a);
  SentenceData b = Sentence({"x"});
  b.votes = {{"s2", {""}, {}}};
  builder.Add(b);
  builder.Add(Sentence({}));
  const auto corpus = builder.Finish();
  ASSERT_EQ(corpus->num_sentences(), 3);
  EXPECT_THAT(corpus->labels().names(), ElementsAre("O", "B-PER"));
  EXPECT_THAT(corpus->sources(), ElementsAre("s1", "s2"));
  EXPECT_THAT(Ids(corpus->gold(0)), ElementsAre(1, kNoLabel));
  EXPECT_TRUE(corpus->has_gold());
  EXPECT_FALSE(corpus->fully_labelled(0));
  EXPECT_TRUE(corpus->fully_labelled(2)) << "an empty sentence lacks no label";
  ASSERT_EQ(corpus->num_votes(0), 2);
  EXPECT_EQ(corpus->votes(0, 0).source, 0);
  EXPECT_THAT(Ids(corpus->votes(0, 0).labels), ElementsAre(1, 0));
  EXPECT_THAT(Ids(corpus->votes(0, 1).labels), ElementsAre(0, kNoLabel));
  ASSERT_EQ(corpus->num_votes(1), 1) << "s1 did not annotate";
  EXPECT_EQ(corpus->votes(1, 0).source, 1);
  EXPECT_THAT(Ids(corpus->votes(1, 0).labels), ElementsAre(kNoLabel));
  EXPECT_EQ(corpus->num_votes(2), 0);
}

TEST(CorpusBuilderTest, IdsDoNotDependOnTheOrderOfSentences) {
  std::vector<SentenceData> sentences = {Sentence({"a", "b"}, {"B-X", "I-X"}),
                                         Sentence({"c"}, {"B-A"}), Sentence({"d"}, {"O"})};
  sentences[0].votes = {{"z", {"O", "O"}, {}}};
  sentences[1].votes = {{"y", {"O"}, {}}};
  CorpusBuilder forward, backward;
  for (int i = 0; i < 3; ++i) {
    forward.Add(sentences[static_cast<size_t>(i)]);
    backward.Add(sentences[static_cast<size_t>(2 - i)]);
  }
  const auto a = forward.Finish(), b = backward.Finish();
  EXPECT_EQ(a->labels(), b->labels());
  EXPECT_EQ(a->sources(), b->sources());
  EXPECT_EQ(Ids(a->gold(0)), Ids(b->gold(2)));
}

TEST(CorpusBuilderTest, DeclaredNamesComeFirst) {
  CorpusOptions options;
  options.labels = {"O", "B-Z", "I-Z"};
  options.sources = {"w9", "w1"};
  CorpusBuilder builder(options);
  SentenceData s = Sentence({"a"}, {"B-A"});
  s.votes = {{"w5", {"B-B"}, {}}, {"w3", {"O"}, {}}, {"w1", {"O"}, {}}};
  builder.Add(s);
  const auto corpus = builder.Finish();
  EXPECT_THAT(corpus->labels().names(), ElementsAre("O", "B-Z", "I-Z", "B-A", "B-B"));
  EXPECT_THAT(corpus->sources(), ElementsAre("w9", "w1", "w3", "w5"));
  EXPECT_EQ(corpus->votes(0, 0).source, 1);
  EXPECT_EQ(corpus->votes(0, 2).source, 3);
  EXPECT_THAT(Ids(corpus->votes(0, 2).labels), ElementsAre(4));
}

TEST(CorpusBuilderTest, DistributionsBecomeRows) {
  CorpusBuilder builder;
  SentenceData s = Sentence({"a", "b", "c"});
  s.votes = {{"llm", {}, {{{"O", 0.25f}, {"B-X", 0.75f}}, {}, {{"O", 0.33f}, {"B-X", 0.66f}}}}};
  s.votes.push_back({"hard", {"O", "O", "O"}, {}});
  builder.Add(s);
  builder.Add(s);
  const auto corpus = builder.Finish();
  for (int64_t i : {0, 1}) {
    EXPECT_TRUE(corpus->votes(i, 0).soft.empty());
    const VoteRow row = corpus->votes(i, 1);
    ASSERT_EQ(row.soft.size(), 6u);
    EXPECT_THAT(std::vector<float>(row.soft.begin(), row.soft.begin() + 4),
                ElementsAre(0.25f, 0.75f, 0, 0));
    EXPECT_FLOAT_EQ(row.soft[4], 1 / 3.0f) << "rounded numbers are brought to sum 1";
    EXPECT_THAT(Ids(row.labels), ElementsAre(1, kNoLabel, 1));
  }
}

TEST(CorpusBuilderTest, ErrorsSayWhereAndWhat) {
  EXPECT_EQ(AddError(Sentence({"a", "b"}, {"O"})),
            "here:7: labels must have 2 entries, one per token; found 1");
  SentenceData s = Sentence({"a"});
  s.votes = {{"w1", {"O"}, {}}, {"w2", {"O"}, {}}, {"w1", {"O"}, {}}};
  EXPECT_EQ(AddError(s), "here:7: source \"w1\" votes twice, as source 1 and as source 3");
  s.votes = {{"w1", {"O", "O"}, {}}};
  EXPECT_EQ(AddError(s),
            "here:7: votes of source \"w1\" must have 1 entries, one per token; found 2");
  s.votes = {{"w1", {}, {{{"O", 0.5f}}}}};
  EXPECT_EQ(AddError(s),
            "here:7, token 0 (\"a\"): votes of source \"w1\" must sum to 1 over the labels, found "
            "0.5");
  s.votes = {{"w1", {}, {{{"O", 0.5f}, {"O", 0.5f}}}}};
  EXPECT_THAT(AddError(s), HasSubstr("name label \"O\" twice"));
  EXPECT_EQ(AddError(Sentence({"\xff"})), "here:7, token 0 (\"\\xff\"): a token is not UTF-8");
  s = Sentence({"a"});
  s.columns = {{"N"}};
  EXPECT_EQ(AddError(s), "here:7: expected 0 columns beside the tokens, found 1");
  s = Sentence({"a"});
  s.text = "a";
  s.offsets = {{0, 2}};
  EXPECT_EQ(AddError(s), "here:7: offsets of token 0 must lie in [0, 1], found [0, 2)");
}

TEST(CorpusBuilderTest, TagsOfADeclaredScheme) {
  CorpusOptions options;
  options.scheme_declared = true;
  options.scheme = Scheme::kIOB2;
  EXPECT_THAT(AddError(Sentence({"a", "b"}, {"O", "B"}), options),
              HasSubstr("here:7, token 1 (\"b\"): label \"B\" is no tag of the scheme iob2"));
  SentenceData s = Sentence({"a", "b"}, {"O", "S-X"});
  s.token_line = 7;
  EXPECT_THAT(AddError(s, options), HasSubstr("file.x:8: label \"S-X\""));
  options.labels = {"O", "L-X"};
  EXPECT_THROW(CorpusBuilder{options}, Error);
}

TEST(CorpusBuilderTest, ABareTagAmongTagsIsAnError) {
  CorpusBuilder builder({}, "f");
  builder.Add(Sentence({"a", "b"}, {"B-X", "I-X"}));
  builder.Add(Sentence({"a", "b"}, {"O", "B"}));
  try {
    builder.Finish();
    FAIL();
  } catch (const Error& e) {
    EXPECT_THAT(e.what(), HasSubstr("here:7, token 1 (\"b\"): label \"B\" does not go with"));
  }
}

TEST(CorpusBuilderTest, DuplicateDeclarations) {
  CorpusOptions options;
  options.sources = {"a", "b", "a"};
  try {
    CorpusBuilder builder(options);
    FAIL();
  } catch (const Error& e) {
    EXPECT_STREQ(e.what(), "source \"a\" is declared twice, at places 1 and 3");
  }
}

TEST(CorpusBuilderTest, ColumnsAttributesDocumentsOffsets) {
  CorpusBuilder builder;
  builder.SetColumns({"pos"});
  SentenceData a = Sentence({"x", "y"});
  a.columns = {{"N", "V"}};
  builder.Add(a);
  SentenceData b = Sentence({"z"});
  b.columns = {{"A"}};
  b.attributes = {{{"w=z", 1}, {"len", 0.5f}}};
  b.text = " z";
  b.offsets = {{1, 2}};
  b.starts_document = true;
  b.id = "id7";
  builder.Add(b);
  b.document = "named";
  builder.Add(b);
  EXPECT_THROW(builder.SetColumns({"late"}), Error);
  const auto corpus = builder.Finish();
  EXPECT_EQ(corpus->FindColumn("pos"), 1);
  EXPECT_EQ(corpus->FindColumn("nope"), -1);
  EXPECT_EQ(corpus->column(1)[1], "V");
  ASSERT_TRUE(corpus->has_attributes());
  EXPECT_EQ(corpus->attribute_begin(2), 0);
  EXPECT_EQ(corpus->attribute_begin(3), 2);
  EXPECT_EQ(corpus->attribute(1), "len");
  EXPECT_EQ(corpus->attribute_value(1), 0.5f);
  EXPECT_EQ(corpus->offsets(0).begin, -1);
  EXPECT_EQ(corpus->offsets(2).begin, 1);
  EXPECT_EQ(corpus->id(1), "id7");
  EXPECT_EQ(corpus->text(1), " z");
  EXPECT_THAT((std::vector<int64_t>{corpus->document(0), corpus->document(1), corpus->document(2)}),
              ElementsAre(0, 1, 2));
  EXPECT_EQ(corpus->document_name(2), "named");
}

TEST(CorpusBuilderTest, EmbeddingsAreOneRowAToken) {
  CorpusBuilder builder(CorpusOptions(), "vectors");
  SentenceData a = Sentence({"x", "y"});
  a.embeddings = {1, 2, 3, 4};
  a.embedding_width = 2;
  builder.Add(a);
  builder.Add(Sentence({}));
  const auto wrong = [&](std::vector<float> values, size_t width) {
    SentenceData s = Sentence({"z"});
    s.where = "here";
    s.embeddings = std::move(values);
    s.embedding_width = width;
    try {
      builder.Add(s);
      return std::string();
    } catch (const Error& e) {
      return std::string(e.what());
    }
  };
  EXPECT_EQ(wrong({}, 0),
            "here: expected embeddings of 2 numbers per token, as the sentences "
            "before it have, found 0");
  EXPECT_EQ(wrong({1, 2, 3, 4}, 2),
            "here: embeddings must have 1 rows of 2 numbers, one per token; found 4 numbers");
  EXPECT_EQ(wrong({1, NAN}, 2),
            "here, token 0 (\"z\"): number 1 of its embedding is nan, not finite");
  EXPECT_EQ(wrong({5, 6}, 2), "");
  const auto corpus = builder.Finish();
  EXPECT_EQ(corpus->embedding_width(), 2u);
  EXPECT_EQ(corpus->embeddings(1).size(), 0u);
  EXPECT_EQ(corpus->embeddings(2)[1], 6);
  const std::vector<int64_t> last = {2};
  const auto selected = SelectSentences(*corpus, last);
  EXPECT_EQ(selected->embedding_width(), 2u);
  EXPECT_EQ(selected->embeddings(0)[0], 5);
}

TEST(CorpusBuilderTest, LabelsNeedNotHoldO) {
  CorpusBuilder builder;
  builder.Add(Sentence({"a", "b"}, {"NOUN", "VERB"}));
  const auto corpus = builder.Finish();
  EXPECT_EQ(corpus->scheme(), Scheme::kPlain);
  EXPECT_THAT(corpus->labels().names(), ElementsAre("NOUN", "VERB"));
}

}  // namespace
}  // namespace weft

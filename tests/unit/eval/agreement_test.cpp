#include "eval/agreement.h"

#include <gtest/gtest.h>

#include "support/make_corpus.h"

namespace weft {
namespace {

using testing::MakeCorpus;

TEST(AgreementTest, CountsTokensWhereBothVoted) {
  CorpusOptions options = testing::WithScheme(Scheme::kIOB2);
  options.sources = {"a", "b", "c", "d"};
  const auto corpus =
      MakeCorpus({{"", {{"a", "B-PER I-PER O O"}, {"b", "B-PER B-LOC O B-ORG"}, {"c", "O O O O"}}},
                  {"", {{"a", "_ B-LOC"}, {"c", "O O"}}},
                  {"", {{"a", "O B-PER"}, {"b", "_ _"}}}},
                 options);
  const auto matrix = SourceAgreement(*corpus);
  ASSERT_EQ(matrix.sources, 4);

  const PairAgreement& ab = matrix.at(0, 1);
  EXPECT_EQ(ab.both, 4);
  EXPECT_EQ(ab.agreed, 2);
  EXPECT_EQ(ab.active, 3);
  EXPECT_EQ(ab.active_agreed, 1);
  EXPECT_DOUBLE_EQ(*ab.agreement(), 0.5);
  EXPECT_DOUBLE_EQ(*ab.active_agreement(), 1.0 / 3);
  EXPECT_DOUBLE_EQ(*ab.kappa(), (0.5 - 0.1875) / (1 - 0.1875));
  EXPECT_EQ(matrix.at(1, 0).agreed, ab.agreed);

  const PairAgreement& ac = matrix.at(0, 2);
  EXPECT_EQ(ac.both, 5);
  EXPECT_EQ(ac.active, 3);
  EXPECT_EQ(*ac.active_agreement(), 0);
  EXPECT_DOUBLE_EQ(*ac.kappa(), 0);
}

TEST(AgreementTest, WhereThereIsNothingToCompareThereIsNoRate) {
  CorpusOptions options;
  options.sources = {"a", "b"};
  const auto corpus = MakeCorpus({{"", {{"a", "O O"}}}}, options);
  const auto matrix = SourceAgreement(*corpus);
  EXPECT_FALSE(matrix.at(0, 1).agreement().has_value());
  EXPECT_FALSE(matrix.at(0, 1).kappa().has_value());
  EXPECT_EQ(*matrix.at(0, 0).agreement(), 1);
  EXPECT_FALSE(matrix.at(0, 0).active_agreement().has_value());
  EXPECT_FALSE(matrix.at(0, 0).kappa().has_value());  // one label only: chance explains it all
}

// The example of the textbooks: 20 yes-yes, 5 yes-no, 10 no-yes, 15 no-no; kappa = 0.4.
TEST(AgreementTest, KappaOfATwoByTwoTable) {
  std::vector<testing::SentenceText> sentences;
  const auto add = [&](int count, const char* a, const char* b) {
    for (int i = 0; i < count; ++i) sentences.push_back({"", {{"a", a}, {"b", b}}});
  };
  add(20, "yes", "yes");
  add(5, "yes", "no");
  add(10, "no", "yes");
  add(15, "no", "no");
  const auto corpus = MakeCorpus(sentences, testing::WithScheme(Scheme::kPlain));
  const PairAgreement pair = SourceAgreement(*corpus).at(0, 1);
  EXPECT_EQ(pair.both, 50);
  EXPECT_EQ(pair.active, 50);
  EXPECT_NEAR(pair.chance, 0.5, 1e-15);
  EXPECT_NEAR(*pair.kappa(), 0.4, 1e-12);
}

}  // namespace
}  // namespace weft

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "core/error.h"
#include "support/make_corpus.h"
#include "weak/label_parts.h"
#include "weak/methods.h"
#include "weak/source_priors.h"

namespace weft {
namespace {

std::shared_ptr<const Corpus> SomeVotes() {
  return testing::MakeCorpus({{"", {{"a.b", "B-X O"}, {"a", "O B-Y"}}}},
                             testing::WithScheme(Scheme::kIOB2));
}

SourcePriors Read(const std::vector<std::pair<std::string, std::string>>& settings) {
  Options options(HmmMethod().options);
  for (const auto& [key, value] : settings) options.Set(key, value);
  return ReadSourcePriors(options, *SomeVotes());
}

std::string ErrorOf(const std::string& key, const std::string& value) {
  try {
    Read({{key, value}});
  } catch (const Error& e) {
    return e.what();
  }
  return "";
}

TEST(SourcePriorsTest, AreReadBySourceAndType) {
  const auto corpus = SomeVotes();
  // The model has labels that nobody used here, I-X and I-Y: a prior covers them too.
  const LabelSet labels = CompleteLabels(corpus->labels(), corpus->scheme());
  const size_t k = static_cast<size_t>(labels.size());
  const SourcePriors priors =
      Read({{"priors.a.b", "0.9/0.6"}, {"priors.a.b.Y", "0.5/0.25"}, {"prior_strength", "7"}});
  const auto at = [&](const std::vector<double>& rates, size_t source, const char* label) {
    return rates[source * k + static_cast<size_t>(labels.Find(label))];
  };
  const size_t ab = corpus->sources()[0] == "a.b" ? 0 : 1;
  EXPECT_EQ(priors.strength, 7);
  EXPECT_EQ(at(priors.precision, ab, "B-X"), 0.9);
  EXPECT_EQ(at(priors.recall, ab, "B-X"), 0.6);
  EXPECT_EQ(at(priors.precision, ab, "B-Y"), 0.5);
  EXPECT_EQ(at(priors.precision, ab, "I-X"), 0.9);
  EXPECT_TRUE(std::isnan(at(priors.recall, ab, "O")));
  EXPECT_TRUE(std::isnan(at(priors.recall, 1 - ab, "B-X")));
}

TEST(SourcePriorsTest, RefusesWhatIsNoPrior) {
  EXPECT_EQ(ErrorOf("priors.a", "0.9"),
            "option priors.a must be precision/recall, two fractions above 0 and up to 1 such as "
            "0.9/0.6; found \"0.9\"");
  EXPECT_NE(ErrorOf("priors.a", "0.9/1.6"), "");
  EXPECT_EQ(ErrorOf("priors.unheard", "0.9/0.6"),
            "option priors.unheard names a source that the corpus does not have");
  EXPECT_EQ(ErrorOf("priors.a.Z", "0.9/0.6"),
            "option priors.a.Z names a type that the corpus does not have");
}

TEST(SourcePriorsTest, PseudoCountsHaveTheRates) {
  const int32_t outside = 0;
  const VoteTableShape shape{1, 2, 1};  // O and X
  SourcePriors priors;
  priors.strength = 10;
  const double nan = std::numeric_limits<double>::quiet_NaN();
  priors.precision = {nan, 0.8};
  priors.recall = {nan, 0.5};
  // 900 tokens of O, 100 of X, however the source voted: [votes O, X, abstains; truths O, X].
  const std::vector<double> counts = {880, 50, 20, 40, 0, 10};
  std::vector<double> pseudo(6, 0.0);
  AddPseudoCounts(priors, shape, outside, counts, pseudo);
  EXPECT_NEAR(pseudo[3], 5, 1e-12) << "X voted X";
  EXPECT_NEAR(pseudo[1], 5, 1e-12) << "X voted O";
  EXPECT_NEAR(pseudo[2] + pseudo[0], 90, 1e-12) << "O is nine times as frequent";
  // Of the votes for X, recalled 0.5·100 are right, so 12.5 are wrong for a precision of 0.8.
  EXPECT_NEAR(pseudo[2] / 90, 12.5 / 900, 1e-12);
}

}  // namespace
}  // namespace weft

// Utilities against sums over all paths; similarity by hand.
#include "active/utility.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>

#include "active/ranking.h"
#include "active_testing.h"
#include "core/error.h"
#include "support/brute_force.h"

namespace weft {
namespace {

using ::testing::HasSubstr;
using testing::RandomCorpus;
using testing::RandomModel;

double Entropy(const std::vector<double>& p) {
  double sum = 0;
  for (const double value : p) sum -= value > 0 ? value * std::log(value) : 0;
  return sum;
}

// Probabilities of all paths, greatest first.
std::vector<double> PathProbabilities(const BruteForce& all) {
  std::vector<double> p;
  for (const double score : all.scores) p.push_back(std::exp(score - all.log_partition));
  std::sort(p.rbegin(), p.rend());
  return p;
}

double Score(const Lattice& lattice, Utility utility, bool per_token, int64_t paths = 4) {
  ActiveSettings settings;
  settings.utility = utility;
  settings.per_token = per_token;
  settings.entropy_paths = paths;
  return UtilityScorer(settings).Score(lattice, lattice.length, 0);
}

TEST(UtilityScorer, AgreesWithAllPaths) {
  Random random(3);
  for (int trial = 0; trial < 200; ++trial) {
    RandomLatticeOptions options;
    options.forbidden = trial % 3 == 0 ? 0.2 : 0;
    options.step_transitions = trial % 2 == 0;
    const OwnedLattice owned(static_cast<int64_t>(1 + random.Below(5)),
                             static_cast<int32_t>(2 + random.Below(3)), options, &random);
    const Lattice& lattice = owned.lattice;
    if (FirstUnreachable(lattice) >= 0) continue;
    const BruteForce all = Enumerate(lattice);
    const std::vector<double> p = PathProbabilities(all);
    const double second = p.size() > 1 ? p[1] : 0;
    const double length = static_cast<double>(lattice.length);
    EXPECT_NEAR(Score(lattice, Utility::kLeastConfidence, false), 1 - p[0], 1e-9);
    EXPECT_NEAR(Score(lattice, Utility::kLeastConfidence, true), 1 - std::pow(p[0], 1 / length),
                1e-9);
    EXPECT_NEAR(Score(lattice, Utility::kMargin, false), 1 - (p[0] - second), 1e-9);
    EXPECT_NEAR(Score(lattice, Utility::kMargin, true),
                1 - (std::pow(p[0], 1 / length) - std::pow(second, 1 / length)), 1e-9);
    EXPECT_NEAR(Score(lattice, Utility::kTokenEntropy, false), Entropy(all.unary), 1e-9);
    EXPECT_NEAR(Score(lattice, Utility::kTokenEntropy, true), Entropy(all.unary) / length, 1e-9);
    const std::vector<double> best(
        p.begin(), p.begin() + static_cast<ptrdiff_t>(std::min<size_t>(4, p.size())));
    EXPECT_NEAR(Score(lattice, Utility::kKBestEntropy, false), Entropy(best), 1e-9);
    std::vector<double> shares = best;
    double sum = 0;
    for (const double share : best) sum += share;
    for (double& share : shares) share /= sum;
    EXPECT_NEAR(Score(lattice, Utility::kKBestShareEntropy, false), Entropy(shares), 1e-9);
    EXPECT_NEAR(Score(lattice, Utility::kKBestShareEntropy, true, 100000), Entropy(p) / length,
                1e-9)
        << "over all paths it is the entropy of the sentence";
  }
}

TEST(UtilityScorer, RandomIsUniformAndDependsOnSeedAndSentenceAlone) {
  double sum = 0;
  for (int64_t s = 0; s < 10000; ++s) {
    const double utility = RandomUtility(7, s);
    EXPECT_EQ(utility, RandomUtility(7, s));
    EXPECT_NE(utility, RandomUtility(8, s));
    EXPECT_TRUE(utility >= 0 && utility < 1);
    sum += utility;
  }
  EXPECT_NEAR(sum / 10000, 0.5, 0.01);
}

std::shared_ptr<const Corpus> Sentences(const std::vector<std::vector<std::string>>& sentences) {
  CorpusOptions options;
  options.labels = {"A", "B"};
  CorpusBuilder builder(options, "sentences");
  for (const auto& tokens : sentences) {
    SentenceData sentence;
    sentence.tokens = tokens;
    builder.Add(sentence);
  }
  return builder.Finish();
}

TEST(SentenceSimilarity, IsTheCosineOfWeightedWords) {
  const auto corpus = Sentences({{"a", "b"}, {"b", "a"}, {"a", "c"}, {"d"}, {}});
  const SentenceSimilarity similarity(*corpus);
  std::vector<double> most(5, 0.0);
  similarity.Raise(0, &most);
  // a stands in 3 of 5 sentences, b in 2, c in 1.
  const double a = std::log(1 + 5.0 / 3), b = std::log(1 + 5.0 / 2), c = std::log(1 + 5.0);
  EXPECT_NEAR(most[0], 1, 1e-6);
  EXPECT_NEAR(most[1], 1, 1e-6);
  EXPECT_NEAR(most[2], a * a / (std::hypot(a, b) * std::hypot(a, c)), 1e-6);
  EXPECT_EQ(most[3], 0);
  EXPECT_EQ(most[4], 0);
  const std::vector<double> density = similarity.Density({1, 1, 1, 0, 0});
  EXPECT_NEAR(density[0], (2 + most[2]) / 3, 1e-6);
  EXPECT_EQ(density[3], 0);
}

TEST(Ranking, IsTheSameWhateverTheThreads) {
  Random random(4);
  const auto corpus = RandomCorpus(300, 0, 1);
  const auto model = RandomModel(*corpus, {}, &random);
  ActiveSettings settings;
  settings.batch = 20;
  const Pool pool(corpus, settings);
  std::vector<int64_t> first;
  for (const int threads : {1, 3}) {
    Executor executor(threads);
    Ranking ranking(pool, settings);
    ranking.Score(model.get(), &executor);
    const std::vector<int64_t> batch = ranking.NextBatch();
    ASSERT_EQ(batch.size(), 20u);
    for (size_t i = 1; i < batch.size(); ++i) {
      EXPECT_GE(ranking.utilities()[static_cast<size_t>(batch[i - 1])],
                ranking.utilities()[static_cast<size_t>(batch[i])]);
    }
    if (first.empty()) first = batch;
    EXPECT_EQ(batch, first);
  }
}

TEST(Ranking, DensityPrefersSentencesLikeMany) {
  const auto corpus = Sentences({{"x", "y"}, {"a", "b"}, {"a", "b"}, {"a", "b"}});
  Random random(1);
  const auto model =
      RandomModel(*corpus, RandomLatticeOptions{0}, &random);  // all are as uncertain
  ActiveSettings settings;
  const Pool pool(corpus, settings);
  Executor executor(1);
  const auto first = [&](double density) {
    settings.density = density;
    Ranking ranking(pool, settings);
    ranking.Score(model.get(), &executor);
    return ranking.NextBatch();
  };
  EXPECT_THAT(first(0), ::testing::ElementsAre(0)) << "among equals the first";
  EXPECT_THAT(first(1), ::testing::ElementsAre(1));
}

TEST(Ranking, DiversityKeepsLikeSentencesApart) {
  const auto corpus = Sentences({{"a", "b"}, {"a", "b"}, {"c", "d"}, {"a", "d"}});
  Random random(1);
  const auto model = RandomModel(*corpus, RandomLatticeOptions{0}, &random);
  ActiveSettings settings;
  settings.batch = 3;
  const Pool pool(corpus, settings);
  Executor executor(1);
  const auto batch = [&](double diversity) {
    settings.diversity = diversity;
    Ranking ranking(pool, settings);
    ranking.Score(model.get(), &executor);
    return ranking.NextBatch();
  };
  EXPECT_THAT(batch(0), ::testing::ElementsAre(0, 1, 2));
  EXPECT_THAT(batch(1), ::testing::ElementsAre(0, 2, 3));
}

TEST(ActiveOptions, ThoseWithoutEffectAreRefused) {
  const auto refused = [](const std::vector<std::pair<std::string, std::string>>& values) {
    Options options(ActiveOptionTable());
    for (const auto& [key, value] : values) options.Set(key, value);
    try {
      ActiveSettingsFrom(options);
    } catch (const Error& e) {
      EXPECT_EQ(e.status(), Status::kInvalidArgument);
      return std::string(e.what());
    }
    return std::string();
  };
  EXPECT_THAT(refused({{"query", "fusal"}, {"k", "5"}}), HasSubstr("k has no effect"));
  EXPECT_THAT(refused({{"threshold", "0.5"}}), HasSubstr("threshold has no effect"));
  EXPECT_THAT(refused({{"diversity", "0.5"}}), HasSubstr("diversity has no effect"));
  EXPECT_THAT(refused({{"utility", "random"}, {"density", "1"}}), HasSubstr("density"));
  EXPECT_THAT(refused({{"entropy_paths", "5"}}), HasSubstr("entropy_paths has no effect"));
  EXPECT_EQ(refused({{"query", "sesal"}, {"threshold", "0.5"}, {"batch", "2"}}), "");
}

}  // namespace
}  // namespace weft

// The k best paths against all paths, and the two searches against each other.
#include "chain/k_best.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/error.h"
#include "support/brute_force.h"
#include "support/random_lattice.h"

namespace weft {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
constexpr KBestSearch kSearches[] = {KBestSearch::kAStar, KBestSearch::kList};

KBestPaths Find(const Lattice& lattice, int64_t k, KBestSearch search) {
  KBestWorkspace workspace;
  KBestPaths paths;
  KBest(lattice, k, search, &workspace, &paths);
  return paths;
}

// All that are allowed, best first, ties in label order from the last token.
KBestPaths All(const Lattice& lattice) {
  std::vector<std::pair<double, std::vector<int32_t>>> found;
  ForEachPath(lattice.length, lattice.labels, [&](const std::vector<int32_t>& path) {
    const double score = PathScore(lattice, path);
    if (score > -std::numeric_limits<double>::infinity()) found.emplace_back(score, path);
  });
  std::stable_sort(found.begin(), found.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  KBestPaths all;
  all.length = lattice.length;
  for (const auto& [score, path] : found) {
    all.scores.push_back(score);
    all.labels.insert(all.labels.end(), path.begin(), path.end());
  }
  return all;
}

TEST(KBest, IsTheBestOfAllPaths) {
  Random random(1);
  int64_t found = 0, fewer = 0;
  for (int trial = 0; trial < 400; ++trial) {
    RandomLatticeOptions options;
    options.whole_numbers = trial % 2 == 0;
    options.spread = options.whole_numbers ? 2 : 3;
    options.forbidden = trial % 3 == 0 ? 0.3 : 0;
    options.step_transitions = trial % 4 == 0;
    const auto length = static_cast<int64_t>(1 + random.Below(6));
    const auto labels = static_cast<int32_t>(1 + random.Below(4));
    const OwnedLattice owned(length, labels, options, &random);
    const KBestPaths all = All(owned.lattice);
    if (all.size() == 0) continue;
    for (const int64_t k : {int64_t{1}, int64_t{2}, int64_t{7}, int64_t{50}, all.size() + 5}) {
      for (const KBestSearch search : kSearches) {
        const KBestPaths paths = Find(owned.lattice, k, search);
        ASSERT_EQ(paths.size(), std::min(k, all.size()));
        fewer += paths.size() < k;
        found += paths.size();
        const auto end = all.labels.begin() + paths.size() * length;
        ASSERT_EQ(paths.labels, std::vector<int32_t>(all.labels.begin(), end)) << trial;
        for (size_t i = 0; i < paths.scores.size(); ++i) {
          ASSERT_NEAR(paths.scores[i], all.scores[i], 1e-12);
        }
      }
    }
  }
  EXPECT_GT(found, 20000);
  EXPECT_GT(fewer, 300);
}

TEST(KBest, BothSearchesGiveTheSameToTheLastBit) {
  Random random(2);
  KBestWorkspace workspace;  // kept from lattice to lattice
  KBestPaths a_star, list;
  ChainWorkspace chain;
  for (int trial = 0; trial < 60; ++trial) {
    RandomLatticeOptions options;
    options.whole_numbers = trial % 3 == 0;
    options.forbidden = trial % 2 == 0 ? 0.2 : 0;
    options.step_transitions = trial % 5 == 0;
    const auto length = static_cast<int64_t>(1 + random.Below(40));
    const auto labels = static_cast<int32_t>(2 + random.Below(20));
    const OwnedLattice owned(length, labels, options, &random);
    std::vector<int32_t> best(static_cast<size_t>(length));
    double score = 0;
    try {
      score = Viterbi(owned.lattice, &chain, best);
    } catch (const Error&) {
      continue;
    }
    KBest(owned.lattice, 300, KBestSearch::kAStar, &workspace, &a_star);
    KBest(owned.lattice, 300, KBestSearch::kList, &workspace, &list);
    ASSERT_EQ(a_star.labels, list.labels) << trial;
    ASSERT_EQ(a_star.scores, list.scores) << trial;
    EXPECT_TRUE(std::is_sorted(list.scores.rbegin(), list.scores.rend()));
    EXPECT_EQ(std::vector<int32_t>(a_star.path(0).begin(), a_star.path(0).end()), best);
    EXPECT_EQ(a_star.scores[0], score);
    std::vector<std::vector<int32_t>> paths;
    for (int64_t i = 0; i < a_star.size(); ++i) {
      paths.emplace_back(a_star.path(i).begin(), a_star.path(i).end());
      EXPECT_NEAR(PathScore(owned.lattice, paths.back()), a_star.scores[static_cast<size_t>(i)],
                  1e-9);
    }
    std::sort(paths.begin(), paths.end());
    EXPECT_EQ(std::unique(paths.begin(), paths.end()), paths.end()) << "a path stands there twice";
  }
}

TEST(KBest, TiesStandInLabelOrder) {
  const std::vector<double> emissions = {10, 9, 7, 8, 6, 5};
  const Transitions transitions(3);
  Lattice lattice;
  lattice.length = 2;
  lattice.labels = 3;
  lattice.emissions = emissions.data();
  lattice.transitions = &transitions;
  for (const KBestSearch search : kSearches) {
    const KBestPaths paths = Find(lattice, 6, search);
    EXPECT_THAT(paths.scores, ElementsAre(18, 17, 16, 15, 15, 15));
    EXPECT_THAT(paths.labels, ElementsAre(0, 0, 1, 0, 0, 1, 2, 0, 1, 1, 0, 2));
    EXPECT_EQ(Find(lattice, 100, search).size(), 9);
  }
}

TEST(KBest, ManyPathsOfALongSentence) {
  Random random(3);
  const OwnedLattice owned(100, 9, {}, &random);
  const KBestPaths paths = Find(owned.lattice, 10000, KBestSearch::kAStar);
  ASSERT_EQ(paths.size(), 10000);
  ChainWorkspace workspace;
  const double log_partition = LogPartition(owned.lattice, &workspace);
  double mass = 0;
  for (const double score : paths.scores) mass += std::exp(score - log_partition);
  EXPECT_LE(mass, 1 + 1e-12);
}

TEST(KBest, SharesEntropyAndMarginalsAreThoseOfThePaths) {
  Random random(4);
  const OwnedLattice owned(4, 3, {}, &random);
  const BruteForce all = Enumerate(owned.lattice);
  const KBestPaths every = Find(owned.lattice, 1000, KBestSearch::kAStar);
  ASSERT_EQ(every.size(), 81);
  std::vector<double> unary(12);
  KBestMarginals(every, 3, unary.data());
  for (size_t i = 0; i < unary.size(); ++i) EXPECT_NEAR(unary[i], all.unary[i], 1e-12);
  double entropy = 0;
  for (const double score : all.scores) {
    entropy -= std::exp(score - all.log_partition) * (score - all.log_partition);
  }
  EXPECT_NEAR(KBestEntropy(every), entropy, 1e-12);

  const KBestPaths one = Find(owned.lattice, 1, KBestSearch::kAStar);
  EXPECT_EQ(KBestEntropy(one), 0);
  EXPECT_THAT(SharesOf(one), ElementsAre(1));
}

TEST(KBest, WhatHasNoPathsIsAnError) {
  Lattice empty;
  empty.labels = 3;
  const auto error = [](const Lattice& lattice, int64_t k, KBestSearch search) {
    try {
      Find(lattice, k, search);
    } catch (const Error& e) {
      EXPECT_EQ(e.status(), Status::kInvalidArgument);
      return std::string(e.what());
    }
    return std::string();
  };
  constexpr double kNever = -std::numeric_limits<double>::infinity();
  const std::vector<double> emissions = {0, 0, kNever, kNever};
  const Transitions transitions(2);
  Lattice blocked;
  blocked.length = 2;
  blocked.labels = 2;
  blocked.emissions = emissions.data();
  blocked.transitions = &transitions;
  for (const KBestSearch search : kSearches) {
    const KBestPaths paths = Find(empty, 5, search);
    EXPECT_THAT(paths.scores, ElementsAre(0));
    EXPECT_TRUE(paths.path(0).empty());
    EXPECT_THAT(error(blocked, 5, search), HasSubstr("token 1 of 2"));
    EXPECT_THAT(error(empty, 0, search), HasSubstr("expected a number of best paths"));
  }
}

}  // namespace
}  // namespace weft

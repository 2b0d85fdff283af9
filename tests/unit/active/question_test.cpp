// Which tokens are asked for: what must hold whatever the model says.
#include "active/question.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <set>

#include "active_testing.h"
#include "support/brute_force.h"

namespace weft {
namespace {

using testing::RandomCorpus;
using testing::RandomModel;

Question Ask(const std::shared_ptr<const Model>& model, const Pool& pool, int64_t s,
             const ActiveSettings& settings) {
  return Questioner(model, pool, settings).Ask(s, false);
}

// A pool and a model for it, some of whose paths are forbidden, some of whose scores are equal.
struct Setting {
  explicit Setting(uint64_t seed) : random(seed), corpus(RandomCorpus(40, 0, seed)) {
    RandomLatticeOptions options;
    options.forbidden = seed % 2 ? 0.25 : 0;
    options.whole_numbers = seed % 3 == 0;
    model = RandomModel(*corpus, options, &random);
    pool = std::make_unique<Pool>(corpus, settings);
  }
  Random random;
  std::shared_ptr<const Corpus> corpus;
  std::shared_ptr<testing::LatticeModel> model;
  ActiveSettings settings;
  std::unique_ptr<Pool> pool;
};

// The labels that a token has on some path.
std::vector<std::set<int32_t>> Feasible(const Lattice& lattice) {
  std::vector<std::set<int32_t>> labels(static_cast<size_t>(lattice.length));
  ForEachPath(lattice.length, lattice.labels, [&](const std::vector<int32_t>& path) {
    if (PathScore(lattice, path) == -std::numeric_limits<double>::infinity()) return;
    for (size_t t = 0; t < path.size(); ++t) labels[t].insert(path[t]);
  });
  return labels;
}

TEST(KBestSesal, AsksForNothingAtKOneMoreAtGreaterKAndForAllThatIsOpenAtAllPaths) {
  for (uint64_t seed = 1; seed <= 6; ++seed) {
    Setting at(seed);
    for (int64_t s = 0; s < at.corpus->num_sentences(); ++s) {
      if (at.corpus->length(s) == 0) continue;
      std::vector<int32_t> before;
      for (const int64_t k : {1, 2, 5, 20, 100, 1000000}) {
        at.settings.k = k;
        const Question question = Ask(at.model, *at.pool, s, at.settings);
        EXPECT_TRUE(k > 1 || question.tokens.empty());
        EXPECT_TRUE(std::includes(question.tokens.begin(), question.tokens.end(), before.begin(),
                                  before.end()))
            << "what fewer paths differ on, more differ on";
        before = question.tokens;
      }
      const auto feasible = Feasible(at.model->lattice(s));
      std::vector<int32_t> open;
      for (size_t t = 0; t < feasible.size(); ++t) {
        if (feasible[t].size() > 1) open.push_back(static_cast<int32_t>(t));
      }
      EXPECT_EQ(before, open);
    }
  }
}

TEST(Sesal, AsksForWhatIsLessSureThanTheThreshold) {
  Setting at(4);
  at.settings.mode = QueryMode::kThreshold;
  for (int64_t s = 0; s < at.corpus->num_sentences(); ++s) {
    if (at.corpus->length(s) == 0) continue;
    const BruteForce all = Enumerate(at.model->lattice(s));
    for (const double threshold : {0.0, 0.5, 0.9, 1.0}) {
      at.settings.threshold = threshold;
      const Question question = Ask(at.model, *at.pool, s, at.settings);
      EXPECT_EQ(question.labels, all.best_path);
      for (size_t t = 0; t < question.labels.size(); ++t) {
        const double p = all.unary[t * 3 + static_cast<size_t>(question.labels[t])];
        if (std::abs(p - threshold) < 1e-9) continue;
        EXPECT_EQ(std::count(question.tokens.begin(), question.tokens.end(), t), p < threshold);
      }
    }
  }
}

TEST(Fusal, AsksForAllAndSoDoesADelay) {
  Setting at(2);
  at.settings.mode = QueryMode::kFull;
  for (int64_t s = 0; s < at.corpus->num_sentences(); ++s) {
    EXPECT_EQ(Ask(at.model, *at.pool, s, at.settings).tokens, at.pool->Unlabelled(s));
    ActiveSettings k_best;
    EXPECT_EQ(Questioner(at.model, *at.pool, k_best).Ask(s, true).tokens, at.pool->Unlabelled(s));
    EXPECT_EQ(Questioner(nullptr, *at.pool, k_best).Ask(s, false).tokens, at.pool->Unlabelled(s))
        << "without a model everything is asked for";
  }
}

// Asked tokens and the model's are all there are, with known ones left alone.
TEST(Questioner, WhatIsNotAskedForIsTheModels) {
  for (uint64_t seed = 1; seed <= 4; ++seed) {
    Setting at(seed);
    at.settings.k = 4;
    Questioner questioner(at.model, *at.pool, at.settings);
    for (int64_t s = 0; s < at.corpus->num_sentences(); ++s) {
      if (at.corpus->length(s) == 0) continue;
      const Question question = questioner.Ask(s, false);
      const std::vector<int32_t> answers = Enumerate(at.model->lattice(s)).best_path;
      for (const int32_t token : question.tokens) {
        at.pool->SetLabel(s, token, answers[static_cast<size_t>(token)], Origin::kAnswered);
      }
      const std::vector<int32_t> labels = questioner.Complete(s, question.labels);
      EXPECT_EQ(labels, answers) << "an answerer who agrees with the model changes nothing";
    }
  }
}

// Answers and predictions that the rules forbid beside each other: the predictions give way.
TEST(Questioner, AnswersThatForbidThePredictionChangeIt) {
  const auto corpus = RandomCorpus(1, 0, 5);
  ASSERT_GE(corpus->length(0), 2);
  auto owned = std::make_unique<OwnedLattice>(corpus->length(0), 3, RandomLatticeOptions(),
                                              std::make_unique<Random>(1).get());
  std::fill(owned->emissions.begin(), owned->emissions.end(), 0.0);
  owned->emissions[0] = owned->emissions[3] = 1;  // A at both
  const double never = -std::numeric_limits<double>::infinity();
  owned->transitions.Set(std::vector<double>{0, 0, 0, never, 0, 0, 0, 0, 0},  // no A after B
                         std::vector<double>(3, 0.0), std::vector<double>(3, 0.0));
  std::vector<std::unique_ptr<OwnedLattice>> lattices;
  lattices.push_back(std::move(owned));
  const auto model = std::make_shared<testing::LatticeModel>(std::move(lattices));
  const ActiveSettings settings;
  Pool pool(corpus, settings);
  Questioner questioner(model, pool, settings);
  const std::vector<int32_t> predicted(static_cast<size_t>(corpus->length(0)), 0);
  pool.SetLabel(0, 0, 1, Origin::kAnswered);
  const std::vector<int32_t> labels = questioner.Complete(0, predicted);
  EXPECT_EQ(labels[0], 1);
  EXPECT_NE(labels[1], 0);
}

TEST(Questioner, SuggestsByWhatIsKnown) {
  Setting at(8);
  for (int64_t s = 0; s < at.corpus->num_sentences(); ++s) {
    if (at.corpus->length(s) == 0) continue;
    at.pool->SetLabel(s, 0, 2, Origin::kAnswered);
    const Lattice& lattice = at.model->lattice(s);
    double all = 0, first_is_c = 0;
    ForEachPath(lattice.length, lattice.labels, [&](const std::vector<int32_t>& path) {
      const double p = std::exp(PathScore(lattice, path));
      all += p;
      if (path[0] == 2) first_is_c += p;
    });
    ASSERT_GT(first_is_c / all, 0);
    const Decoded found = Questioner(at.model, *at.pool, at.settings).Suggest(s, 3);
    EXPECT_EQ(found.labels[0], 2);
    EXPECT_NEAR(found.marginals[2], 1, 1e-12);
    ASSERT_GE(found.path_counts[0], 1);
    const std::vector<int32_t> best(found.path_labels.begin(),
                                    found.path_labels.begin() + lattice.length);
    EXPECT_EQ(best, found.labels);
    EXPECT_NEAR(std::exp(found.path_log_probability[0]),
                std::exp(PathScore(lattice, best)) / first_is_c, 1e-9);
  }
}

}  // namespace
}  // namespace weft

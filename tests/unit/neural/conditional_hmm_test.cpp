// The conditional HMM against the sum over all paths of labels, and against finite differences.
#include "neural/conditional_hmm.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/random.h"
#include "support/brute_force.h"

namespace weft {
namespace {

// Logits and votes of a sentence. Votes abstain, or are distributions, or a source is missing.
struct Problem {
  ConditionalShape shape;
  size_t length;
  std::vector<float> logits;                // [L, width]
  std::vector<std::vector<int32_t>> votes;  // [J][L]
  std::vector<float> soft;                  // [L, K], of the last source
  std::vector<ReadVotes> rows;

  Problem(size_t l, int32_t k, int32_t j, bool chained, uint64_t seed) : length(l) {
    Random random(seed);
    shape.labels = k;
    shape.sources = j;
    shape.chained = chained;
    shape.outside = k - 1;
    shape.own_start = chained && random.Below(2) == 0;
    shape.contexts = static_cast<int32_t>(1 + random.Below(2));
    logits.resize(l * shape.width());
    for (float& x : logits) x = static_cast<float>(4 * random.Uniform() - 2);
    soft.resize(l * static_cast<size_t>(k));
    for (size_t t = 0; t < l; ++t) {
      if (random.Below(4) == 0) continue;  // hard
      float sum = 0;
      float* row = soft.data() + t * static_cast<size_t>(k);
      for (int32_t n = 0; n < k; ++n) sum += row[n] = static_cast<float>(random.Uniform());
      for (int32_t n = 0; n < k; ++n) row[n] /= sum;
    }
    for (int32_t i = 0; i < j; ++i) {
      votes.emplace_back();
      for (size_t t = 0; t < l; ++t) {
        votes.back().push_back(random.Below(4) == 0
                                   ? kNoLabel
                                   : static_cast<int32_t>(random.Below(static_cast<size_t>(k))));
      }
    }
    for (int32_t i = 0; i < j; ++i) {
      if (random.Below(5) == 0) continue;  // missing
      rows.push_back({i, votes[static_cast<size_t>(i)].data(), i + 1 == j ? soft.data() : nullptr,
                      0.5 + 0.5 * random.Uniform()});
    }
  }

  template <typename Visit>
  void ForEach(Visit visit) const {
    ForEachPath(static_cast<int64_t>(length), shape.labels,
                [&](const std::vector<int32_t>& z) { visit(PathProbability(z)); });
  }
  double LogLikelihood() const {
    double sum = 0;
    ForEach([&](double p) { sum += p; });
    return std::log(sum);
  }
  // Σ_z p(z | votes)·log p(z, votes), eq. 9 where posteriors are those of the same parameters.
  double Expected() const {
    double sum = 0, of_logs = 0;
    ForEach([&](double p) {
      sum += p;
      of_logs += p * std::log(p);
    });
    return of_logs / sum;
  }

  // p of a row out of the column of another: softmax over `row` of logits[base + row·columns +
  // column].
  double P(size_t base, size_t row, size_t columns, size_t column) const {
    double sum = 0;
    for (size_t n = 0; n < static_cast<size_t>(shape.labels); ++n) {
      sum += std::exp(static_cast<double>(logits[base + n * columns + column]));
    }
    return std::exp(static_cast<double>(logits[base + row * columns + column])) / sum;
  }

  double PathProbability(const std::vector<int32_t>& z) const {
    const auto k = static_cast<size_t>(shape.labels);
    double p = 1;
    for (size_t t = 0; t < length; ++t) {
      const size_t base = t * shape.width(), to = static_cast<size_t>(z[t]);
      const size_t from = t > 0 && shape.chained ? static_cast<size_t>(z[t - 1]) : shape.start();
      p *= P(base, to, shape.priors(), from);
      for (const ReadVotes& row : rows) {
        if (row.labels[t] == kNoLabel) continue;
        const auto slot = static_cast<size_t>(SlotOf(row, t, shape.contexts, shape.outside));
        const size_t matrix = base + shape.prior_width() + slot * k * k;
        const float* x = SoftVote(row, t, k);
        double said = 0;
        for (size_t n = 0; n < k; ++n) {
          const double vote =
              x ? static_cast<double>(x[n]) : (row.labels[t] == static_cast<int32_t>(n));
          said += vote * P(matrix, n, k, to);
        }
        p *= std::pow(said, row.weight);
      }
    }
    return p;
  }
};

TEST(ConditionalHmm, IsTheSumOverAllPaths) {
  uint64_t seed = 0;
  for (const bool chained : {true, false}) {
    for (const int32_t k : {2, 3}) {
      for (const size_t length : {1u, 2u, 3u, 5u}) {
        for (const int32_t j : {1, 2, 3}) {
          const Problem problem(length, k, j, chained, ++seed);
          ConditionalPass pass(problem.shape);
          const Lattice& lattice = pass.Score(problem.rows, length, problem.logits.data());
          ForEachPath(static_cast<int64_t>(length), k, [&](const std::vector<int32_t>& z) {
            EXPECT_NEAR(std::exp(PathScore(lattice, z)), problem.PathProbability(z), 1e-6);
          });
          std::vector<float> gradient(problem.logits.size());
          EXPECT_NEAR(pass.Add(problem.rows, length, problem.logits.data(), {}, gradient.data()),
                      -problem.LogLikelihood(), 1e-5);
        }
      }
    }
  }
}

// Compares a gradient [L, width] with differences of `value`, a function of the logits.
template <typename Value>
void ExpectDifferences(Problem* problem, const std::vector<float>& gradient, Value value) {
  for (size_t i = 0; i < problem->logits.size(); ++i) {
    const float kept = problem->logits[i];
    constexpr double kStep = 1.0 / 1024;
    problem->logits[i] = kept + static_cast<float>(kStep);
    const double above = value();
    problem->logits[i] = kept - static_cast<float>(kStep);
    const double below = value();
    problem->logits[i] = kept;
    EXPECT_NEAR(static_cast<double>(gradient[i]), (above - below) / (2 * kStep), 2e-5) << i;
  }
}

TEST(ConditionalHmm, GradientsAreFiniteDifferences) {
  uint64_t seed = 50;
  for (const bool through : {false, true}) {
    for (const bool chained : {true, false}) {
      for (const size_t length : {1u, 2u, 4u}) {
        Problem problem(length, 3, 3, chained, ++seed);
        ConditionalPass pass(problem.shape);
        ConditionalLearning learning;
        learning.through_posteriors = through;
        std::vector<float> gradient(problem.logits.size());
        const auto expected = [&] {
          return through ? -problem.Expected() : -problem.LogLikelihood();
        };
        EXPECT_NEAR(
            pass.Add(problem.rows, length, problem.logits.data(), learning, gradient.data()),
            expected(), 1e-5);
        ExpectDifferences(&problem, gradient, expected);
      }
    }
  }
}

// Columns [first, last) of rows of `width` numbers.
std::vector<float> Columns(const std::vector<float>& rows, size_t width, size_t first,
                           size_t last) {
  std::vector<float> cut;
  for (size_t begin = 0; begin < rows.size(); begin += width) {
    for (size_t i = first; i < last; ++i) cut.push_back(rows[begin + i]);
  }
  return cut;
}

TEST(ConditionalHmm, WhatIsTheSameForAllTokensIsNoOutput) {
  for (const bool priors_vary : {false, true}) {
    for (const bool chained : {true, false}) {
      Problem problem(4, 3, 3, chained, 70);
      const size_t width = problem.shape.width(), split = problem.shape.prior_width();
      const size_t first = priors_vary ? split : 0, last = priors_vary ? width : split;
      std::vector<float> constants;
      for (size_t i = first; i < last; ++i) {
        for (size_t t = 1; t < 4; ++t) problem.logits[t * width + i] = problem.logits[i];
        const size_t columns = i < split ? problem.shape.priors() : 3;
        const size_t matrix = i < split ? 0 : split + (i - split) / 9 * 9;
        constants.push_back(static_cast<float>(
            problem.P(matrix, (i - matrix) / columns, columns, (i - matrix) % columns)));
      }
      std::vector<float> whole(problem.logits.size());
      const double loss = ConditionalPass(problem.shape)
                              .Add(problem.rows, 4, problem.logits.data(), {}, whole.data());

      const size_t from = priors_vary ? 0 : split, to = priors_vary ? split : width;
      const std::vector<float> logits = Columns(problem.logits, width, from, to);
      const std::vector<float> expected = Columns(whole, width, from, to);
      std::vector<float> found(logits.size());
      problem.shape.priors_vary = priors_vary;
      problem.shape.votes_vary = !priors_vary;
      ASSERT_EQ(problem.shape.outputs(), to - from);
      ConditionalPass pass(problem.shape, constants);
      EXPECT_NEAR(pass.Add(problem.rows, 4, logits.data(), {}, found.data()), loss, 1e-5);
      for (size_t i = 0; i < found.size(); ++i) EXPECT_NEAR(found[i], expected[i], 1e-6) << i;
    }
  }
}

TEST(ConditionalHmm, AnchorsPullByTheSquaredDistance) {
  Problem problem(3, 3, 2, true, 80);
  const size_t width = problem.shape.width();
  ConditionalLearning learning;
  learning.anchor = 0.5;
  learning.anchors.assign(width, 1.0f / 3);
  const auto distance = [&] {
    double sum = 0;
    for (size_t t = 0; t < 3; ++t) {
      for (size_t i = 0; i < width; ++i) {
        const bool prior = i < problem.shape.prior_width();
        const size_t columns = prior ? problem.shape.priors() : 3;
        const size_t first =
            prior ? 0 : problem.shape.prior_width() + (i - problem.shape.prior_width()) / 9 * 9;
        const size_t row = (i - first) / columns, column = (i - first) % columns;
        const double p = problem.P(t * width + first, row, columns, column);
        sum += (p - 1.0 / 3) * (p - 1.0 / 3);
      }
    }
    return sum;
  };
  ConditionalPass pass(problem.shape);
  std::vector<float> gradient(problem.logits.size(), 0.0f);
  EXPECT_NEAR(pass.AddDistance(3, problem.logits.data(), learning.anchors, 1, gradient.data()),
              distance(), 1e-5);
  ExpectDifferences(&problem, gradient, distance);
  EXPECT_NEAR(pass.Add(problem.rows, 3, problem.logits.data(), learning, gradient.data()),
              0.5 * distance() - problem.LogLikelihood(), 1e-5);
  ExpectDifferences(&problem, gradient, [&] { return 0.5 * distance() - problem.LogLikelihood(); });
}

TEST(ConditionalHmm, ASentenceThatNobodyVotedOnSaysNothing) {
  Problem problem(3, 3, 2, true, 9);
  problem.rows.clear();
  ConditionalPass pass(problem.shape);
  std::vector<float> gradient(problem.logits.size(), 1.0f);
  EXPECT_NEAR(pass.Add({}, 3, problem.logits.data(), {}, gradient.data()), 0, 1e-6);
  for (const float d : gradient) EXPECT_NEAR(static_cast<double>(d), 0, 1e-6);
}

}  // namespace
}  // namespace weft

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
      rows.push_back({i, votes[static_cast<size_t>(i)].data(), i + 1 == j ? soft.data() : nullptr});
    }
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
      const auto from = static_cast<size_t>(t > 0 ? z[t - 1] : shape.outside);
      p *= shape.chained ? P(base, to, k, from) : P(base, to, 1, 0);
      for (const ReadVotes& row : rows) {
        if (row.labels[t] == kNoLabel) continue;
        const size_t matrix = base + shape.prior_width() + static_cast<size_t>(row.source) * k * k;
        const float* x = SoftVote(row, t, k);
        double said = 0;
        for (size_t n = 0; n < k; ++n) {
          const double vote =
              x ? static_cast<double>(x[n]) : (row.labels[t] == static_cast<int32_t>(n));
          said += vote * P(matrix, n, k, to);
        }
        p *= said;
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
          double sum = 0;
          ForEachPath(static_cast<int64_t>(length), k, [&](const std::vector<int32_t>& z) {
            const double p = problem.PathProbability(z);
            sum += p;
            EXPECT_NEAR(std::exp(PathScore(lattice, z)), p, 1e-6);
          });
          std::vector<float> gradient(problem.logits.size());
          EXPECT_NEAR(pass.Add(problem.rows, length, problem.logits.data(), gradient.data()),
                      -std::log(sum), 1e-5);
        }
      }
    }
  }
}

TEST(ConditionalHmm, GradientsAreFiniteDifferences) {
  uint64_t seed = 50;
  for (const bool chained : {true, false}) {
    for (const size_t length : {1u, 4u}) {
      Problem problem(length, 3, 3, chained, ++seed);
      ConditionalPass pass(problem.shape);
      std::vector<float> gradient(problem.logits.size());
      pass.Add(problem.rows, length, problem.logits.data(), gradient.data());
      const auto value = [&] {
        double sum = 0;
        ForEachPath(static_cast<int64_t>(length), 3,
                    [&](const std::vector<int32_t>& z) { sum += problem.PathProbability(z); });
        return -std::log(sum);
      };
      for (size_t i = 0; i < problem.logits.size(); ++i) {
        const float kept = problem.logits[i];
        constexpr double kStep = 1.0 / 1024;
        problem.logits[i] = kept + static_cast<float>(kStep);
        const double above = value();
        problem.logits[i] = kept - static_cast<float>(kStep);
        const double below = value();
        problem.logits[i] = kept;
        EXPECT_NEAR(static_cast<double>(gradient[i]), (above - below) / (2 * kStep), 1e-5) << i;
      }
    }
  }
}

TEST(ConditionalHmm, ASentenceThatNobodyVotedOnSaysNothing) {
  Problem problem(3, 3, 2, true, 9);
  problem.rows.clear();
  ConditionalPass pass(problem.shape);
  std::vector<float> gradient(problem.logits.size(), 1.0f);
  EXPECT_NEAR(pass.Add({}, 3, problem.logits.data(), gradient.data()), 0, 1e-6);
  for (const float d : gradient) EXPECT_NEAR(static_cast<double>(d), 0, 1e-6);
}

}  // namespace
}  // namespace weft

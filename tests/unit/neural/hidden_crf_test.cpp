// The hidden CRF against the sum over all labels and all votes, and against finite differences.
#include "neural/hidden_crf.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "core/random.h"
#include "support/brute_force.h"

namespace weft {
namespace {

struct Problem {
  size_t length, labels, sources;
  std::vector<float> emissions, weights;        // [L, K], [J, K, K]
  std::vector<double> transitions, start, end;  // [K, K], [K], [K]
  std::vector<std::vector<int32_t>> votes;      // [J][L], or empty: missing
  std::vector<float> soft;                      // of the last source, [L, K], or empty
  bool normalised = false;
  double vote_weight = 1;
  size_t contexts;  // with label 0 as "O"

  Problem(size_t l, size_t k, size_t j, uint64_t seed, size_t c = 1)
      : length(l), labels(k), sources(j), contexts(c) {
    Random random(seed);
    const auto draw = [&](size_t count, auto* out) {
      out->resize(count);
      for (auto& value : *out) value = static_cast<float>(4 * random.Uniform() - 2);
    };
    draw(l * k, &emissions);
    draw(j * c * k * k, &weights);
    draw(k * k, &transitions);
    draw(k, &start);
    draw(k, &end);
    for (size_t i = 0; i < j; ++i) {
      std::vector<int32_t> row;
      for (size_t t = 0; t < l; ++t) {
        row.push_back(random.Below(5) == 0 ? kNoLabel : static_cast<int32_t>(random.Below(k)));
      }
      if (random.Below(4) == 0) row.clear();
      votes.push_back(row);
    }
  }

  Transitions MakeTransitions() const {
    Transitions made(static_cast<int32_t>(labels));
    made.Set(transitions, start, end);
    return made;
  }
  SourceWeights MakeWeights() const {
    VoteShape shape;
    shape.sources = static_cast<int32_t>(sources);
    shape.labels = static_cast<int32_t>(labels);
    shape.contexts = static_cast<int32_t>(contexts);
    shape.outside = 0;
    shape.weight = vote_weight;
    SourceWeights made(shape, normalised);
    made.Set(weights);
    return made;
  }
  std::vector<ReadVotes> Rows() const {
    std::vector<ReadVotes> rows;
    for (size_t j = 0; j < sources; ++j) {
      if (votes[j].empty()) continue;
      const bool distributions = !soft.empty() && j + 1 == sources;
      rows.push_back(
          {static_cast<int32_t>(j), votes[j].data(), distributions ? soft.data() : nullptr});
    }
    return rows;
  }
};

struct Gradients {
  double value = 0;
  std::vector<float> emissions;
  std::vector<double> transitions, weights;
};

Gradients Evaluate(const Problem& p) {
  Gradients g;
  g.emissions.resize(p.length * p.labels);
  g.transitions.assign(p.labels * p.labels, 0);
  g.weights.assign(p.weights.size(), 0);
  const Transitions transitions = p.MakeTransitions();
  const SourceWeights weights = p.MakeWeights();
  HiddenCrfPass pass;
  pass.Begin(transitions, weights);
  const VoteRows votes(p.Rows(), p.length, weights.shape());
  g.value = pass.Add(votes, p.emissions.data(), g.emissions.data());
  pass.Finish(g.transitions.data(), g.weights.data());
  return g;
}

// log Σ exp over all label paths of E + T + `extra`(token, label).
double LogSum(const Problem& p, const std::function<double(size_t, int32_t)>& extra) {
  double sum = 0;
  ForEachPath(static_cast<int64_t>(p.length), static_cast<int32_t>(p.labels),
              [&](const std::vector<int32_t>& t) {
                double score =
                    p.start[static_cast<size_t>(t.front())] + p.end[static_cast<size_t>(t.back())];
                for (size_t l = 0; l < p.length; ++l) {
                  const auto k = static_cast<size_t>(t[l]);
                  score += static_cast<double>(p.emissions[l * p.labels + k]) + extra(l, t[l]);
                  if (l > 0) {
                    score += p.transitions[static_cast<size_t>(t[l - 1]) * p.labels + k];
                  }
                }
                sum += std::exp(score);
              });
  return std::log(sum);
}

// Of source j's vote, given its vote on the token before (kNoLabel: none).
double Pi(const Problem& p, size_t j, int32_t before, int32_t label, int32_t vote) {
  const size_t slot = j * p.contexts + (p.contexts > 1 && before > 0 ? 1 : 0);
  const float* row = p.weights.data() + (slot * p.labels + static_cast<size_t>(label)) * p.labels;
  double log_sum = 0;
  if (p.normalised) {
    for (size_t n = 0; n < p.labels; ++n) log_sum += std::exp(static_cast<double>(row[n]));
    log_sum = std::log(log_sum);
  }
  return static_cast<double>(row[vote]) - log_sum;
}

// −log p(y | x), the denominator summed over every combination of votes that could have been cast.
double BruteForce(const Problem& p) {
  const double numerator = LogSum(p, [&](size_t l, int32_t label) {
    double score = 0;
    for (size_t j = 0; j < p.sources; ++j) {
      if (p.votes[j].empty() || p.votes[j][l] == kNoLabel) continue;
      score += Pi(p, j, l > 0 ? p.votes[j][l - 1] : kNoLabel, label, p.votes[j][l]);
    }
    return score;
  });
  std::vector<std::pair<size_t, size_t>> cast;  // (source, token)
  for (size_t j = 0; j < p.sources; ++j) {
    for (size_t l = 0; l < p.votes[j].size(); ++l) {
      if (p.votes[j][l] != kNoLabel) cast.emplace_back(j, l);
    }
  }
  double denominator = 0;
  ForEachPath(static_cast<int64_t>(cast.size()), static_cast<int32_t>(p.labels),
              [&](const std::vector<int32_t>& y) {
                denominator += std::exp(LogSum(p, [&](size_t l, int32_t label) {
                  double score = 0;
                  for (size_t i = 0; i < cast.size(); ++i) {
                    if (cast[i].second != l) continue;
                    const bool follows =
                        i > 0 && cast[i - 1].first == cast[i].first && cast[i - 1].second + 1 == l;
                    score += Pi(p, cast[i].first, follows ? y[i - 1] : kNoLabel, label, y[i]);
                  }
                  return score;
                }));
              });
  return std::log(denominator) - numerator;
}

TEST(HiddenCrf, IsTheSumOverAllLabelsAndAllVotes) {
  for (uint64_t seed = 1; seed <= 40; ++seed) {
    const size_t length = 1 + seed % 3;
    Problem p(length, 2 + seed % 2, 1 + seed % 3, seed);
    p.normalised = seed % 4 == 0;
    if (p.normalised && seed % 8 == 0) {
      p = Problem(length, 2 + seed % 2, 1 + seed % 3, seed, 2);
      p.normalised = true;
    }
    EXPECT_NEAR(Evaluate(p).value, BruteForce(p), 1e-9) << "seed " << seed;
    EXPECT_GE(Evaluate(p).value, -1e-12);
  }
  Problem longer(4, 2, 3, 7);
  EXPECT_NEAR(Evaluate(longer).value, BruteForce(longer), 1e-9);
}

// Central differences of the value in every parameter.
void CheckGradients(Problem p, uint64_t seed) {
  const Gradients g = Evaluate(p);
  const auto check = [&](auto* value, double gradient, const std::string& what) {
    const auto kept = *value;
    const double h = 1.0 / 1024;  // exact in single precision beside values below 4
    *value = static_cast<std::decay_t<decltype(kept)>>(kept + h);
    const double above = Evaluate(p).value;
    *value = static_cast<std::decay_t<decltype(kept)>>(kept - h);
    const double below = Evaluate(p).value;
    *value = kept;
    EXPECT_NEAR((above - below) / (2 * h), gradient, 2e-5) << what << ", seed " << seed;
  };
  for (size_t i = 0; i < p.emissions.size(); ++i) {
    check(&p.emissions[i], static_cast<double>(g.emissions[i]), "emission " + std::to_string(i));
  }
  for (size_t i = 0; i < p.transitions.size(); ++i) {
    check(&p.transitions[i], g.transitions[i], "transition " + std::to_string(i));
  }
  for (size_t k = 0; k < p.labels; ++k) {
    check(&p.start[k], static_cast<double>(g.emissions[k]), "start " + std::to_string(k));
    check(&p.end[k], static_cast<double>(g.emissions[(p.length - 1) * p.labels + k]),
          "end " + std::to_string(k));
  }
  for (size_t i = 0; i < p.weights.size(); ++i) {
    check(&p.weights[i], g.weights[i], "source weight " + std::to_string(i));
  }
}

TEST(HiddenCrf, GradientsAreThoseOfFiniteDifferences) {
  for (uint64_t seed = 1; seed <= 12; ++seed) {
    Problem p(1 + seed % 4, 2 + seed % 2, 1 + seed % 3, seed);
    p.normalised = seed % 2 == 0;
    CheckGradients(p, seed);
    p = Problem(1 + seed % 4, 2 + seed % 2, 1 + seed % 3, seed, 2);
    p.normalised = true;
    CheckGradients(p, seed);
  }
}

TEST(HiddenCrf, DistributionsCountByTheirExpectation) {
  for (const bool normalised : {false, true}) {
    Problem p(3, 3, 2, 5);
    p.normalised = normalised;
    p.votes[1] = {0, 1, kNoLabel};
    p.soft = {0.75f, 0.25f, 0, 0, 1, 0, 0, 0, 0};
    CheckGradients(p, 5);
    Problem hard = p;
    hard.soft.clear();
    p.soft = {1, 0, 0, 0, 1, 0, 0, 0, 0};
    EXPECT_EQ(Evaluate(p).value, Evaluate(hard).value);
  }
}

// A source that is there twice, at half the weight, says what it says once.
TEST(HiddenCrf, VotesOfLessWeightMakeUpForRepetition) {
  Problem once(4, 3, 1, 11), twice = once;
  once.votes = {{0, 2, kNoLabel, 1}};
  once.normalised = twice.normalised = true;
  twice.sources = 2;
  twice.votes = {once.votes[0], once.votes[0]};
  twice.weights.insert(twice.weights.end(), once.weights.begin(), once.weights.end());
  twice.vote_weight = 0.5;
  EXPECT_NEAR(Evaluate(twice).value, Evaluate(once).value, 1e-9);
  CheckGradients(twice, 11);
}

TEST(HiddenCrf, WithoutVotesThereIsNothingToLearn) {
  Problem p(4, 3, 2, 9);
  p.votes = {{}, {kNoLabel, kNoLabel, kNoLabel, kNoLabel}};
  const Gradients g = Evaluate(p);
  EXPECT_EQ(g.value, 0);
  for (const float d : g.emissions) EXPECT_EQ(d, 0);
  for (const double d : g.weights) EXPECT_NEAR(d, 0, 1e-12);
}

// Rows of π that are log-probabilities are normalised already: both forms agree.
TEST(HiddenCrf, FreeRowsThatSumToOneAreTheNormalisedForm) {
  Problem p(4, 3, 3, 3);
  for (size_t row = 0; row < p.sources * p.labels; ++row) {
    double sum = 0;
    float* values = p.weights.data() + row * p.labels;
    for (size_t n = 0; n < p.labels; ++n) sum += std::exp(static_cast<double>(values[n]));
    for (size_t n = 0; n < p.labels; ++n) values[n] -= static_cast<float>(std::log(sum));
  }
  const double free = Evaluate(p).value;
  p.normalised = true;
  EXPECT_NEAR(free, Evaluate(p).value, 1e-6);
}

// Scores so extreme that probabilities underflow.
TEST(HiddenCrf, ExtremeScoresStayFinite) {
  Problem p(3, 3, 2, 2);
  p.votes = {{0, 1, 2}, {2, 1, 0}};
  for (float& e : p.emissions) e *= 400;
  const Gradients g = Evaluate(p);
  EXPECT_TRUE(std::isfinite(g.value));
  EXPECT_GE(g.value, 0);
  for (const float d : g.emissions) EXPECT_TRUE(std::isfinite(d));
}

TEST(HiddenCrf, WeightsMustFit) {
  SourceWeights weights({2, 3}, false);
  EXPECT_ANY_THROW(weights.Set(std::vector<float>(17)));
}

}  // namespace
}  // namespace weft

// The training objective against enumeration of all label paths, its gradient against finite
// differences of that.
#include "crf/objective.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/random.h"
#include "crf/likelihood.h"
#include "support/brute_force.h"
#include "unit/crf/crf_testing.h"
#include "unit/crf/scored_sentence.h"

namespace weft {
namespace {

using testing::MakeCorpus;

constexpr char kTemplates[] = "token[-1..1]\npos[0]|shape\nbias\ntransitions";

// Everything between a corpus and its objective.
struct Problem {
  explicit Problem(std::shared_ptr<const Corpus> c, std::shared_ptr<SoftLabels> s = nullptr,
                   std::vector<float> weights = {}, bool dense = false,
                   const char* templates = kTemplates)
      : corpus(std::move(c)), soft(std::move(s)), targets(*corpus, soft.get(), weights) {
    AttributeGenerator generator(std::make_shared<TemplateSet>(ParseTemplates(templates)),
                                 Boundary::kSymbol);
    generator.Bind(*corpus);
    AttributeIndex index;
    encoded = EncodeAndIndex(*corpus, &generator, &index);
    inverted = Invert(encoded, index.size());
    FeatureOptions options;
    options.min_count = 0.01;
    options.dense = dense;
    features = SelectFeatures(inverted, encoded.num_sentences(), EvidenceOf(targets), options);
    DropUnused(&index, &encoded, &features);
    inverted = Invert(encoded, index.size());
  }

  std::unique_ptr<CorpusObjective> NewObjective(int threads = 1) {
    executor = std::make_unique<Executor>(threads);
    likelihood = std::make_unique<LikelihoodObjective>(encoded.num_sentences(), targets);
    return std::make_unique<CorpusObjective>(encoded, inverted, features, *likelihood,
                                             executor.get(), [](Span<double>) {});
  }

  std::vector<double> RandomWeights(double scale) const {
    Random random(7);
    std::vector<double> w(static_cast<size_t>(features.size()));
    for (double& x : w)
      x = static_cast<double>(static_cast<float>(scale * (random.Uniform() - 0.5)));
    return w;
  }

  // The loss of sentence s by enumeration, in double precision.
  double Loss(int64_t s, const std::vector<double>& w) const;
  double Loss(const std::vector<double>& w) const {
    double sum = 0;
    for (int64_t s = 0; s < corpus->num_sentences(); ++s) sum += Loss(s, w);
    return sum;
  }

  std::shared_ptr<const Corpus> corpus;
  std::shared_ptr<SoftLabels> soft;
  Targets targets;
  EncodedCorpus encoded;
  InvertedIndex inverted;
  FeatureSet features;
  std::unique_ptr<Executor> executor;
  std::unique_ptr<LikelihoodObjective> likelihood;
};

double Problem::Loss(int64_t s, const std::vector<double>& w) const {
  const auto k = static_cast<size_t>(features.labels);
  const auto first = static_cast<size_t>(corpus->begin(s));
  const auto length = static_cast<size_t>(corpus->length(s));
  if (length == 0) return 0;
  const testing::ScoredSentence scored(encoded, features, first, length, w);
  const Lattice& lattice = scored.lattice;
  const std::vector<double>&emissions = scored.emissions, &scores = scored.scores;
  const double log_z = Enumerate(lattice).log_partition;
  double target = 0;
  if (soft) {
    for (size_t i = 0; i < length * k; ++i) target += soft->unary[first * k + i] * emissions[i];
    for (size_t t = 1; t < length; ++t) {
      for (size_t i = 0; i < k * k && soft->pairwise_sum.empty(); ++i) {
        target += soft->unary[(first + t - 1) * k + i / k] * soft->unary[(first + t) * k + i % k] *
                  scores[i];
      }
    }
    for (size_t i = 0; i < k * k && !soft->pairwise_sum.empty(); ++i) {
      target += soft->pairwise_sum[static_cast<size_t>(s) * k * k + i] * scores[i];
    }
  } else {
    const Span<const int32_t> gold = corpus->gold(s);
    size_t labelled = 0;
    for (const int32_t y : gold) labelled += y != kNoLabel;
    if (labelled == 0) return 0;
    if (labelled == length) return targets.weight(s) * (log_z - PathScore(lattice, gold));
    double sum = 0;
    ForEachPath(lattice.length, lattice.labels, [&](const std::vector<int32_t>& path) {
      bool agrees = true;
      for (size_t t = 0; t < length; ++t) agrees &= gold[t] == kNoLabel || gold[t] == path[t];
      if (agrees) sum += std::exp(PathScore(lattice, path) - log_z);
    });
    target = log_z + std::log(sum);
  }
  return targets.weight(s) * (log_z - target);
}

void ExpectRight(Problem* problem, double scale = 3) {
  std::vector<double> w = problem->RandomWeights(scale);
  const auto objective = problem->NewObjective();
  const double value = objective->Evaluate(w.data());
  const double expected = problem->Loss(w);
  EXPECT_NEAR(value, expected,
              2e-6 * (1 + std::abs(expected)) * static_cast<double>(problem->corpus->num_tokens()));
  ASSERT_EQ(objective->gradient().size(), w.size());
  for (size_t f = 0; f < w.size(); ++f) {
    constexpr double kStep = 1e-5;
    const double at = w[f];
    w[f] = at + kStep;
    const double above = problem->Loss(w);
    w[f] = at - kStep;
    const double below = problem->Loss(w);
    w[f] = at;
    ASSERT_NEAR(objective->gradient()[f], (above - below) / (2 * kStep), 2e-5) << "feature " << f;
  }
}

CorpusOptions Labels(std::vector<std::string> labels) {
  CorpusOptions options;
  options.labels = std::move(labels);
  options.scheme_declared = true;
  options.scheme = Scheme::kPlain;
  return options;
}

std::shared_ptr<const Corpus> Hard() {
  return MakeCorpus({"a/X/P b/Y/q a/Z/R c/X/1", "b/Y/q", "c/X/P a/X/P b/Z/q"},
                    Labels({"X", "Y", "Z"}), {"pos"});
}

std::shared_ptr<const Corpus> Partial() {
  return MakeCorpus({"a/X/P b/_/q a/Z/R c/_/1", "b/_/q a/_/P", "c/X/P a/X/P", "c/_/P a/Y/q b/Z/q"},
                    Labels({"X", "Y", "Z"}), {"pos"});
}

std::shared_ptr<SoftLabels> Soft(const Corpus& corpus, bool pairs) {
  auto soft = std::make_shared<SoftLabels>();
  soft->labels = corpus.labels();
  const auto k = static_cast<size_t>(soft->labels.size());
  Random random(3);
  for (int64_t t = 0; t < corpus.num_tokens(); ++t) {
    std::vector<double> row(k);
    double sum = 0;
    for (double& p : row) sum += p = random.Uniform();
    for (const double p : row) soft->unary.push_back(p / sum);
  }
  for (int64_t s = 0; s < corpus.num_sentences() && pairs; ++s) {
    for (size_t i = 0; i < k * k; ++i) {
      const auto steps = static_cast<double>(std::max<int64_t>(corpus.length(s) - 1, 0));
      soft->pairwise_sum.push_back(steps * random.Uniform() / static_cast<double>(k * k));
    }
  }
  return soft;
}

TEST(ObjectiveTest, HardLabels) {
  Problem observed(Hard());
  ExpectRight(&observed);
  Problem dense(Hard(), nullptr, {}, true);
  EXPECT_GT(dense.features.size(), observed.features.size());
  ExpectRight(&dense);
}

TEST(ObjectiveTest, SoftLabels) {
  for (const bool pairs : {false, true}) {
    Problem problem(Hard(), Soft(*Hard(), pairs));
    ExpectRight(&problem);
  }
}

TEST(ObjectiveTest, HardLabelsAsSoftOnesAreTheSame) {
  auto soft = std::make_shared<SoftLabels>();
  soft->labels = Hard()->labels();
  soft->unary.assign(static_cast<size_t>(Hard()->num_tokens()) * 3, 0.0);
  for (int64_t s = 0; s < Hard()->num_sentences(); ++s) {
    for (int64_t t = 0; t < Hard()->length(s); ++t) {
      const int32_t y = Hard()->gold(s)[static_cast<size_t>(t)];
      soft->unary[static_cast<size_t>((Hard()->begin(s) + t) * 3 + y)] = 1;
    }
  }
  Problem hard(Hard()), same(Hard(), soft);
  ASSERT_EQ(hard.features.size(), same.features.size());
  const auto w = hard.RandomWeights(2);
  EXPECT_EQ(hard.NewObjective()->Evaluate(w.data()), same.NewObjective()->Evaluate(w.data()));
}

TEST(ObjectiveTest, PartialLabelsAreMarginalised) {
  Problem problem(Partial());
  ExpectRight(&problem);
  Problem dense(Partial(), nullptr, {}, true);
  ExpectRight(&dense);
}

TEST(ObjectiveTest, SentenceWeights) {
  Problem hard(Hard(), nullptr, {0.5f, 0.0f, 2.0f});
  ExpectRight(&hard);
  Problem partial(Partial(), nullptr, {0.5f, 1.0f, 3.0f, 0.25f});
  ExpectRight(&partial);
  Problem soft(Hard(), Soft(*Hard(), false), {0.5f, 0.0f, 2.0f});
  ExpectRight(&soft);
}

TEST(ObjectiveTest, AttributeValues) {
  CorpusBuilder builder(Labels({"X", "Y"}));
  SentenceData sentence;
  sentence.tokens = {"a", "b"};
  sentence.labels = {"X", "Y"};
  sentence.attributes = {{{"len", 0.5f}, {"a", 1.0f}}, {{"len", -1.5f}, {"b", 2.0f}}};
  builder.Add(sentence);
  Problem problem(builder.Finish(), nullptr, {}, true, "attributes\ntransitions");
  ExpectRight(&problem);
}

TEST(ObjectiveTest, WithoutTransitionsTokensAreIndependent) {
  Problem problem(Hard(), nullptr, {}, false, "token[0]\nbias");
  problem.features.bigrams.clear();
  ExpectRight(&problem);
}

TEST(ObjectiveTest, OneLabelAndEmptySentences) {
  CorpusBuilder builder(Labels({"X"}));
  builder.SetColumns({"pos"});
  builder.Add(testing::ParseSentence("", 1));
  builder.Add(testing::ParseSentence("a/X/p b/X/q", 1));
  builder.Add(testing::ParseSentence("", 1));
  Problem problem(builder.Finish());
  const auto w = problem.RandomWeights(2);
  const auto objective = problem.NewObjective();
  EXPECT_NEAR(objective->Evaluate(w.data()), 0, 1e-5);
  for (const double g : objective->gradient()) EXPECT_NEAR(g, 0, 1e-6);
}

// Scores that single precision cannot hold as probabilities go through log space.
TEST(ObjectiveTest, ExtremeScores) {
  Problem problem(Hard());
  std::vector<double> w = problem.RandomWeights(4000);
  const double value = problem.NewObjective()->Evaluate(w.data());
  EXPECT_TRUE(std::isfinite(value));
  EXPECT_NEAR(value, problem.Loss(w), 1e-5 * (1 + problem.Loss(w)));
}

// A random corpus of many sentences, with a sentence that is long.
std::shared_ptr<const Corpus> Many(int32_t labels, int64_t longest) {
  std::vector<std::string> names;
  for (int32_t y = 0; y < labels; ++y) names.push_back("L" + std::to_string(y));
  CorpusBuilder builder(Labels(names));
  Random random(5);
  for (int s = 0; s < 400; ++s) {
    SentenceData sentence;
    const int64_t length = s == 100 ? longest : static_cast<int64_t>(random.Below(30));
    for (int64_t t = 0; t < length; ++t) {
      sentence.tokens.push_back("w" + std::to_string(random.Below(500)));
      sentence.labels.push_back(names[random.Below(names.size())]);
    }
    builder.Add(sentence);
  }
  return builder.Finish();
}

TEST(ObjectiveTest, TheSameBitsForAnyNumberOfThreads) {
  for (const int32_t labels : {5, 12, 23, 30, 45}) {
    Problem problem(Many(labels, 3000), nullptr, {}, false, "token[-2..2]\nbias\ntransitions");
    const auto w = problem.RandomWeights(2);
    const auto one = problem.NewObjective(1);
    const double value = one->Evaluate(w.data());
    const std::vector<double> gradient(one->gradient().begin(), one->gradient().end());
    for (const int threads : {2, 8}) {
      const auto other = problem.NewObjective(threads);
      EXPECT_EQ(other->Evaluate(w.data()), value);
      for (size_t f = 0; f < gradient.size(); ++f) ASSERT_EQ(other->gradient()[f], gradient[f]);
    }
  }
}

// The gradient is a sum over many tokens in single precision; against double precision.
TEST(ObjectiveTest, LongSentencesAndManyLabelsStayExact) {
  for (const int32_t labels : {5, 12, 23, 30, 45}) {
    Problem problem(Many(labels, 3000), nullptr, {}, true, "token[0]\nbias\ntransitions");
    std::vector<double> w = problem.RandomWeights(2);
    const auto objective = problem.NewObjective();
    objective->Evaluate(w.data());
    Random random(1);
    for (int probe = 0; probe < 12; ++probe) {
      const size_t f =
          probe < 2 ? w.size() - 1 - static_cast<size_t>(probe) : random.Below(w.size());
      // What Σ_t p(y_t) counts, by the chain's own double-precision marginals, is checked through
      // the change of the value along the feature.
      const double gradient = objective->gradient()[f];
      const double at = w[f], step = 0.5;
      w[f] = at + step;
      const double above = objective->Evaluate(w.data());
      w[f] = at - step;
      const double below = objective->Evaluate(w.data());
      w[f] = at + step / 2;
      const double near_above = objective->Evaluate(w.data());
      w[f] = at - step / 2;
      const double near_below = objective->Evaluate(w.data());
      w[f] = at;
      objective->Evaluate(w.data());
      // Richardson: (4·D(h/2) − D(h)) / 3.
      const double wide = (above - below) / (2 * step), narrow = (near_above - near_below) / step;
      EXPECT_NEAR(gradient, (4 * narrow - wide) / 3, 2e-3 * (1 + std::abs(gradient))) << labels;
    }
  }
}

TEST(ObjectiveTest, ReduceReplacesValueAndGradient) {
  Problem problem(Hard());
  const auto w = problem.RandomWeights(1);
  const double alone = problem.NewObjective()->Evaluate(w.data());
  CorpusObjective twice(problem.encoded, problem.inverted, problem.features, *problem.likelihood,
                        problem.executor.get(), [](Span<double> sums) {
                          for (double& x : sums) x *= 2;
                        });
  EXPECT_EQ(twice.Evaluate(w.data()), 2 * alone);
}

}  // namespace
}  // namespace weft

// Expectations: how votes become them, what they cost, and what is learned from them. Values are
// checked against enumeration of all label paths, gradients against finite differences of that.
#include "crf/expectations.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>

#include "core/random.h"
#include "crf/expectation_objective.h"
#include "crf/training_data.h"
#include "support/brute_force.h"
#include "support/toy_corpus.h"
#include "text/derive.h"
#include "unit/crf/crf_testing.h"
#include "unit/crf/scored_sentence.h"

namespace weft {
namespace {

using testing::ErrorText;
using ::testing::HasSubstr;
using Distribution = std::vector<std::pair<std::string, float>>;

CorpusOptions Tags() {
  CorpusOptions options;
  options.labels = {"O", "B-X", "I-X", "B-Y"};
  options.scheme_declared = true;
  options.scheme = Scheme::kIOB2;
  return options;
}

SentenceData Sentence(const std::string& text, std::vector<NamedVotes> votes = {},
                      const std::vector<std::string>& weights = {}) {
  SentenceData sentence = testing::ParseSentence(text, 0);
  sentence.votes = std::move(votes);
  sentence.columns = {weights.empty() ? std::vector<std::string>(sentence.tokens.size()) : weights};
  return sentence;
}

// Sentences with gold labels, some, none; with votes, hard and soft, of two sources; with weights.
std::shared_ptr<const Corpus> Mixed() {
  CorpusBuilder builder(Tags(), "mixed");
  builder.SetColumns({WeightColumn("en")});
  const Distribution sure = {{"B-X", 0.9f}, {"O", 0.1f}}, torn = {{"B-X", 0.5f}, {"I-X", 0.5f}};
  const Distribution other = {{"O", 0.75f}, {"B-Y", 0.25f}};
  builder.Add(Sentence("a/O b/B-X c/I-X"));
  builder.Add(Sentence("a/_ b/_ d/_", {{"en", {}, {other, sure, {}}}}, {"0.5", "2", ""}));
  builder.Add(Sentence("b/B-Y a/_ c/_ a/_",
                       {{"en", {}, {sure, sure, torn, other}}, {"es", {"O", "", "O", "B-Y"}, {}}}));
  builder.Add(Sentence("c/_"));
  builder.Add(Sentence("a/_ b/_", {{"es", {"O", "B-X"}, {}}}));
  return builder.Finish();
}

struct Problem {
  explicit Problem(std::shared_ptr<const Corpus> c, const std::string& groups = "labels",
                   bool hard = false, const std::vector<float>& weights = {})
      : corpus(std::move(c)), input(testing::InputFor(corpus)) {
    ExpectationSettings settings = GroupLabels(corpus->labels(), groups);
    settings.hard = hard;
    settings.sentence_weights = input.sentence_weights = weights;
    input.options.Set("templates", "token[-1..1]\nbias\ntransitions");
    input.options.Set("min_count", "0");
    data = std::make_unique<CrfTrainingData>(input, &settings);
  }

  std::unique_ptr<CorpusObjective> NewObjective(Distance distance, double weight, int threads = 1) {
    executor = std::make_unique<Executor>(threads);
    objective = std::make_unique<ExpectationObjective>(corpus->num_sentences(), data->targets,
                                                       *data->expectations, weight, distance);
    return std::make_unique<CorpusObjective>(data->corpus, data->inverted, data->features,
                                             *objective, executor.get(), nullptr);
  }

  double Loss(Distance distance, double weight, const std::vector<double>& w) const {
    double sum = 0;
    for (int64_t s = 0; s < corpus->num_sentences(); ++s) sum += Loss(s, distance, weight, w);
    return sum;
  }
  // Of one sentence, by enumeration.
  double Loss(int64_t s, Distance distance, double weight, const std::vector<double>& w) const;
  double Penalty(int64_t s, Distance distance, double weight, const std::vector<double>& w) const;
  testing::ScoredSentence Scored(int64_t s, const std::vector<double>& w) const {
    return {data->corpus, data->features, static_cast<size_t>(corpus->begin(s)),
            static_cast<size_t>(corpus->length(s)), w};
  }

  std::shared_ptr<const Corpus> corpus;
  TrainingInput input;
  std::unique_ptr<CrfTrainingData> data;
  std::unique_ptr<Executor> executor;
  std::unique_ptr<ExpectationObjective> objective;
};

double Problem::Loss(int64_t s, Distance distance, double weight,
                     const std::vector<double>& w) const {
  const testing::ScoredSentence scored = Scored(s, w);
  const Lattice& lattice = scored.lattice;
  const BruteForce all = Enumerate(lattice);
  const auto length = static_cast<size_t>(corpus->length(s));
  const Span<const int32_t> gold = corpus->gold(s);
  double loss = 0, agreeing = 0;
  bool labelled = false;
  for (const int32_t y : gold) labelled |= y != kNoLabel;
  if (labelled) {
    ForEachPath(lattice.length, lattice.labels, [&](const std::vector<int32_t>& path) {
      bool agrees = true;
      for (size_t t = 0; t < length; ++t) agrees &= gold[t] == kNoLabel || gold[t] == path[t];
      if (agrees) agreeing += std::exp(PathScore(lattice, path) - all.log_partition);
    });
    loss -= std::log(agreeing) *
            (input.sentence_weights.empty()
                 ? 1
                 : static_cast<double>(input.sentence_weights[static_cast<size_t>(s)]));
  }
  return loss + Penalty(s, distance, weight, w);
}

double Problem::Penalty(int64_t s, Distance distance, double weight,
                        const std::vector<double>& w) const {
  const testing::ScoredSentence scored = Scored(s, w);
  const BruteForce all = Enumerate(scored.lattice);
  const auto k = static_cast<size_t>(data->features.labels);
  const auto first = static_cast<size_t>(corpus->begin(s));
  const auto length = static_cast<size_t>(corpus->length(s));
  double penalty = 0;
  const Expectations& expectations = *data->expectations;
  const Span<const int32_t> group_of = expectations.group_of_label();
  for (size_t t = 0; t < length; ++t) {
    const Span<const float> expected = expectations.row(static_cast<int64_t>(first + t));
    if (expected.empty()) continue;
    std::vector<double> p(expected.size(), 0.0);
    for (size_t y = 0; y < k; ++y) p[static_cast<size_t>(group_of[y])] += all.unary[t * k + y];
    for (size_t g = 0; g < p.size(); ++g) {
      const double e = static_cast<double>(expected[g]);
      double term = (e - p[g]) * (e - p[g]);
      if (distance == Distance::kKl) term = e > 0 ? e * std::log(e / std::max(p[g], 1e-30)) : 0;
      penalty += weight * expectations.weight(static_cast<int64_t>(first + t)) * term;
    }
  }
  return penalty;
}

void ExpectRight(Problem* problem, Distance distance, double weight) {
  Random random(7);
  std::vector<double> w(static_cast<size_t>(problem->data->features.size()));
  for (double& x : w) x = static_cast<double>(static_cast<float>(3 * (random.Uniform() - 0.5)));
  const auto objective = problem->NewObjective(distance, weight);
  EXPECT_NEAR(objective->Evaluate(w.data()), problem->Loss(distance, weight, w), 1e-5);
  ASSERT_EQ(objective->gradient().size(), w.size());
  for (size_t f = 0; f < w.size(); ++f) {
    constexpr double kStep = 1e-5;
    const double at = w[f];
    w[f] = at + kStep;
    const double above = problem->Loss(distance, weight, w);
    w[f] = at - kStep;
    const double below = problem->Loss(distance, weight, w);
    w[f] = at;
    ASSERT_NEAR(objective->gradient()[f], (above - below) / (2 * kStep), 2e-5) << "feature " << f;
  }
}

TEST(ExpectationsTest, VotesAreAveragedWithTheirWeights) {
  const auto corpus = Mixed();
  const Expectations all(*corpus, GroupLabels(corpus->labels(), "labels"));
  EXPECT_FALSE(all.any(0));  // gold labels, no votes
  EXPECT_TRUE(all.row(0).empty());
  EXPECT_TRUE(all.any(1));
  EXPECT_FLOAT_EQ(all.row(3)[0], 0.75f);
  EXPECT_EQ(all.weight(3), 0.5);
  EXPECT_EQ(all.weight(4), 2);
  EXPECT_TRUE(all.row(5).empty());  // its source abstains
  EXPECT_TRUE(all.row(6).empty());  // a gold label says more
  EXPECT_FLOAT_EQ(all.row(7)[1], 0.9f);
  EXPECT_FLOAT_EQ(all.row(8)[0], 0.5f);  // of two sources
  EXPECT_FLOAT_EQ(all.row(8)[1], 0.25f);
  EXPECT_EQ(all.weight(8), 1);
  EXPECT_FLOAT_EQ(all.row(9)[3], 0.625f);
  EXPECT_FALSE(all.any(3));
  EXPECT_EQ(all.num_tokens(), 7);
  ExpectationSettings settings = GroupLabels(corpus->labels(), "labels");
  settings.hard = true;
  settings.source_weights = {3, 1};
  const Expectations weighed(*corpus, settings);
  EXPECT_EQ(weighed.row(8)[0], 0);  // en says B-X or I-X, es, of less weight, O
  EXPECT_EQ(weighed.weight(8), 1);
  settings.source_weights.clear();
  const Expectations hard(*corpus, settings);
  EXPECT_EQ(hard.row(3)[0], 1);
  EXPECT_EQ(hard.row(9)[3], 1);
}

TEST(ExpectationsTest, GroupsOfLabels) {
  const LabelSet labels({"O", "B-X", "I-X", "B-Y"});
  const ExpectationSettings types = GroupLabels(labels, "types");
  EXPECT_EQ(types.groups, 3);
  EXPECT_EQ(types.group_of_label[1], types.group_of_label[2]);
  const ExpectationSettings coarse = GroupLabels(LabelSet({"NN", "NNS", "VB"}), "NN=NOUN NNS=NOUN");
  EXPECT_EQ(coarse.groups, 2);
  EXPECT_EQ(coarse.group_of_label[0], coarse.group_of_label[1]);
  EXPECT_THROW(GroupLabels(labels, "X="), Error);
  EXPECT_THROW(GroupLabels(labels, "X=A,B"), Error);
  EXPECT_EQ(GroupLabels(labels, "Z=A X=A").unused_groups, "Z");
  const Expectations all(*Mixed(), types);
  EXPECT_FLOAT_EQ(all.row(8)[types.group_of_label[1]], 0.5f);
  std::vector<double> counts(4, 0.0);
  all.AddLabels(8, counts.data());
  EXPECT_FLOAT_EQ(static_cast<float>(counts[1]), 0.25f);
  EXPECT_FLOAT_EQ(static_cast<float>(counts[2]), 0.25f);
}

TEST(ExpectationsTest, SentencesHaveWeights) {
  const auto corpus = Mixed();
  ExpectationSettings settings = GroupLabels(corpus->labels(), "labels");
  settings.sentence_weights = {1, 0.5f, 2, 1, 0};
  const Expectations all(*corpus, settings);
  EXPECT_EQ(all.weight(4), 1);  // 2, of a sentence of weight 0.5
  EXPECT_EQ(all.weight(8), 2);
  EXPECT_FLOAT_EQ(all.row(8)[0], 0.5f);
  EXPECT_FALSE(all.any(4));
}

TEST(ExpectationsTest, WeightsAreNumbers) {
  for (const char* weight : {"x", "-1", "nan", "inf", "1e39"}) {
    CorpusBuilder builder(Tags(), "bad");
    builder.SetColumns({WeightColumn("en")});
    builder.Add(Sentence("a/_ b/_", {{"en", {"O", "O"}, {}}}, {"1", weight}));
    const auto corpus = builder.Finish();
    EXPECT_THAT(
        ErrorText([&] { Expectations(*corpus, GroupLabels(corpus->labels(), "labels")); }),
        HasSubstr("bad: sentence 0, token 1: column \"weight:en\" must be a number from 0"));
  }
}

TEST(ExpectationObjectiveTest, ValueAndGradient) {
  for (const bool hard : {false, true}) {
    for (const char* groups : {"labels", "types"}) {
      for (const Distance distance : {Distance::kSquared, Distance::kKl}) {
        Problem problem(Mixed(), groups, hard);
        ExpectRight(&problem, distance, 1);
        ExpectRight(&problem, distance, 3.5);
      }
    }
  }
}

TEST(ExpectationObjectiveTest, SentencesHaveWeights) {
  for (const Distance distance : {Distance::kSquared, Distance::kKl}) {
    Problem problem(Mixed(), "labels", false, {2, 0.5f, 3, 1, 0});
    ExpectRight(&problem, distance, 1.5);
  }
}

// Where the model is sure, marginals underflow and sums are of logarithms.
TEST(ExpectationObjectiveTest, SureModels) {
  for (const Distance distance : {Distance::kSquared, Distance::kKl}) {
    for (const double scale : {30.0, 400.0, 20000.0}) {
      Problem problem(Mixed());
      Random random(7);
      std::vector<double> w(static_cast<size_t>(problem.data->features.size()));
      for (double& x : w)
        x = static_cast<double>(static_cast<float>(random.Uniform() - 0.5)) * scale;
      // Of the gold labels' likelihood brute force underflows too: the penalty alone.
      const double likelihood = problem.NewObjective(distance, 0)->Evaluate(w.data());
      const auto objective = problem.NewObjective(distance, 1);
      const double found = objective->Evaluate(w.data()) - likelihood;
      double expected = 0;
      for (int64_t s = 0; s < problem.corpus->num_sentences(); ++s) {
        expected += problem.Penalty(s, distance, 1, w);
      }
      EXPECT_NEAR(found, expected, 1e-5 * std::max(1.0, likelihood)) << scale;
      for (const double g : objective->gradient()) EXPECT_TRUE(std::isfinite(g)) << scale;
    }
  }
}

TEST(ExpectationObjectiveTest, WithoutVotesOrWeightItIsTheLikelihood) {
  const auto corpus = testing::MakeCorpus({"a/X b/Y c/X", "b/Y a/_"});
  Problem problem(corpus);
  LikelihoodObjective likelihood(corpus->num_sentences(), problem.data->targets);
  const auto objective = problem.NewObjective(Distance::kSquared, 1);
  CorpusObjective plain(problem.data->corpus, problem.data->inverted, problem.data->features,
                        likelihood, problem.executor.get(), nullptr);
  const std::vector<double> w(static_cast<size_t>(objective->size()), 0.25);
  EXPECT_EQ(objective->Evaluate(w.data()), plain.Evaluate(w.data()));
  EXPECT_TRUE(std::equal(objective->gradient().begin(), objective->gradient().end(),
                         plain.gradient().begin()));
}

TEST(ExpectationObjectiveTest, TheSameForAnyNumberOfThreads) {
  Problem problem(ToyCorpus(300, 5));
  const std::vector<double> w(static_cast<size_t>(problem.data->features.size()), 0.1);
  std::vector<double> first;
  for (const int threads : {1, 2, 5}) {
    const auto objective = problem.NewObjective(Distance::kSquared, 1, threads);
    const double value = objective->Evaluate(w.data());
    std::vector<double> found(objective->gradient().begin(), objective->gradient().end());
    found.push_back(value);
    if (first.empty()) first = found;
    EXPECT_EQ(found, first) << threads << " threads";
  }
}

}  // namespace
}  // namespace weft

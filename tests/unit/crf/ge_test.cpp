// The method ge: what a CRF learns from votes.
#include <gmock/gmock.h>

#include <algorithm>

#include "core/random.h"
#include "support/make_corpus.h"
#include "support/toy_corpus.h"
#include "text/derive.h"
#include "unit/crf/crf_testing.h"

namespace weft {
namespace {

using testing::ErrorText;
using ::testing::HasSubstr;

std::unique_ptr<Trainer> NewGeTrainer(std::shared_ptr<const Corpus> corpus,
                                      const std::map<std::string, std::string>& settings = {}) {
  TrainingInput input = testing::InputFor(std::move(corpus));
  input.options = Options(GeMethod().options);
  for (const auto& [key, value] : settings) input.options.Set(key, value);
  return GeMethod().train(std::move(input));
}

std::shared_ptr<const Model> TrainGe(std::shared_ptr<const Corpus> corpus,
                                     const std::map<std::string, std::string>& settings = {}) {
  const auto trainer = NewGeTrainer(std::move(corpus), settings);
  while (trainer->Step()) {
  }
  return trainer->TakeModel();
}

// The toy text with its gold labels, noisy, as the votes of one source; no gold.
std::shared_ptr<const Corpus> Projected(int sentences, double noise) {
  Random random(11);
  const auto toy = ToyCorpus(sentences, 3);
  CorpusBuilder builder({}, "projected");
  for (int64_t s = 0; s < toy->num_sentences(); ++s) {
    SentenceData sentence = SentenceOf(*toy, s);
    NamedVotes votes{"en", {}, {}};
    for (const std::string& label : sentence.labels) {
      if (random.Uniform() < 0.4) {
        votes.soft.emplace_back();  // not aligned
      } else if (label == "O" || random.Uniform() > noise) {
        votes.soft.push_back({{label, 1.0f}});
      } else {
        votes.soft.push_back({{"O", 0.6f}, {label, 0.4f}});
      }
    }
    sentence.labels.clear();
    sentence.votes = {votes};
    builder.Add(sentence);
  }
  return builder.Finish();
}

double ShareRight(const Model& model, const Corpus& gold) {
  const std::vector<std::string> found = testing::Tag(model, gold);
  double right = 0, named = 0;
  for (int64_t s = 0; s < gold.num_sentences(); ++s) {
    for (int64_t t = gold.begin(s); t < gold.end(s); ++t) {
      const std::string& label =
          gold.labels().name(gold.gold(s)[static_cast<size_t>(t - gold.begin(s))]);
      if (label == "O") continue;
      ++named;
      right += found[static_cast<size_t>(t)] == label;
    }
  }
  return right / named;
}

TEST(GeTest, LearnsFromExpectationsAlone) {
  const auto projected = Projected(400, 0.3);
  ASSERT_FALSE(projected->has_gold());
  const auto test = ToyCorpus(200, 9);
  for (const char* distance : {"squared", "kl"}) {
    const auto soft = TrainGe(projected, {{"distance", distance}});
    EXPECT_EQ(soft->method(), "ge");
    EXPECT_EQ(soft->reads(), Reads::kTokens);
    EXPECT_GT(ShareRight(*soft, *test), 0.75) << distance;
    // What the source was unsure of is wrong where only its best labels are kept.
    const auto hard = TrainGe(projected, {{"distance", distance}, {"projection", "hard"}});
    EXPECT_GT(ShareRight(*hard, *test), 0.5) << distance;
    EXPECT_LT(ShareRight(*hard, *test), ShareRight(*soft, *test)) << distance;
  }
}

// From weights of 0 the first step lands where every token is O, and the gradient vanishes there.
TEST(GeTest, TheFirstIterationsKeepItFromThePlateau) {
  const auto projected = Projected(400, 0.3);
  const auto test = ToyCorpus(200, 9);
  const auto trainer = NewGeTrainer(projected, {{"max_iterations", "60"}});
  while (trainer->Step()) {
  }
  EXPECT_EQ(trainer->progress().iteration, 60);
  EXPECT_GT(ShareRight(*trainer->TakeModel(), *test), 0.75);
  // The objectives are of divergence first, then of squared distances, each falling.
  const std::vector<double>& objectives = trainer->objectives();
  for (size_t i = 6; i < objectives.size(); ++i) EXPECT_LE(objectives[i], objectives[i - 1]);
}

TEST(GeTest, GoldLabelsAndExpectationsTogether) {
  const auto projected = Projected(300, 0.3);
  const auto few = ToyCorpus(15, 21);
  const auto labelled = testing::WithoutVotes(*few);
  const auto test = ToyCorpus(200, 9);
  const double alone = ShareRight(*TrainGe(labelled), *test);
  const double votes = ShareRight(*TrainGe(projected), *test);
  const double both = ShareRight(*TrainGe(JoinCorpora({labelled.get(), projected.get()})), *test);
  EXPECT_GT(both, alone);
  EXPECT_GT(both, votes);
}

TEST(GeTest, WeightsOfSourcesMustBeThose) {
  const auto weigh = [](const char* key, const char* value) {
    return ErrorText([&] { NewGeTrainer(Projected(20, 0.5), {{key, value}}); });
  };
  EXPECT_EQ(weigh("weights.en", "0.5"), "");
  EXPECT_THAT(weigh("weights.em", "0.5"), HasSubstr("the nearest is \"en\""));
  EXPECT_THAT(weigh("weights.en", "-1"), HasSubstr("must be a number from 0"));
}

TEST(GeTest, StopsByDevelopmentAndKeepsTheBest) {
  TrainingInput input = testing::InputFor(Projected(200, 0.5));
  input.options = Options(GeMethod().options);
  input.options.Set("patience", "3");
  input.dev = ToyCorpus(100, 30);
  const auto trainer = GeMethod().train(std::move(input));
  double best = -1;
  while (trainer->Step()) best = std::max(best, trainer->progress().dev_f1);
  EXPECT_TRUE(trainer->progress().converged);
  EXPECT_THAT(trainer->progress().stop_reason, HasSubstr("patience"));
  EXPECT_GE(trainer->progress().dev_f1, best);
}

TEST(GeTest, PatienceNeedsADevelopmentCorpusOnlyWhereItIsSet) {
  EXPECT_NO_THROW(NewGeTrainer(Projected(20, 0.5)));
  EXPECT_THAT(ErrorText([] {
                NewGeTrainer(Projected(20, 0.5), {{"patience", "5"}});
              }),
              HasSubstr("needs a development corpus"));
}

}  // namespace
}  // namespace weft

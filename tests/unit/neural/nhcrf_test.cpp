// The hidden CRF as a method: its stages, its ways to decode, what its options do.
#include <gtest/gtest.h>

#include <algorithm>

#include "neural_testing.h"

namespace weft {
namespace {

TEST(Nhcrf, LearnsFromVotesWhomToBelieve) {
  const auto train = ToyCorpus(300, 1), test = ToyCorpus(100, 2);
  // First labels that are the votes' own business: those of one sloppy source would do.
  TrainingInput input = Input("nhcrf", train,
                              With(kSmall, {{"first_epochs", "4"},
                                            {"first_learning_rate", "0.01"},
                                            {"learning_rate_sources", "0.01"}}));
  const Trained run = RunToEnd("nhcrf", std::move(input));
  EXPECT_GT(F1(*run.model, *test), 0.85);
  const std::vector<SourceEstimate> sources = run.model->Sources();
  ASSERT_EQ(sources.size(), testing::ToySources().size());
  const auto k = static_cast<size_t>(run.model->labels().size());
  for (const SourceEstimate& source : sources) {
    for (size_t i = 0; i < k; ++i) {
      double sum = 0;
      for (size_t n = 0; n <= k; ++n) sum += source.confusion[i * (k + 1) + n];
      EXPECT_NEAR(sum, 1, 1e-9) << source.name;
    }
    EXPECT_GT(source.tokens, 0) << source.name;
  }
  // One source has people and places the wrong way round.
  const auto worst = std::min_element(
      sources.begin(), sources.end(),
      [](const SourceEstimate& a, const SourceEstimate& b) { return a.accuracy < b.accuracy; });
  EXPECT_EQ(worst->name, "contrary");
}

TEST(Nhcrf, DecodesByTokensMarginalsAndVotes) {
  const auto train = ToyCorpus(150, 1);
  for (const char* rows : {"normalised", "free"}) {
    std::vector<double> f1;
    for (const char* decode : {"tokens", "marginal", "votes"}) {
      const Trained run = RunToEnd("nhcrf", Input("nhcrf", train,
                                                  With(kSmall, {{"first_epochs", "2"},
                                                                {"epochs", "2"},
                                                                {"weak_rows", rows},
                                                                {"decode", decode}})));
      f1.push_back(F1(*run.model, *train));
      const auto loaded = NeuralModel::Load(run.model->Save(), run.model->labels());
      loaded->SetCommon(run.model->labels(), run.model->scheme(), run.model->options());
      EXPECT_EQ(F1(*loaded, *train), f1.back());
    }
    EXPECT_NE(f1[0], f1[2]) << rows << ": votes say more than words";
    if (std::string(rows) == "normalised") {
      EXPECT_EQ(f1[0], f1[1]);
    }
  }
}

// What is scaled away says nothing; what is not trained at all has nothing to say.
TEST(Nhcrf, KeepsTheFirstStageWhereTheSecondIsNeverBetter) {
  const auto train = ToyCorpus(150, 1), dev = ToyCorpus(60, 2);
  const Settings first = With(kSmall, {{"first_epochs", "15"}, {"first_learning_rate", "0.01"}});
  TrainingInput input =
      Input("nhcrf", train,
            With(first, {{"learning_rate", "1"}, {"learning_rate_chain", "5"}, {"patience", "6"}}));
  input.dev = dev;
  const Trained run = RunToEnd("nhcrf", std::move(input));
  EXPECT_GT(F1(*run.model, *dev), 0.8);
  EXPECT_EQ(run.progress.dev_f1, F1(*run.model, *dev));
}

// A corpus whose first source is there twice.
std::shared_ptr<const Corpus> FirstSourceTwice(const Corpus& once) {
  CorpusBuilder builder(CorpusOptions(), "twice");
  for (int64_t s = 0; s < once.num_sentences(); ++s) {
    SentenceData sentence;
    for (int64_t t = once.begin(s); t < once.end(s); ++t) {
      sentence.tokens.emplace_back(once.token(t));
    }
    for (const int32_t label : once.gold(s)) sentence.labels.push_back(once.labels().name(label));
    for (int64_t i = 0; i < once.num_votes(s); ++i) {
      const VoteRow row = once.votes(s, i);
      NamedVotes votes;
      votes.source = once.sources()[static_cast<size_t>(row.source)];
      for (const int32_t label : row.labels) {
        votes.labels.push_back(label == kNoLabel ? "" : std::string(once.labels().name(label)));
      }
      sentence.votes.push_back(votes);
      if (row.source > 0) continue;
      votes.source += " again";
      sentence.votes.push_back(std::move(votes));
    }
    builder.Add(std::move(sentence));
  }
  return builder.Finish();
}

TEST(Nhcrf, SourcesThatRepeatEachOtherWeighLess) {
  const auto once = ToyCorpus(150, 1), twice = FirstSourceTwice(*once);
  const Settings few = With(kSmall, {{"first_epochs", "1"}, {"epochs", "1"}});
  for (const std::string redundancy : {"true", "false"}) {
    const auto run =
        RunToEnd("nhcrf", Input("nhcrf", twice, With(few, {{"redundancy", redundancy}})));
    for (const SourceEstimate& source : run.model->Sources()) {
      const bool repeats = redundancy == "true" && source.name.find(once->sources()[0]) == 0;
      EXPECT_NEAR(source.weight, repeats ? 0.5 : 1, 0.15) << source.name << " " << redundancy;
    }
  }
}

TEST(Nhcrf, OptionsOfTheSourcesMatter) {
  const auto train = ToyCorpus(60, 1);
  const Settings few = With(kSmall, {{"first_epochs", "1"}, {"epochs", "1"}});
  std::vector<std::string> weights;
  for (const Settings& more :
       {Settings{}, Settings{{"weak_rows", "free"}}, Settings{{"weak_rows", "free"}, {"rho", "4"}},
        Settings{{"smoothing", "5"}}, Settings{{"initial_sources", "identity"}},
        Settings{{"freeze_sources", "true"}}, Settings{{"learning_rate_sources", "0.1"}},
        Settings{{"first_epochs", "0"}}, Settings{{"first_batch_size", "5"}},
        Settings{{"first_learning_rate", "0.1"}}, Settings{{"first_learning_rate_chain", "0.1"}},
        Settings{{"o_means", "abstain"}}, Settings{{"vote_weight", "0.5"}},
        Settings{{"vote_context", "none"}}}) {
    weights.push_back(Weights(*RunToEnd("nhcrf", Input("nhcrf", train, With(few, more))).model));
    for (size_t i = 0; i + 1 < weights.size(); ++i) EXPECT_TRUE(weights[i] != weights.back()) << i;
  }
}

}  // namespace
}  // namespace weft

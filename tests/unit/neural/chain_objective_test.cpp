// The objectives of neural taggers, as functions of emissions, transitions, start and end scores.
#include "neural/chain_objective.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/random.h"
#include "support/brute_force.h"
#include "text/read.h"

namespace weft {
namespace {

std::shared_ptr<const Corpus> MakeCorpus() {
  return ReadCorpusBytes(
      R"({"tokens": ["a", "b", "c"], "labels": ["X", "O", "Y"], "weak": {"s": ["X", "O", null]}})"
      "\n"
      R"({"tokens": ["d"], "labels": ["Y"], "weak": {"s": ["Y"], "t": ["O"]}})"
      "\n"
      R"({"tokens": ["e", "f", "g", "h"], "labels": ["O", null, null, "X"]})"
      "\n",
      "objective.jsonl", ReadOptions());
}

struct Scores {
  std::vector<std::vector<float>> emissions;  // by sentence
  std::vector<double> transitions, start, end;

  Scores(const Corpus& corpus, uint64_t seed) {
    Random random(seed);
    const auto k = static_cast<size_t>(corpus.labels().size());
    const auto draw = [&] { return static_cast<double>(static_cast<float>(random.Uniform())); };
    for (int64_t s = 0; s < corpus.num_sentences(); ++s) {
      emissions.emplace_back();
      for (size_t i = 0; i < static_cast<size_t>(corpus.length(s)) * k; ++i) {
        emissions.back().push_back(static_cast<float>(3 * draw()));
      }
    }
    for (size_t i = 0; i < k * k; ++i) transitions.push_back(draw());
    for (size_t i = 0; i < k; ++i) start.push_back(draw());
    for (size_t i = 0; i < k; ++i) end.push_back(draw());
  }
  Transitions Make() const {
    Transitions made(static_cast<int32_t>(start.size()));
    made.Set(transitions, start, end);
    return made;
  }
};

struct Evaluated {
  double value = 0;
  std::vector<std::vector<float>> emissions;
  ChainGradient shared;
};

Evaluated Evaluate(const Scores& scores, ChainObjective* objective) {
  Evaluated e;
  const Transitions transitions = scores.Make();
  objective->Begin(transitions);
  // Batches are in any order.
  for (size_t i = scores.emissions.size(); i-- > 0;) {
    e.emissions.insert(e.emissions.begin(), std::vector<float>(scores.emissions[i].size()));
    e.value += objective->Add(static_cast<int64_t>(i), scores.emissions[i].data(),
                              e.emissions.front().data());
  }
  e.value += objective->Finish(&e.shared);
  return e;
}

void CheckGradients(Scores scores, ChainObjective* objective) {
  const Evaluated e = Evaluate(scores, objective);
  const auto check = [&](auto* value, double gradient) {
    const auto kept = *value;
    const double h = 1.0 / 1024;
    *value = static_cast<std::decay_t<decltype(kept)>>(kept + h);
    const double above = Evaluate(scores, objective).value;
    *value = static_cast<std::decay_t<decltype(kept)>>(kept - h);
    const double below = Evaluate(scores, objective).value;
    *value = kept;
    EXPECT_NEAR((above - below) / (2 * h), gradient, 2e-5);
  };
  for (size_t s = 0; s < scores.emissions.size(); ++s) {
    for (size_t i = 0; i < scores.emissions[s].size(); ++i) {
      check(&scores.emissions[s][i], static_cast<double>(e.emissions[s][i]));
    }
  }
  for (size_t i = 0; i < scores.transitions.size(); ++i) {
    check(&scores.transitions[i], e.shared.transitions[i]);
  }
  for (size_t k = 0; k < scores.start.size(); ++k) {
    check(&scores.start[k], e.shared.start[k]);
    check(&scores.end[k], e.shared.end[k]);
  }
}

TEST(LabelObjective, HardAndPartialLabels) {
  const auto corpus = MakeCorpus();
  const Targets targets(*corpus, nullptr, {});
  LabelObjective objective(*corpus, targets);
  const Scores scores(*corpus, 1);
  CheckGradients(scores, &objective);

  // The sum of −log p of the labels, by enumeration.
  const Transitions transitions = scores.Make();
  double expected = 0;
  for (int64_t s = 0; s < corpus->num_sentences(); ++s) {
    const auto& row = scores.emissions[static_cast<size_t>(s)];
    const std::vector<double> emissions(row.begin(), row.end());
    Lattice lattice;
    lattice.length = corpus->length(s);
    lattice.labels = corpus->labels().size();
    lattice.emissions = emissions.data();
    lattice.transitions = &transitions;
    double agree = 0;
    ForEachPath(lattice.length, lattice.labels, [&](const std::vector<int32_t>& path) {
      for (size_t t = 0; t < path.size(); ++t) {
        const int32_t gold = corpus->gold(s)[t];
        if (gold != kNoLabel && gold != path[t]) return;
      }
      agree += std::exp(PathScore(lattice, path));
    });
    expected += Enumerate(lattice).log_partition - std::log(agree);
  }
  EXPECT_NEAR(Evaluate(scores, &objective).value, expected, 1e-9);
}

TEST(LabelObjective, SoftLabels) {
  const auto corpus = MakeCorpus();
  SoftLabels soft;
  soft.labels = corpus->labels();
  const auto k = static_cast<size_t>(soft.labels.size());
  Random random(3);
  for (int64_t t = 0; t < corpus->num_tokens(); ++t) {
    std::vector<double> row(k);
    double sum = 0;
    for (double& p : row) sum += p = random.Uniform();
    for (const double p : row) soft.unary.push_back(p / sum);
  }
  const Targets targets(*corpus, &soft, {1.0f, 0.5f, 2.0f});
  LabelObjective objective(*corpus, targets);
  CheckGradients(Scores(*corpus, 2), &objective);
}

TEST(VoteObjective, ReadsTheVotesOfTheCorpus) {
  const auto corpus = MakeCorpus();
  VoteSettings settings;
  settings.sources = corpus->sources();
  settings.o_means.assign(settings.sources.size(), OMeans::kOutside);
  settings.contexts = 2;
  VoteShape shape;
  shape.sources = static_cast<int32_t>(settings.sources.size());
  shape.labels = corpus->labels().size();
  shape.contexts = settings.contexts;
  shape.outside = corpus->labels().Find("O");
  SourceWeights weights(shape, true);
  const auto k = static_cast<size_t>(corpus->labels().size());
  std::vector<float> parameters(static_cast<size_t>(shape.slots()) * k * k);
  for (size_t i = 0; i < parameters.size(); ++i) parameters[i] = static_cast<float>(i % 5) / 2;
  weights.Set(parameters);
  const std::vector<VoteRows> votes = ReadVoteRows(*corpus, settings, corpus->labels(), shape);
  VoteObjective objective(votes, weights);
  const Scores scores(*corpus, 4);
  CheckGradients(scores, &objective);
  const Evaluated e = Evaluate(scores, &objective);
  EXPECT_EQ(e.shared.sources.size(), parameters.size());
  EXPECT_GT(e.value, 0);
  for (const float d : e.emissions[2]) EXPECT_EQ(d, 0) << "nobody voted there";
}

}  // namespace
}  // namespace weft

// What an aggregator hands a tagger.
#include "method/handed_labels.h"

#include <gmock/gmock.h>

#include "core/error.h"
#include "model/registry.h"
#include "model/training.h"
#include "support/make_corpus.h"
#include "support/toy_corpus.h"
#include "text/derive.h"

namespace weft {
namespace {

using ::testing::HasSubstr;

// Votes as labels: what an aggregator of one source says.
Decoded Echo(const Corpus& corpus) {
  Decoded found;
  found.labels_of_model = corpus.labels();
  for (int64_t s = 0; s < corpus.num_sentences(); ++s) {
    const Span<const int32_t> votes = corpus.votes(s, 0).labels;
    found.labels.insert(found.labels.end(), votes.begin(), votes.end());
  }
  return found;
}

std::shared_ptr<const SoftLabels> Hand(const Corpus& corpus, double share, uint64_t seed = 1) {
  HandedLabels handed;
  handed.hard = true;
  handed.negative_share = share;
  handed.seed = seed;
  Decoded found = Echo(corpus);
  return HandOver(handed, corpus, &found);
}

using Settings = std::map<std::string, std::string>;

// What a tagger becomes on `corpus`.
std::shared_ptr<const Model> Train(const char* tagger, const Settings& settings,
                                   std::shared_ptr<const Corpus> corpus,
                                   const TrainingHooks& hooks = {}) {
  RunInput run;
  run.method = &FindMethod(tagger);
  run.options = Options(TrainingOptions(*run.method));
  for (const auto& [key, value] : settings) run.options.Set(key, value);
  run.train = std::move(corpus);
  const auto trainer = NewTrainer(run, hooks);
  while (trainer->Step()) {
  }
  return trainer->TakeModel();
}

TEST(HandedLabels, SomeOfTheTokensThatNobodyNamesKeepTheirO) {
  const auto corpus = ToyCorpus(300, 1);
  const std::vector<int32_t> all = Echo(*corpus).labels;
  const int32_t outside = corpus->labels().Find("O");
  const auto whole = Hand(*corpus, 1);
  EXPECT_EQ(whole->hard, all);
  EXPECT_TRUE(whole->unary.empty());

  std::vector<uint8_t> named(all.size(), 0);
  for (int64_t s = 0; s < corpus->num_sentences(); ++s) {
    for (int64_t v = 0; v < corpus->num_votes(s); ++v) {
      const Span<const int32_t> votes = corpus->votes(s, v).labels;
      for (size_t t = 0; t < votes.size(); ++t) {
        named[static_cast<size_t>(corpus->begin(s)) + t] |=
            votes[t] != kNoLabel && votes[t] != outside;
      }
    }
  }
  for (const double share : {0.0, 0.25}) {
    const auto some = Hand(*corpus, share);
    double kept = 0, silent = 0;
    for (size_t t = 0; t < all.size(); ++t) {
      if (named[t] || all[t] != outside) {
        EXPECT_EQ(some->hard[t], all[t]);
        continue;
      }
      ++silent;
      kept += some->hard[t] == outside;
      EXPECT_TRUE(some->hard[t] == outside || some->hard[t] == kNoLabel);
    }
    ASSERT_GT(silent, 500);
    EXPECT_NEAR(kept / silent, share, share > 0 ? 0.08 : 0);
    EXPECT_EQ(some->hard, Hand(*corpus, share)->hard);
    EXPECT_EQ(some->hard != Hand(*corpus, share, 2)->hard, share > 0);
  }
}

TEST(HandedLabels, ARunWithFewerNegativesFindsMore) {
  const auto corpus = ToyCorpus(300, 1), test = ToyCorpus(100, 2);
  const auto found = [&](const char* share) {
    const auto model =
        Train("crf", {{"aggregator", "mv"}, {"labels", "hard"}, {"negative_share", share}}, corpus);
    EXPECT_EQ(model->option("negative_share", ""), share);
    Executor executor(1);
    const Decoded decoded = Decode(*model, *test, {}, &executor);
    const int32_t outside = decoded.labels_of_model.Find("O");
    return std::count_if(decoded.labels.begin(), decoded.labels.end(),
                         [&](int32_t label) { return label != outside; });
  };
  EXPECT_GT(found("0.2"), found("1"));
}

// An aggregator makes O of what nobody looked at; a tagger that believed it would find nothing.
TEST(HandedLabels, SentencesThatNobodyAnnotatedAreLeftOut) {
  const auto voted = ToyCorpus(200, 1), test = ToyCorpus(100, 2), other = ToyCorpus(200, 3);
  const auto gold = testing::WithoutVotes(*other);
  const auto both = JoinCorpora({voted.get(), gold.get()});
  std::vector<std::string> said;
  TrainingHooks hooks;
  hooks.log = [&](LogLevel level, const std::string& text) {
    if (level == LogLevel::kWarning) said.push_back(text);
  };
  const auto labels = [&](const std::shared_ptr<const Corpus>& train, const char* kind) {
    const auto model = Train("crf", {{"aggregator", "mv"}, {"labels", kind}}, train, hooks);
    Executor executor(1);
    return Decode(*model, *test, {}, &executor).labels;
  };
  for (const char* kind : {"soft", "hard"}) {
    const auto alone = labels(voted, kind);
    EXPECT_TRUE(said.empty()) << said[0];
    EXPECT_EQ(labels(both, kind), alone) << kind;
    ASSERT_EQ(said.size(), 1u);
    EXPECT_THAT(said[0], HasSubstr("no source annotated 200 of 400 sentences"));
    said.clear();
  }
  // The other way round: a tagger of gold labels passes votes over.
  const auto votes = WithoutGold(*voted);
  Train("crf", {{"max_iterations", "2"}}, JoinCorpora({votes.get(), gold.get()}), hooks);
  ASSERT_EQ(said.size(), 1u);
  EXPECT_THAT(said[0], HasSubstr("200 of 400 sentences have votes and no gold label"));
}

TEST(HandedLabels, TheSeedDrawsTheNegatives) {
  const auto corpus = ToyCorpus(60, 1);
  const auto model = [&](const char* method, const char* seed) {
    const Settings settings = {
        {"aggregator", "mv"}, {"labels", "hard"}, {"negative_share", "0.3"}, {"seed", seed}};
    const auto trained = Train(method, settings, corpus);
    std::string bytes;
    for (const Section& section : trained->Save()) bytes += section.bytes;
    return bytes;
  };
  for (const char* method : {"crf", "hmm-tagger"}) {
    EXPECT_TRUE(model(method, "1") == model(method, "1")) << method;
    EXPECT_FALSE(model(method, "1") == model(method, "2")) << method;
  }
}

TEST(HandedLabels, WhatHasNoEffectOrLeavesNothingIsRefused) {
  const auto error = [](const Settings& settings) {
    CorpusBuilder builder;
    SentenceData sentence;
    sentence.tokens = {"a", "b"};
    sentence.labels = {"O", "O"};
    sentence.votes.push_back({"j", {"O", "O"}});
    builder.Add(sentence);
    try {
      Train("hmm-tagger", settings, builder.Finish());
    } catch (const Error& e) {
      return std::string(e.what());
    }
    return std::string();
  };
  EXPECT_THAT(error({{"negative_share", "0.5"}}), HasSubstr("where the labels are gold"));
  EXPECT_THAT(error({{"aggregator", "mv"}, {"labels", "hard"}, {"negative_share", "0"}}),
              HasSubstr("no token has a label"));
}

TEST(HandedLabels, FewerNegativesNeedHardLabels) {
  Options run(TrainingOptions(FindMethod("crf")));
  run.Set("negative_share", "0.5");
  try {
    HandedFrom(run);
    FAIL();
  } catch (const Error& e) {
    EXPECT_EQ(e.status(), Status::kInvalidArgument);
    EXPECT_THAT(e.what(), HasSubstr("negative_share has no effect where labels is soft"));
  }
}

}  // namespace
}  // namespace weft

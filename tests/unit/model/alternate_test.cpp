// Alternate training of an aggregator and a tagger.
#include "model/alternate.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/error.h"
#include "eval/scores.h"
#include "method/decode.h"
#include "model/alternate_model.h"
#include "model/model_file.h"
#include "model/training.h"
#include "support/toy_corpus.h"
#include "text/derive.h"

namespace weft {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using Settings = std::vector<std::pair<std::string, std::string>>;

RunInput AltRun(const Settings& settings, std::shared_ptr<const Corpus> train,
                std::shared_ptr<const Corpus> dev = nullptr) {
  RunInput run = {&AltMethod(), Options(TrainingOptions(AltMethod())), std::move(train),
                  std::move(dev)};
  for (const auto& [key, value] : Settings{{"hmm.iterations", "3"}, {"crf.max_iterations", "5"}}) {
    run.options.Set(key, value);
  }
  for (const auto& [key, value] : settings) run.options.Set(key, value);
  return run;
}

std::shared_ptr<const AltModel> Finish(Trainer* trainer) {
  while (trainer->Step()) {
  }
  return std::static_pointer_cast<const AltModel>(trainer->TakeModel());
}

std::shared_ptr<const AltModel> Finish(const RunInput& run) {
  return Finish(NewTrainer(run, {}).get());
}

double F1(const Model& model, const Corpus& corpus, int threads = 1) {
  Executor executor(threads);
  const Decoded found = Decode(model, corpus, DecodeOptions(), &executor);
  return Evaluate(corpus, found.labels_of_model, found.labels, found.scheme, SpanMode::kStrict)
      .micro.f1();
}

std::vector<double> Marginals(const Model& model, const Corpus& corpus, int threads = 1) {
  Executor executor(threads);
  DecodeOptions wanted;
  wanted.marginals = true;
  return Decode(model, corpus, wanted, &executor).marginals;
}

TEST(Alternate, KeepsTheStateThatIsBestOnDev) {
  const auto train = ToyCorpus(200, 1), dev = ToyCorpus(100, 2);
  const auto trainer = NewTrainer(AltRun({{"max_loops", "2"}}, train, dev), {});
  std::vector<std::string> phases;
  double best = 0;
  while (trainer->Step()) {
    if (phases.empty() || phases.back() != trainer->progress().phase) {
      phases.push_back(trainer->progress().phase);
    }
  }
  EXPECT_THAT(phases, ElementsAre("alt, phase I: hmm", "alt, phase I: crf", "alt, loop 1: hmm",
                                  "alt, loop 1: crf", "alt, loop 2: hmm", "alt, loop 2: crf"));
  EXPECT_EQ(trainer->progress().stop_reason, "the most loops are done (max_loops)");
  const auto model = std::static_pointer_cast<const AltModel>(trainer->TakeModel());
  best = F1(*model, *dev);
  EXPECT_DOUBLE_EQ(best, trainer->progress().dev_f1);
  EXPECT_GE(best, F1(*model->parts().tagger, *dev));
  const auto first = Finish(AltRun({{"max_loops", "0"}}, train, dev));
  EXPECT_EQ(first->parts().source, "");
  EXPECT_GE(best, F1(*first, *dev));
}

TEST(Alternate, ASavedModelSaysTheSameHoweverItDecodes) {
  const auto train = ToyCorpus(150, 1);
  for (const std::string feedback : {"soft", "hard", "fill"}) {
    const auto model = Finish(AltRun({{"max_loops", "1"}, {"feedback", feedback}}, train));
    EXPECT_EQ(model->parts().source, feedback == "fill" ? "" : "tagger");
    const auto loaded = LoadModelBytes(SaveModelBytes(*model), "saved");
    EXPECT_TRUE(SaveModelBytes(*loaded) == SaveModelBytes(*model));
    for (const std::string decode : {"best", "tagger", "aggregator", "filled"}) {
      const auto one = WithOption(*model, "decode", decode);
      const auto other = WithOption(*loaded, "decode", decode);
      EXPECT_EQ(Marginals(*one, *train), Marginals(*other, *train, 2)) << decode;
      const bool reads_votes = decode == "aggregator" || decode == "filled";
      EXPECT_EQ(one->reads(), reads_votes ? Reads::kVotes : Reads::kTokens)
          << "without dev the tagger is what new text is labelled by";
    }
    // The aggregator reads the tagger's votes as in training, whatever the chunks.
    if (feedback == "fill") continue;
    Executor alone(1);
    const auto fed =
        WithTagger(*train, "tagger", *model->parts().tagger, feedback == "hard", &alone);
    EXPECT_EQ(Marginals(*model->parts().aggregator, *fed),
              Marginals(*WithOption(*model, "decode", "aggregator"), *train));
  }
}

// What the aggregator names stays; the tagger labels the rest, and learns from both in loops.
TEST(Alternate, ATaggerFillsWhatTheAggregatorLeaves) {
  const auto train = ToyCorpus(200, 1), dev = ToyCorpus(100, 2);
  const auto model = Finish(AltRun({{"max_loops", "1"}, {"feedback", "fill"}}, train, dev));
  const auto labels = [&](const char* decode) {
    Executor executor(1);
    return Decode(*WithOption(*model, "decode", decode), *dev, DecodeOptions(), &executor).labels;
  };
  const std::vector<int32_t> aggregated = labels("aggregator"), tagged = labels("tagger"),
                             filled = labels("filled");
  const int32_t outside = model->labels().Find("O");
  size_t added = 0;
  for (size_t t = 0; t < filled.size(); ++t) {
    if (aggregated[t] != outside) {
      EXPECT_EQ(filled[t], aggregated[t]) << t;
    } else {
      added += filled[t] != outside;
    }
  }
  EXPECT_GT(added, 0u);
  EXPECT_NE(filled, tagged);
  const auto spans = [&](const std::vector<int32_t>& ids) {
    std::vector<std::tuple<int64_t, int64_t, int32_t>> found;
    std::vector<SpanReader::Raw> raw;
    const SpanReader reader(model->labels(), model->scheme());
    for (int64_t s = 0; s < dev->num_sentences(); ++s) {
      raw.clear();
      reader.ReadRaw({ids.data() + dev->begin(s), static_cast<size_t>(dev->length(s))},
                     SpanMode::kStrict, &raw);
      for (const auto& span : raw)
        found.emplace_back(dev->begin(s) + span.begin, span.end, span.type);
    }
    return found;
  };
  const auto all = spans(filled);
  for (const auto& span : spans(aggregated)) {
    EXPECT_EQ(std::count(all.begin(), all.end(), span), 1) << "names do not grow together";
  }
  const std::vector<double> p = Marginals(*WithOption(*model, "decode", "filled"), *dev);
  const auto k = static_cast<size_t>(model->labels().size());
  for (size_t t = 0; t < filled.size(); ++t) {
    if (aggregated[t] != outside) {
      EXPECT_NEAR(p[t * k + static_cast<size_t>(aggregated[t])], 1, 1e-9);
    }
  }
}

TEST(Alternate, OptionsOfDecodingReachItsParts) {
  const auto train = ToyCorpus(80, 1);
  const auto model = Finish(AltRun({{"max_loops", "1"}}, train));
  const auto tagger = WithOption(*model, "decode", "tagger");
  const auto free = WithOption(*tagger, "crf.constrained", "false");
  EXPECT_NE(Marginals(*free, *train), Marginals(*tagger, *train));
  EXPECT_EQ(Marginals(*free, *train),
            Marginals(*WithOption(*model->parts().tagger, "constrained", "false"), *train));
  for (const char* key : {"hmm.constrained", "chmm.constrained", "bilstm-crf.constrained"}) {
    EXPECT_THROW(WithOption(*model, key, "false"), Error) << key;
  }
}

TEST(Alternate, GoesOnFromAnyStepToTheSameModel) {
  const auto train = ToyCorpus(60, 1), dev = ToyCorpus(40, 2);
  for (const int i : {0, 1, 2, 3}) {
    const auto with = i % 2 ? dev : nullptr;
    Settings settings = {{"max_loops", "2"}, {"loop_tolerance", "0"}};
    if (i >= 2) {
      settings.insert(settings.end(),
                      {{"feedback", "fill"}, {"labels", "hard"}, {"negative_share", "0.5"}});
    }
    const RunInput run = AltRun(settings, train, with);
    const std::string whole = SaveModelBytes(*Finish(run));
    const auto trainer = NewTrainer(run, {});
    int steps = 0;
    do {
      const auto rest = NewTrainer(run, {});
      rest->Restore(trainer->Save());
      ASSERT_TRUE(SaveModelBytes(*Finish(rest.get())) == whole)
          << "saved in " << trainer->progress().phase;
      ++steps;
    } while (trainer->Step());
    EXPECT_GT(steps, 15);
    const auto done = NewTrainer(run, {});
    done->Restore(trainer->Save());
    EXPECT_FALSE(done->Step()) << "it was at its end";
    EXPECT_EQ(done->progress().stop_reason, trainer->progress().stop_reason);
  }
}

TEST(Alternate, IsTheSameForAnyNumberOfThreads) {
  const auto train = ToyCorpus(80, 1);
  RunInput run = AltRun({{"max_loops", "1"}}, train);
  const std::string one = SaveModelBytes(*Finish(run));
  run.options.Set("threads", "2");
  EXPECT_TRUE(SaveModelBytes(*Finish(run)) == one);
}

TEST(Alternate, WithoutGoldItEndsWhereLabelsChangeNoMore) {
  const auto trainer =
      NewTrainer(AltRun({{"loop_tolerance", "1"}, {"max_loops", "5"}}, ToyCorpus(50, 1)), {});
  Finish(trainer.get());
  EXPECT_EQ(trainer->progress().phase, "alt, loop 1: crf");
  EXPECT_EQ(trainer->progress().stop_reason, "the labels change no more (loop_tolerance)");
  EXPECT_TRUE(trainer->progress().converged);
}

TEST(Alternate, ANameThatIsTakenIsLeftToItsSource) {
  Executor alone(1);
  const auto train = ToyCorpus(50, 1);
  const LabelSet labels({"O"});
  const std::vector<int32_t> ids(static_cast<size_t>(train->num_tokens()), 0);
  const auto taken = AddSource(*train, "tagger", {labels, train->scheme(), ids});
  const auto model = Finish(AltRun({{"max_loops", "1"}}, taken));
  EXPECT_EQ(model->parts().source, "tagger 2");
}

TEST(Alternate, WhatContradictsItselfIsRefused) {
  const auto error = [](const Settings& settings) {
    try {
      NewTrainer(AltRun(settings, ToyCorpus(5, 1)), {});
      return std::string();
    } catch (const Error& e) {
      return std::string(e.what());
    }
  };
  EXPECT_THAT(error({{"aggregator", "gold"}}), HasSubstr("expected an aggregator of votes"));
  EXPECT_THAT(error({{"bilstm-crf.units", "5"}}),
              HasSubstr("option bilstm-crf.units belongs to tagger bilstm-crf, but the tagger is"));
  EXPECT_THAT(error({{"ds.iterations", "5"}}), HasSubstr("belongs to aggregator ds"));
  EXPECT_THAT(error({{"aggregator_loops", "continue"}}), HasSubstr("hmm cannot go on"));
  EXPECT_THAT(error({{"feedback", "fill"}, {"aggregator_loops", "continue"}}),
              HasSubstr("aggregator_loops has no effect where feedback is fill"));
  EXPECT_THAT(error({{"loop_rate", "0.1"}}),
              HasSubstr("loop_rate has no effect where tagger is crf"));
}

}  // namespace
}  // namespace weft

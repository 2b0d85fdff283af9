// The HMM tagger: its probabilities by hand, its expectations against all paths.
#include <gmock/gmock.h>

#include <cmath>

#include "core/error.h"
#include "eval/scores.h"
#include "hmm/expectations.h"
#include "hmm/method.h"
#include "hmm/model.h"
#include "method/decode.h"
#include "support/brute_force.h"

namespace weft {
namespace {

using ::testing::HasSubstr;
using Settings = std::vector<std::pair<std::string, std::string>>;

// "word/TAG word/TAG"; "word/_" has no label.
std::shared_ptr<const Corpus> Tagged(const std::vector<std::string>& sentences) {
  CorpusOptions options;
  options.scheme_declared = true;
  options.scheme = Scheme::kPlain;
  CorpusBuilder builder(options, "tagged");
  for (const std::string& text : sentences) {
    SentenceData sentence;
    std::istringstream in(text);
    for (std::string item; in >> item;) {
      const size_t slash = item.rfind('/');
      sentence.tokens.push_back(item.substr(0, slash));
      const std::string label = item.substr(slash + 1);
      sentence.labels.push_back(label == "_" ? "" : label);
    }
    builder.Add(sentence);
  }
  return builder.Finish();
}

TrainingInput Input(std::shared_ptr<const Corpus> corpus, const Settings& settings = {},
                    int threads = 1) {
  TrainingInput input;
  input.train = std::move(corpus);
  input.options = Options(HmmTaggerMethod().options);
  for (const auto& [key, value] : settings) input.options.Set(key, value);
  input.executor = std::make_shared<Executor>(threads);
  return input;
}

struct Trained {
  std::shared_ptr<const HmmTaggerModel> model;
  std::vector<double> objectives;
  Progress progress;
};

Trained Train(TrainingInput input) {
  const auto trainer = HmmTaggerMethod().train(std::move(input));
  while (trainer->Step()) {
  }
  return {std::static_pointer_cast<const HmmTaggerModel>(trainer->TakeModel()),
          trainer->objectives(), trainer->progress()};
}

std::vector<std::string> Tag(const Model& model, const Corpus& corpus) {
  Executor executor(1);
  std::vector<std::string> names;
  const Decoded decoded = Decode(model, corpus, {}, &executor);
  for (const int32_t id : decoded.labels) names.push_back(decoded.labels_of_model.name(id));
  return names;
}

const std::vector<std::string> kDogs = {"the/D dog/N barks/V", "a/D dog/N sleeps/V",
                                        "dogs/N bark/V", "the/D cat/N"};

TEST(HmmTagger, ProbabilitiesAreCountsWithPseudoCounts) {
  const Trained run = Train(
      Input(Tagged(kDogs),
            {{"transition_pseudo", "0.5"}, {"emission_pseudo", "0.1"}, {"unknown", "uniform"}}));
  EXPECT_EQ(run.progress.stop_reason, "all that is labelled is counted");
  const TagHmm& hmm = run.model->hmm();
  const LabelSet& labels = run.model->labels();
  const int32_t d = labels.Find("D"), n = labels.Find("N"), v = labels.Find("V");
  const Transitions transitions = hmm.MakeTransitions(nullptr);
  EXPECT_NEAR(transitions.score(d, n), std::log(3.5 / 4.5), 1e-12);
  EXPECT_NEAR(transitions.score(n, v), std::log(3.5 / 4.5), 1e-12);
  EXPECT_NEAR(transitions.score(v, v), std::log(0.5 / 1.5), 1e-12);
  EXPECT_NEAR(transitions.start()[static_cast<size_t>(d)], std::log(3.5 / 5.5), 1e-12);
  std::vector<double> row(3);
  hmm.ScoreWord("dog", row.data());  // eight words, and the unknown ones
  EXPECT_NEAR(row[static_cast<size_t>(n)], std::log(2.1 / 4.9), 1e-12);
  EXPECT_NEAR(row[static_cast<size_t>(d)], std::log(0.1 / 3.9), 1e-12);
  hmm.ScoreWord("horse", row.data());
  EXPECT_EQ(row, std::vector<double>(3, 0.0));
}

TEST(HmmTagger, AnUnknownWordIsReadByItsEnding) {
  std::vector<std::string> sentences;
  for (const char* stem : {"walk", "jump", "play", "talk", "look", "turn"}) {
    sentences.push_back(std::string("they/P ") + stem + "ed/V");
    sentences.push_back(std::string("the/D ") + stem + "ness/N");
  }
  const auto model = Train(Input(Tagged(sentences))).model;
  std::vector<double> row(4);
  const auto best = [&](const char* word) {
    model->hmm().ScoreWord(word, row.data());
    return model->labels().name(
        static_cast<int32_t>(std::max_element(row.begin(), row.end()) - row.begin()));
  };
  EXPECT_EQ(best("kicked"), "V");
  EXPECT_EQ(best("kindness"), "N");
  EXPECT_EQ(best("\xC3\xA4nderness"), "N");
  for (const char* word : {"", "\xFF", "x"}) {
    model->hmm().ScoreWord(word, row.data());
    for (const double score : row) EXPECT_TRUE(std::isfinite(score)) << word;
  }
}

TEST(HmmTagger, ExpectationsAreThoseOfAllPaths) {
  const auto corpus = Tagged(
      {"the/D dog/N barks/V", "the/_ dog/_ barks/V", "a/_ cat/_", "dog/N sleeps/_ the/D dog/N"});
  const Targets targets(*corpus, nullptr, {});
  const TagExpectations expectations(*corpus, targets, {1, 1, 1, 3}, 0.5);
  const auto model = Train(Input(corpus, {{"iterations", "0"}})).model;
  const TagHmm& hmm = model->hmm();
  const auto k = static_cast<size_t>(hmm.labels());
  TagCounts found(hmm.labels());
  Executor executor(2);
  const double log_likelihood = expectations.Add(hmm, &executor, &found);

  TagCounts expected(hmm.labels());
  double sum = 0;
  const Transitions transitions = hmm.MakeTransitions(nullptr);
  for (int64_t s = 1; s < 4; ++s) {
    std::vector<double> emissions(static_cast<size_t>(corpus->length(s)) * k);
    for (int64_t t = 0; t < corpus->length(s); ++t) {
      hmm.ScoreWord(corpus->token(corpus->begin(s) + t),
                    emissions.data() + static_cast<size_t>(t) * k);
    }
    ClampEmissions(corpus->gold(s), hmm.labels(), emissions.data());
    Lattice lattice;
    lattice.length = corpus->length(s);
    lattice.labels = hmm.labels();
    lattice.emissions = emissions.data();
    lattice.transitions = &transitions;
    const double weight = s == 1 ? 1 : s == 2 ? 0.5 : 3;
    const BruteForce all = Enumerate(lattice);
    sum += weight * all.log_partition;
    for (size_t t = 0; t < static_cast<size_t>(lattice.length); ++t) {
      for (size_t i = 0; i < k; ++i) {
        const double p = weight * all.unary[t * k + i];
        if (t == 0) expected.start[i] += p;
        expected.Emit(corpus->token(corpus->begin(s) + static_cast<int64_t>(t)),
                      static_cast<int32_t>(i), p);
        for (size_t j = 0; t > 0 && j < k; ++j) {
          expected.transitions[i * k + j] += weight * all.pairwise[((t - 1) * k + i) * k + j];
        }
      }
    }
  }
  EXPECT_NEAR(log_likelihood, sum, 1e-9);
  for (size_t i = 0; i < k; ++i) {
    EXPECT_NEAR(found.start[i], expected.start[i], 1e-9);
    EXPECT_NEAR(found.emitted[i], expected.emitted[i], 1e-8);
  }
  for (size_t i = 0; i < k * k; ++i) {
    EXPECT_NEAR(found.transitions[i], expected.transitions[i], 1e-9);
  }
}

TEST(HmmTagger, LearnsFromSentencesWithoutLabels) {
  std::vector<std::string> sentences = kDogs;
  for (int i = 0; i < 20; ++i) {
    sentences.insert(sentences.end(), {"the/_ wug/_ barks/_", "a/_ wug/_ sleeps/_",
                                       "the/D blick/_ wug/_ gimbles/_ a/_ dog/_"});
  }
  const auto corpus = Tagged(sentences);
  const Settings uniform = {{"unknown", "uniform"}};
  const Trained one = Train(Input(corpus, uniform));
  const Trained two = Train(Input(corpus, uniform, 2));
  ASSERT_GT(one.objectives.size(), 4u);
  EXPECT_EQ(one.objectives, two.objectives);
  for (size_t i = 2; i < one.objectives.size(); ++i) {
    EXPECT_LE(one.objectives[i], one.objectives[i - 1] + 1e-6)
        << "as that of EM, from step to step";
  }
  EXPECT_THAT(Tag(*one.model, *Tagged({"wug/_ sleeps/_"})), ::testing::ElementsAre("N", "V"));
  const Trained none = Train(Input(corpus, {{"iterations", "0"}}));
  EXPECT_EQ(none.objectives.size(), 1u);
  EXPECT_LT(none.model->hmm().counts().words.Find("wug"), 0);
}

TEST(HmmTagger, SoftLabelsCountByTheirProbabilities) {
  const auto corpus = Tagged({"the/D dog/N"});
  auto soft = std::make_shared<SoftLabels>();
  soft->labels = corpus->labels();
  soft->unary = {0.75, 0.25, 0.5, 0.5};
  TrainingInput input = Input(corpus);
  input.soft = soft;
  input.sentence_weights = {2};
  const auto model = Train(std::move(input)).model;
  const TagCounts& counts = model->hmm().counts();
  EXPECT_THAT(counts.start, ::testing::ElementsAre(1.5, 0.5));
  EXPECT_THAT(counts.emitted, ::testing::ElementsAre(2.5, 1.5));
  EXPECT_THAT(counts.transitions, ::testing::ElementsAre(0.75, 0.75, 0.25, 0.25));
}

TEST(HmmTagger, TheBestIterationOnDevIsKept) {
  std::vector<std::string> sentences = kDogs;
  for (int i = 0; i < 30; ++i) sentences.push_back("barks/_ the/_ dog/_");
  TrainingInput input = Input(Tagged(sentences));
  input.dev = Tagged({"the/D dog/N barks/V", "a/D cat/N"});
  const auto dev = input.dev;
  const Trained run = Train(std::move(input));
  Executor executor(1);
  EXPECT_EQ(run.progress.dev_f1, SpanF1(*run.model, *dev, &executor));
  EXPECT_EQ(run.progress.dev_f1, 1);
}

TEST(HmmTagger, ASavedModelSaysTheSame) {
  for (const char* unknown : {"suffix", "uniform"}) {
    const auto model = Train(Input(Tagged(kDogs), {{"unknown", unknown}})).model;
    const auto loaded = HmmTaggerModel::Load(model->Save(), model->labels());
    loaded->SetCommon(model->labels(), model->scheme(), model->options());
    const auto& hmm = static_cast<const HmmTaggerModel&>(*loaded).hmm();
    std::vector<double> one(3), other(3);
    for (const char* word : {"dog", "barking", "Dogs", "7"}) {
      model->hmm().ScoreWord(word, one.data());
      hmm.ScoreWord(word, other.data());
      EXPECT_EQ(one, other) << word;
    }
    EXPECT_EQ(hmm.MakeTransitions(nullptr).scores(),
              model->hmm().MakeTransitions(nullptr).scores());
  }
}

TEST(HmmTagger, DamagedModelsAreRefused) {
  const auto model = Train(Input(Tagged(kDogs))).model;
  const std::vector<Section> sections = model->Save();
  for (size_t which = 0; which < sections.size(); ++which) {
    for (size_t at = 0; at < sections[which].bytes.size(); at += 3) {
      std::vector<Section> damaged = sections;
      damaged[which].bytes[at] = static_cast<char>(~damaged[which].bytes[at]);
      try {
        const auto loaded = HmmTaggerModel::Load(damaged, model->labels());
        loaded->SetCommon(model->labels(), model->scheme(), model->options());
        Tag(*loaded, *Tagged(kDogs));
      } catch (const Error& e) {
        EXPECT_EQ(e.status(), Status::kCorrupt) << e.what();
      }
    }
  }
}

}  // namespace
}  // namespace weft

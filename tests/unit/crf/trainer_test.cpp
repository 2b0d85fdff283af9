// Training runs from corpus to model, on corpora small enough to read.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "core/random.h"
#include "crf/decoder.h"
#include "crf/model.h"
#include "method/decode.h"
#include "unit/crf/crf_testing.h"

namespace weft {
namespace {

using ::testing::ElementsAre;
using testing::ErrorText;
using ::testing::HasSubstr;
using testing::InputFor;
using testing::MakeCorpus;
using testing::Tag;
using testing::TrainToTheEnd;

std::shared_ptr<const Corpus> People() {
  return MakeCorpus({"Anna/B-PER Smith/I-PER lives/O in/O Paris/B-LOC ./O",
                     "In/O Berlin/B-LOC ,/O Bob/B-PER Jones/I-PER met/O Eve/B-PER ./O",
                     "He/O left/O New/B-LOC York/I-LOC ./O",
                     "Carl/B-PER Brown/I-PER lives/O in/O Oslo/B-LOC ./O"});
}

std::shared_ptr<const Corpus> NewPeople() {
  return MakeCorpus({"Dora/O Stone/O lives/O in/O Rome/O ./O"});
}

TEST(TrainerTest, LearnsToTag) {
  for (const char* algorithm : {"lbfgs", "adagrad", "ap"}) {
    TrainingInput input = InputFor(People());
    input.options.Set("algorithm", algorithm);
    const auto model = TrainToTheEnd(std::move(input));
    EXPECT_EQ(model->method(), "crf");
    EXPECT_THAT(Tag(*model, *NewPeople()), ElementsAre("B-PER", "I-PER", "O", "O", "B-LOC", "O"))
        << algorithm;
  }
}

TEST(TrainerTest, TheLossFallsAndTheRunSaysWhyItStopped) {
  const auto trainer = CrfMethod().train(InputFor(People()));
  while (trainer->Step()) EXPECT_FALSE(trainer->progress().finished);
  const auto& losses = trainer->objectives();
  ASSERT_GT(losses.size(), 5u);
  EXPECT_LT(losses.back(), losses.front());
  for (size_t i = 1; i < losses.size(); ++i) EXPECT_LE(losses[i], losses[i - 1]);
  EXPECT_TRUE(trainer->progress().converged);
  EXPECT_THAT(trainer->progress().stop_reason, HasSubstr("fall"));
  EXPECT_EQ(trainer->progress().iteration, static_cast<int64_t>(losses.size()));
  EXPECT_FALSE(trainer->Step());
}

TEST(TrainerTest, StopsAtTheMostIterations) {
  TrainingInput input = InputFor(People());
  input.options.SetInt("max_iterations", 3);
  const auto trainer = CrfMethod().train(std::move(input));
  EXPECT_TRUE(trainer->Step());
  EXPECT_TRUE(trainer->Step());
  EXPECT_FALSE(trainer->Step());
  EXPECT_TRUE(trainer->progress().finished);
  EXPECT_FALSE(trainer->progress().converged);
  EXPECT_THAT(trainer->progress().stop_reason, HasSubstr("max_iterations"));
}

TEST(TrainerTest, NoModelBeforeTheFirstStep) {
  const auto trainer = CrfMethod().train(InputFor(People()));
  try {
    trainer->TakeModel();
    FAIL() << "a model without training";
  } catch (const Error& e) {
    EXPECT_EQ(e.status(), Status::kState);
  }
}

TEST(TrainerTest, CancelKeepsTheModelSoFar) {
  auto flag = std::make_shared<CancelFlag>();
  TrainingInput input = InputFor(People());
  input.cancel = flag;
  const auto trainer = CrfMethod().train(std::move(input));
  EXPECT_TRUE(trainer->Step());
  EXPECT_TRUE(trainer->Step());
  flag->Cancel();
  EXPECT_FALSE(trainer->Step());
  EXPECT_EQ(trainer->progress().stop_reason, "cancelled");
  EXPECT_EQ(trainer->progress().iteration, 2);
  EXPECT_NE(trainer->TakeModel(), nullptr);
}

TEST(TrainerTest, KeepsTheBestModelOnDev) {
  // The training labels are noise; on dev the first iterations are as good as it gets.
  TrainingInput input = InputFor(People());
  input.dev = MakeCorpus({"Dora/B-PER Stone/I-PER lives/O in/O Rome/B-LOC ./O"});
  input.options.SetInt("patience", 4);
  const auto trainer = CrfMethod().train(std::move(input));
  double best = 0;
  while (trainer->Step()) best = std::max(best, trainer->progress().dev_f1);
  EXPECT_EQ(best, 1);
  EXPECT_THAT(trainer->progress().stop_reason, HasSubstr("patience"));
  EXPECT_THAT(Tag(*trainer->TakeModel(), *NewPeople()),
              ElementsAre("B-PER", "I-PER", "O", "O", "B-LOC", "O"));
}

TEST(TrainerTest, OptionsThatDoNotFitAreErrors) {
  const auto error = [](const char* key, const char* value, const char* algorithm = "lbfgs") {
    TrainingInput input = InputFor(People());
    input.options.Set("algorithm", algorithm);
    input.options.Set(key, value);
    return ErrorText([&] { CrfMethod().train(std::move(input)); });
  };
  EXPECT_THAT(error("patience", "5"), HasSubstr("development corpus"));
  EXPECT_THAT(error("c2", "1", "ap"), HasSubstr("means nothing to algorithm ap"));
  EXPECT_THAT(error("min_count", "1000"), HasSubstr("min_count"));
  EXPECT_THAT(error("templates", "nonsense"), HasSubstr("line 1"));
  EXPECT_THAT(error("templates_file", "/nowhere/at all"), HasSubstr("/nowhere/at all"));
  TrainingInput input = InputFor(People());
  input.options.Set("features", "word");
  input.options.Set("templates", "token[0]");
  EXPECT_THAT(ErrorText([&] { CrfMethod().train(std::move(input)); }),
              HasSubstr("one of the options features, templates and templates_file"));
}

TEST(TrainerTest, EmptyOrUnlabelledCorporaAreErrors) {
  const auto error = [](std::shared_ptr<const Corpus> corpus) {
    return ErrorText([&] { CrfMethod().train(InputFor(corpus)); });
  };
  EXPECT_THAT(error(CorpusBuilder().Finish()), HasSubstr("empty corpus"));
  EXPECT_THAT(error(MakeCorpus({"", ""})), HasSubstr("empty corpus"));
  EXPECT_THAT(error(MakeCorpus({"a/_ b/_"})), HasSubstr("no token has a label"));
}

TEST(TrainerTest, SoftLabelsAndWeightsOfTheWrongSizeAreErrors) {
  TrainingInput input = InputFor(People());
  input.sentence_weights = {1, 2};
  EXPECT_THAT(ErrorText([&] { CrfMethod().train(std::move(input)); }),
              HasSubstr("one weight for each of 4 sentences, found 2"));
  input = InputFor(People());
  auto soft = std::make_shared<SoftLabels>();
  soft->labels = People()->labels();
  soft->unary.assign(10, 0.2);
  input.soft = soft;
  EXPECT_THAT(ErrorText([&] { CrfMethod().train(std::move(input)); }), HasSubstr("soft labels of"));
  input = InputFor(People());
  soft->unary.assign(static_cast<size_t>(People()->num_tokens()) * 5, 0.3);
  input.soft = soft;
  EXPECT_THAT(ErrorText([&] { CrfMethod().train(std::move(input)); }),
              HasSubstr("must be a distribution"));
  input = InputFor(People());
  input.soft = soft;
  soft->unary.assign(static_cast<size_t>(People()->num_tokens()) * 5, 0.2);
  input.options.Set("algorithm", "ap");
  EXPECT_THAT(ErrorText([&] { CrfMethod().train(std::move(input)); }), HasSubstr("hard labels"));
}

TEST(TrainerTest, LearnsFromSoftLabels) {
  const auto corpus = People();
  auto soft = std::make_shared<SoftLabels>();
  soft->labels = corpus->labels();
  const auto k = static_cast<size_t>(corpus->labels().size());
  soft->unary.assign(static_cast<size_t>(corpus->num_tokens()) * k, 0.1 / static_cast<double>(k));
  for (int64_t s = 0; s < corpus->num_sentences(); ++s) {
    for (size_t t = 0; t < corpus->gold(s).size(); ++t) {
      const size_t row = static_cast<size_t>(corpus->begin(s)) + t;
      soft->unary[row * k + static_cast<size_t>(corpus->gold(s)[t])] += 0.9;
    }
  }
  for (const char* algorithm : {"lbfgs", "adagrad"}) {
    // The corpus itself has no gold labels.
    TrainingInput input = InputFor(
        MakeCorpus({"Anna/_ Smith/_ lives/_ in/_ Paris/_ ./_",
                    "In/_ Berlin/_ ,/_ Bob/_ Jones/_ met/_ Eve/_ ./_",
                    "He/_ left/_ New/_ York/_ ./_", "Carl/_ Brown/_ lives/_ in/_ Oslo/_ ./_"}));
    input.soft = soft;
    input.options.Set("algorithm", algorithm);
    EXPECT_THAT(Tag(*TrainToTheEnd(std::move(input)), *NewPeople()),
                ElementsAre("B-PER", "I-PER", "O", "O", "B-LOC", "O"))
        << algorithm;
  }
}

TEST(TrainerTest, PartialLabelsAreEnough) {
  for (const char* algorithm : {"lbfgs", "adagrad", "ap"}) {
    TrainingInput input = InputFor(MakeCorpus(
        {"Anna/B-PER Smith/I-PER lives/O in/_ Paris/B-LOC ./O",
         "In/O Berlin/B-LOC ,/_ Bob/B-PER Jones/_ met/O Eve/B-PER ./O",
         "He/_ left/_ New/_ York/_ ./_", "Carl/B-PER Brown/I-PER lives/O in/O Oslo/B-LOC ./_"}));
    input.options.Set("algorithm", algorithm);
    EXPECT_THAT(Tag(*TrainToTheEnd(std::move(input)), *NewPeople()),
                ElementsAre("B-PER", "I-PER", "O", "O", "B-LOC", "O"))
        << algorithm;
  }
}

TEST(TrainerTest, DecodesOnlyWhatTheSchemeAllows) {
  // Every X is I-A in a corpus that says it is IOB2: an I without its B.
  CorpusOptions options;
  options.labels = {"O", "B-A", "I-A"};
  options.scheme_declared = true;
  options.scheme = Scheme::kIOB2;
  const auto corpus = MakeCorpus({"x/I-A y/O", "x/I-A y/O", "z/B-A y/O"}, options);
  for (const bool constrained : {true, false}) {
    TrainingInput input = InputFor(corpus);
    input.options.SetBool("constrained", constrained);
    const auto model = TrainToTheEnd(std::move(input));
    const auto tags = Tag(*model, *MakeCorpus({"x/O"}));
    EXPECT_EQ(tags[0] == "I-A", !constrained);
  }
}

TEST(TrainerTest, ALabelThatIsNeverSeen) {
  CorpusOptions options;
  options.labels = {"O", "B-PER", "I-PER", "B-LOC", "I-LOC", "B-ORG", "I-ORG"};
  TrainingInput input = InputFor(MakeCorpus({"Anna/B-PER lives/O", "He/O left/O"}, options));
  const auto model = TrainToTheEnd(std::move(input));
  EXPECT_EQ(model->labels().size(), 7);
  const Decoded decoded = [&] {
    DecodeOptions wanted;
    wanted.marginals = true;
    Executor executor(1);
    return Decode(*model, *NewPeople(), wanted, &executor);
  }();
  for (const double p : decoded.marginals) EXPECT_TRUE(p >= 0 && p <= 1);
}

TEST(TrainerTest, OneLabel) {
  CorpusOptions options;
  options.labels = {"X"};
  options.scheme_declared = true;
  options.scheme = Scheme::kPlain;
  const auto corpus = MakeCorpus({"a/X b/X", "c/X"}, options);
  const auto trainer = CrfMethod().train(InputFor(corpus));
  EXPECT_FALSE(trainer->Step());
  EXPECT_TRUE(trainer->progress().converged);
  EXPECT_THAT(Tag(*trainer->TakeModel(), *corpus), ElementsAre("X", "X", "X"));
}

TEST(TrainerTest, EmptySentencesChangeNothing) {
  const auto model = TrainToTheEnd(InputFor(People()));
  auto with_gaps = MakeCorpus({"", "Dora/O Stone/O lives/O in/O Rome/O ./O", "", "Eve/O left/O"});
  EXPECT_THAT(Tag(*model, *with_gaps),
              ElementsAre("B-PER", "I-PER", "O", "O", "B-LOC", "O", "B-PER", "O"));
}

TEST(TrainerTest, ALongSentence) {
  SentenceData sentence;
  Random random(1);
  for (int t = 0; t < 100000; ++t) {
    const bool name = random.Below(4) == 0;
    sentence.tokens.push_back(name ? "Anna" : "walks");
    sentence.labels.push_back(name ? "B-PER" : "O");
  }
  CorpusBuilder builder;
  builder.Add(sentence);
  TrainingInput input = InputFor(builder.Finish());
  input.options.Set("features", "word");
  input.options.SetInt("max_iterations", 5);
  const auto corpus = input.train;
  const auto model = TrainToTheEnd(std::move(input));
  DecodeOptions wanted;
  wanted.scores = true;
  Executor executor(1);
  const Decoded decoded = Decode(*model, *corpus, wanted, &executor);
  EXPECT_LE(decoded.log_probability[0], 0);
  EXPECT_TRUE(std::isfinite(decoded.log_probability[0]));
}

TEST(ModelTest, TheSameAfterSavingAndLoading) {
  for (const char* c1 : {"0", "0.5"}) {
    TrainingInput input = InputFor(People());
    input.options.Set("c1", c1);
    input.options.Set("boundary", "symbol");
    const auto model = TrainToTheEnd(std::move(input));
    const auto loaded = CrfMethod().load(model->Save(), model->labels());
    loaded->SetCommon(model->labels(), model->scheme(), model->options());
    EXPECT_EQ(loaded->Describe(), model->Describe());
    const auto a = model->NewDecoder(), b = loaded->NewDecoder();
    const auto corpus = People();
    a->Bind(*corpus);
    b->Bind(*corpus);
    for (int64_t s = 0; s < corpus->num_sentences(); ++s) {
      const Lattice &x = a->Score(s), &y = b->Score(s);
      ASSERT_EQ(x.length, y.length);
      for (int64_t i = 0; i < x.length * x.labels; ++i) EXPECT_EQ(x.emissions[i], y.emissions[i]);
      EXPECT_EQ(x.transitions->scores(), y.transitions->scores());
    }
    const auto again = loaded->Save();
    for (size_t i = 0; i < again.size(); ++i) EXPECT_EQ(again[i].bytes, model->Save()[i].bytes);
  }
}

TEST(ModelTest, L1LeavesFewFeatures) {
  TrainingInput dense = InputFor(People()), sparse = InputFor(People());
  sparse.options.SetFloat("c1", 0.5);
  const auto count = [](const Model& model) { return std::stoi(model.Describe()[1].second); };
  EXPECT_LT(2 * count(*TrainToTheEnd(std::move(sparse))), count(*TrainToTheEnd(std::move(dense))));
}

TEST(ModelTest, UnknownAttributesAreCounted) {
  TrainingInput input = InputFor(People());
  input.options.Set("templates", "token[0]\ntransitions");
  const auto model = TrainToTheEnd(std::move(input));
  CrfDecoder decoder(std::static_pointer_cast<const CrfModel>(model));
  const auto corpus = NewPeople();
  decoder.Bind(*corpus);
  decoder.Score(0);
  EXPECT_EQ(decoder.unknown(), 3);  // Dora, Stone, Rome
}

TEST(ModelTest, DamagedSectionsAreRefused) {
  const auto model = TrainToTheEnd(InputFor(People()));
  const std::vector<Section> sections = model->Save();
  Random random(9);
  for (size_t i = 0; i < sections.size(); ++i) {
    for (int trial = 0; trial < 200; ++trial) {
      std::vector<Section> damaged = sections;
      std::string& bytes = damaged[i].bytes;
      if (trial % 2 == 0) {
        bytes.resize(random.Below(bytes.size()));
      } else {
        bytes[random.Below(bytes.size())] ^= static_cast<char>(1 << random.Below(8));
      }
      // Either it is refused, or what it holds is harmless.
      try {
        const auto loaded = CrfMethod().load(damaged, model->labels());
        loaded->SetCommon(model->labels(), model->scheme(), model->options());
        Tag(*loaded, *NewPeople());
      } catch (const Error&) {
      }
    }
    std::vector<Section> missing = sections;
    missing.erase(missing.begin() + static_cast<ptrdiff_t>(i));
    EXPECT_THAT(ErrorText([&] { CrfMethod().load(missing, model->labels()); }),
                HasSubstr("no section"));
  }
}

TEST(ModelTest, TheSameBytesForAnyNumberOfThreads) {
  std::vector<std::vector<Section>> saved;
  for (const int threads : {1, 2, 8}) {
    TrainingInput input = InputFor(People(), threads);
    saved.push_back(TrainToTheEnd(std::move(input))->Save());
  }
  for (size_t i = 0; i < saved[0].size(); ++i) {
    EXPECT_EQ(saved[0][i].bytes, saved[1][i].bytes);
    EXPECT_EQ(saved[0][i].bytes, saved[2][i].bytes);
  }
}

}  // namespace
}  // namespace weft

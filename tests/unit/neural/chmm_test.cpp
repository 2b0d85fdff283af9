// The conditional HMM as a method, over a tiny encoder.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "encoder_testing.h"
#include "neural/conditional_model.h"
#include "neural/options.h"
#include "weak/methods.h"

namespace weft {
namespace {

using ::testing::HasSubstr;

class ChmmTest : public EncoderTest {
 protected:
  void SetUp() override {
    EncoderTest::SetUp();
    testing::TinyEncoder().Write(folder_);
  }
  Settings With(const Settings& more) const {
    return weft::With({{"encoder", folder_}, {"epochs", "4"}, {"dropout", "0"}}, more);
  }
  Trained Train(const std::string& method, std::shared_ptr<const Corpus> corpus,
                const Settings& more = {}, int threads = 1) const {
    return RunToEnd(method, Input(method, std::move(corpus), With(more), threads));
  }
};

double MajorityF1(std::shared_ptr<const Corpus> corpus) {
  TrainingInput input;
  input.train = corpus;
  input.options = Options(MvMethod().options);
  input.executor = std::make_shared<Executor>(1);
  const auto trainer = MvMethod().train(std::move(input));
  while (trainer->Step()) {
  }
  return F1(*trainer->TakeModel(), *corpus);
}

TEST_F(ChmmTest, IsBetterThanTheMajority) {
  const auto train = ToyCorpus(300, 1);
  for (const char* method : {"chmm", "chmm-iid"}) {
    const Trained run = Train(method, train);
    EXPECT_LT(run.objectives.back(), run.objectives.front()) << method;
    EXPECT_GT(F1(*run.model, *train), MajorityF1(train) + 0.01) << method;
    const std::vector<SourceEstimate> sources = run.model->Sources();
    ASSERT_EQ(sources.size(), testing::ToySources().size());
    const auto worst = std::min_element(
        sources.begin(), sources.end(),
        [](const SourceEstimate& a, const SourceEstimate& b) { return a.accuracy < b.accuracy; });
    EXPECT_EQ(worst->name, "contrary") << method;
  }
}

TEST_F(ChmmTest, IsTheSameForAnyNumberOfThreadsAndOneSeed) {
  const auto train = ToyCorpus(150, 1);
  const Settings few = {{"epochs", "2"}, {"hidden_layers", "1"}, {"dropout", "0.1"}};
  const std::string one = Weights(*Train("chmm", train, few).model);
  EXPECT_TRUE(one == Weights(*Train("chmm", train, few, 2).model));
  EXPECT_TRUE(one != Weights(*Train("chmm", train, weft::With(few, {{"seed", "2"}})).model));
  EXPECT_TRUE(one != Weights(*Train("chmm", train, {{"epochs", "2"}}).model));
}

TEST_F(ChmmTest, ASavedModelSaysTheSame) {
  const auto train = ToyCorpus(80, 1);
  const Trained run = Train("chmm", train, {{"epochs", "1"}, {"hidden_layers", "1"}});
  const std::vector<Section> sections = run.model->Save();
  const auto loaded = ConditionalModel::Load(sections, run.model->labels());
  loaded->SetCommon(run.model->labels(), run.model->scheme(), run.model->options());
  EXPECT_EQ(Marginals(*loaded, *train), Marginals(*run.model, *train));
  EXPECT_EQ(Marginals(*loaded, *train, 2), Marginals(*run.model, *train));
  const std::vector<Section> again = loaded->Save();
  ASSERT_EQ(again.size(), sections.size());
  for (size_t i = 0; i < sections.size(); ++i) {
    EXPECT_TRUE(again[i].bytes == sections[i].bytes) << sections[i].name;
  }
}

TEST_F(ChmmTest, EmptySentencesAndThoseWithoutVotesAreNothing) {
  CorpusBuilder builder(CorpusOptions(), "gaps");
  for (int i = 0; i < 8; ++i) {
    SentenceData sentence;
    if (i % 2 == 0) sentence.tokens = {"in", "tin"};
    if (i % 4 == 0) sentence.votes.push_back({"a", {"O", "B-X"}});
    builder.Add(std::move(sentence));
  }
  const auto corpus = builder.Finish();
  const Trained run = Train("chmm", corpus);
  EXPECT_EQ(Marginals(*run.model, *corpus).size(), 8u * 3u) << "eight tokens, O B-X I-X";
}

// Parameters that say the same of every token, before the first step.
TEST_F(ChmmTest, ItBeginsAsItsAggregator) {
  const auto train = ToyCorpus(150, 1);
  for (const auto& [method, begins] : {std::pair<const char*, std::string>("chmm", "hmm"),
                                       std::pair<const char*, std::string>("chmm-iid", "ds")}) {
    const Trained run = Train(method, train,
                              {{"max_steps", "1"},
                               {"learning_rate", "0"},
                               {"constrained", begins == "hmm" ? "true" : "false"}});
    TrainingInput input;
    input.train = train;
    input.options = Options(StartOf(method).options);
    input.executor = std::make_shared<Executor>(1);
    const auto trainer = StartOf(method).train(std::move(input));
    while (trainer->Step()) {
    }
    const auto start = trainer->TakeModel();
    EXPECT_EQ(start->method(), begins);
    const std::vector<double> expected = Marginals(*start, *train);
    const std::vector<double> found = Marginals(*run.model, *train);
    ASSERT_EQ(found.size(), expected.size());
    for (size_t i = 0; i < found.size(); ++i) EXPECT_NEAR(found[i], expected[i], 1e-4) << i;
  }
}

TEST_F(ChmmTest, PretrainingLeadsToTheSameStart) {
  const auto train = ToyCorpus(150, 1);
  const Settings start = {{"max_steps", "1"}, {"learning_rate", "0"}};
  const double expected = F1(*Train("chmm", train, start).model, *train);
  const Trained random = Train("chmm", train,
                               {{"hidden_layers", "0"},
                                {"pretrain_epochs", "30"},
                                {"learning_rate", "0.01"},
                                {"epochs", "1"}});
  EXPECT_LT(random.objectives.size(), 30u) << "those of the last stage alone";
  EXPECT_GT(F1(*random.model, *train), expected - 0.02);
}

TEST_F(ChmmTest, ReadsWordVectorsAndEmbeddingsOfTheHost) {
  const std::string vectors = folder_ + ".txt";
  std::ofstream(vectors) << "in 1 0\ntin 0 1\n";
  CorpusBuilder builder(CorpusOptions(), "given");
  for (int i = 0; i < 20; ++i) {
    SentenceData sentence;
    sentence.tokens = {"in", "tin", "x"};
    sentence.votes.push_back({"a", {"O", i % 3 ? "B-X" : "O", "O"}});
    sentence.embeddings = {1, 0, 0, 1, 0, 0};
    sentence.embedding_width = 2;
    builder.Add(sentence);
  }
  const auto corpus = builder.Finish();
  const Settings few = {{"epochs", "2"}, {"dropout", "0"}, {"learning_rate", "0.1"}};
  const auto run = [&](const Settings& more) {
    return RunToEnd("chmm", Input("chmm", corpus, weft::With(few, more)));
  };
  const Trained given = run({});
  const Trained words = run({{"word_vectors", vectors}, {"word_context", "0"}});
  EXPECT_EQ(Marginals(*given.model, *corpus), Marginals(*words.model, *corpus));
  const Trained wide = run({{"word_vectors", vectors}});
  EXPECT_NE(Marginals(*given.model, *corpus), Marginals(*wide.model, *corpus));
  for (const Trained* one : {&given, &words, &wide}) {
    const auto loaded = ConditionalModel::Load(one->model->Save(), one->model->labels());
    loaded->SetCommon(one->model->labels(), one->model->scheme(), one->model->options());
    EXPECT_EQ(Marginals(*loaded, *corpus), Marginals(*one->model, *corpus));
  }
  try {
    Marginals(*given.model, *ToyCorpus(5, 1));
    ADD_FAILURE() << "a corpus without embeddings was read";
  } catch (const Error& e) {
    EXPECT_THAT(e.what(), HasSubstr("embeddings of 2 numbers per token"));
    EXPECT_THAT(e.what(), HasSubstr("has none"));
  }
  std::filesystem::remove(vectors);
}

TEST_F(ChmmTest, KeepsWhatTheEncoderMadeInFiles) {
  const auto train = ToyCorpus(60, 1);
  const std::string cache = folder_ + ".cache";
  std::filesystem::create_directory(cache);
  const Settings few = {{"epochs", "1"}};
  const std::string plain = Weights(*Train("chmm", train, few).model);
  const Settings cached = weft::With(few, {{"embedding_cache", cache}});
  const auto files = [&] {
    std::vector<std::filesystem::path> all;
    for (const auto& entry : std::filesystem::directory_iterator(cache)) all.push_back(entry);
    return all;
  };
  EXPECT_TRUE(plain == Weights(*Train("chmm", train, cached).model));
  ASSERT_EQ(files().size(), 1u);
  const auto written = std::filesystem::last_write_time(files()[0]);
  EXPECT_TRUE(plain == Weights(*Train("chmm", train, cached).model));
  EXPECT_EQ(std::filesystem::last_write_time(files()[0]), written);
  std::filesystem::resize_file(files()[0], 100);
  EXPECT_TRUE(plain == Weights(*Train("chmm", train, cached).model)) << "it was cut";
  EXPECT_GT(std::filesystem::file_size(files()[0]), 100u);
  Train("chmm", train, weft::With(cached, {{"encoder_layers", "1"}}));
  Train("chmm", ToyCorpus(10, 2), cached);
  EXPECT_EQ(files().size(), 3u) << "of another encoder, and of another corpus";
  std::filesystem::remove_all(cache);
}

TEST_F(ChmmTest, LabelsWithoutAnOutsideHaveTheirOwnStart) {
  CorpusBuilder builder(CorpusOptions(), "plain");
  for (int i = 0; i < 30; ++i) {
    SentenceData sentence;
    sentence.tokens = {"in", "tin"};
    sentence.votes.push_back({"a", {"P", i % 4 ? "N" : "P"}});
    sentence.votes.push_back({"b", {"P", "N"}});
    builder.Add(sentence);
  }
  const auto corpus = builder.Finish();
  const Trained run = Train("chmm", corpus);
  const auto p = static_cast<size_t>(run.model->labels().Find("P"));
  EXPECT_GT(Marginals(*run.model, *corpus)[p], 0.9) << "a sentence begins with P";
}

TEST_F(ChmmTest, ASourceThatNeverVotesSaysNothing) {
  CorpusBuilder builder(CorpusOptions(), "silent");
  for (int i = 0; i < 30; ++i) {
    SentenceData sentence;
    sentence.tokens = {"in", "tin"};
    sentence.votes.push_back({"a", {"O", i % 4 ? "B-X" : "O"}});
    sentence.votes.push_back({"b", {"O", "B-X"}});
    sentence.votes.push_back({"mute", {"", ""}});
    builder.Add(sentence);
  }
  const auto corpus = builder.Finish();
  const Trained run = Train("chmm", corpus, {{"epochs", "2"}});
  for (const double p : Marginals(*run.model, *corpus)) EXPECT_TRUE(p >= 0 && p <= 1);
  EXPECT_EQ(run.model->Sources()[2].opinions, 0);
}

// Past the best on dev too, and through both stages.
TEST_F(ChmmTest, GoesOnFromAnyStepToTheSameModel) {
  const auto train = ToyCorpus(60, 1), dev = ToyCorpus(40, 2);
  for (const char* pretrain : {"0", "2"}) {
    const auto begin = [&] {
      TrainingInput input = Input("chmm", train,
                                  With({{"epochs", "3"},
                                        {"learning_rate", "0.3"},
                                        {"patience", "100"},
                                        {"pretrain_epochs", pretrain}}));
      input.dev = dev;
      return TrainChmm("chmm", std::move(input));
    };
    const auto finish = [](Trainer* trainer) {
      while (trainer->Step()) {
      }
      return Weights(*trainer->TakeModel());
    };
    const std::string whole = finish(begin().get());
    const auto trainer = begin();
    do {
      const auto rest = begin();
      rest->Restore(trainer->Save());
      ASSERT_TRUE(finish(rest.get()) == whole)
          << trainer->progress().phase << " at step " << trainer->progress().iteration;
    } while (trainer->Step());
    const auto model = std::static_pointer_cast<const ConditionalModel>(trainer->TakeModel());
    const Parameters& parameters = model->network().parameters();
    size_t learned = 0;
    for (size_t i = 0; i < parameters.size(); ++i) {
      if (!parameters[i].frozen) learned += static_cast<size_t>(parameters[i].value.numel());
    }
    for (const Section& section : trainer->Save()) {
      EXPECT_LT(section.bytes.size(), 4 * learned * sizeof(float) + 2000)
          << "now, best and two moments of what is learned, and no more: " << section.name;
    }
  }
}

TEST_F(ChmmTest, WhatIsNotConditionalStaysAsItBegan) {
  const auto train = ToyCorpus(60, 1);
  for (const std::string conditional : {"transitions", "sources", "both"}) {
    const auto run = [&](const std::string& epochs) {
      return Train("chmm", train,
                   weft::With({{"conditional", conditional}, {"weight_decay", "1"}},
                              {{"pretrain_epochs", epochs}, {"epochs", "2"}}));
    };
    const Trained at_once = run("0"), trained_before = run("2");
    const auto& model = static_cast<const ConditionalModel&>(*at_once.model);
    const auto& other = static_cast<const ConditionalModel&>(*trained_before.model);
    const ConditionalShape& shape = model.shape();
    EXPECT_EQ(shape.priors_vary, conditional != "sources");
    EXPECT_EQ(shape.votes_vary, conditional != "transitions");
    EXPECT_EQ(model.constants().size(), shape.constants());
    EXPECT_EQ(model.constants(), other.constants());
    EXPECT_EQ(model.network().outputs(), static_cast<int64_t>(shape.outputs()));
  }
}

TEST_F(ChmmTest, WhatItCannotDoWithoutIsNamed) {
  const auto error = [&](const Settings& settings, std::shared_ptr<const Corpus> corpus) {
    try {
      RunToEnd("chmm", Input("chmm", std::move(corpus), settings));
      return std::string();
    } catch (const Error& e) {
      return std::string(e.what());
    }
  };
  EXPECT_THAT(error({}, ToyCorpus(5, 1)), HasSubstr("expected the option encoder"));
  EXPECT_THAT(error(With({}), KnownWords(5)), HasSubstr("votes"));
}

}  // namespace
}  // namespace weft

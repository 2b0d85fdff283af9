// The conditional HMM as a method, over a tiny encoder.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "encoder_testing.h"
#include "neural/conditional_model.h"
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

TEST_F(ChmmTest, WhatItCannotDoWithoutIsNamed) {
  const auto error = [&](const Settings& settings, std::shared_ptr<const Corpus> corpus) {
    try {
      RunToEnd("chmm", Input("chmm", std::move(corpus), settings));
      return std::string();
    } catch (const Error& e) {
      return std::string(e.what());
    }
  };
  EXPECT_THAT(error({}, ToyCorpus(5, 1)), HasSubstr("option encoder must name the folder"));
  EXPECT_THAT(error(With({}), KnownWords(5)), HasSubstr("votes"));
}

}  // namespace
}  // namespace weft

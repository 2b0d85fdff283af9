// What sentences weigh.
#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>

#include "method/decode.h"
#include "method/weight_column.h"
#include "unit/crf/crf_testing.h"

namespace weft {
namespace {

using testing::ErrorText;
using ::testing::HasSubstr;
using testing::InputFor;
using testing::MakeCorpus;
using testing::ParseSentence;

SentenceData Sentence(const std::string& text, const std::vector<std::string>& weights) {
  SentenceData sentence = ParseSentence(text, 0);
  sentence.columns = {weights};
  return sentence;
}

TEST(SentenceWeightsTest, AColumnSaysThem) {
  const auto weights = [](const std::vector<std::string>& column, const std::string& name) {
    CorpusBuilder builder({}, "weighed");
    builder.SetColumns({"sure"});
    builder.Add(Sentence("a/O b/O", column));
    builder.Add(Sentence("c/O", {""}));
    builder.Add(Sentence("d/O", {"0.5"}));
    return SentenceWeights(*builder.Finish(), name);
  };
  EXPECT_EQ(weights({"2", "2"}, "sure"), (std::vector<float>{2, 1, 0.5f}));
  EXPECT_EQ(weights({"2", "2"}, ""), std::vector<float>());
  EXPECT_THAT(ErrorText([&] {
                weights({"2", "3"}, "sure");
              }),
              HasSubstr("sentence 0: expected one"));
  EXPECT_THAT(ErrorText([&] {
                weights({"2", "x"}, "sure");
              }),
              HasSubstr("token 1: column \"sure\""));
  EXPECT_THAT(ErrorText([&] { weights({"", ""}, "sur"); }), HasSubstr("no column \"sur\""));
}

// A sentence that counts twice is as good as one that stands there twice.
TEST(SentenceWeightsTest, SentencesWeighWhatAColumnSays) {
  const auto corpus = [](bool twice) {
    CorpusBuilder builder;
    builder.SetColumns({"sure"});
    for (const char* text : {"in/O Ada/PER", "in/O Oslo/LOC", "Ada/LOC left/O"}) {
      SentenceData sentence = ParseSentence(text, 0);
      const bool first = text[0] == 'i' && text[3] == 'A';
      sentence.columns = {std::vector<std::string>(2, first && !twice ? "2" : "")};
      builder.Add(sentence);
      if (first && twice) builder.Add(sentence);
    }
    return builder.Finish();
  };
  const auto probabilities = [&](const Method& method, bool twice, bool host = false) {
    TrainingInput input = InputFor(corpus(twice));
    input.options = Options(method.options);
    if (!twice) input.options.Set("sentence_weights", "sure");
    if (host) input.sentence_weights = {0.5f, 1, 1};
    const auto trainer = method.train(std::move(input));
    while (trainer->Step()) {
    }
    Executor executor(1);
    DecodeOptions wanted;
    wanted.marginals = true;
    return Decode(*trainer->TakeModel(), *corpus(false), wanted, &executor).marginals;
  };
  for (const Method* method : {&CrfMethod(), &GeMethod()}) {
    const auto weighed = probabilities(*method, false), doubled = probabilities(*method, true);
    ASSERT_EQ(weighed.size(), doubled.size());
    double most = 0;
    for (size_t i = 0; i < weighed.size(); ++i) {
      EXPECT_NEAR(weighed[i], doubled[i], 1e-3) << method->name;
    }
    const auto halved = probabilities(*method, false, true);  // 2 · 0.5
    for (size_t i = 0; i < weighed.size(); ++i) {
      most = std::max(most, std::abs(weighed[i] - halved[i]));
    }
    EXPECT_GT(most, 0.01) << method->name;
  }
}

TEST(SentenceWeightsTest, SentencesThatAllWeighNothing) {
  TrainingInput input = InputFor(MakeCorpus({"in/O Oslo/LOC"}));
  input.sentence_weights.assign(1, 0);
  EXPECT_THAT(ErrorText([&] { CrfMethod().train(std::move(input)); }),
              HasSubstr("that weighs more than 0"));
}

}  // namespace
}  // namespace weft

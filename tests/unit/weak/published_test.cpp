// Figures that are published, or asked for, on public corpora.
#include <gtest/gtest.h>

#include <cmath>

#include "core/random.h"
#include "eval/scores.h"
#include "support/data.h"
#include "support/make_corpus.h"
#include "support/train_aggregator.h"
#include "text/read.h"

namespace weft {
namespace {

using testing::Settings;

SpanCounts Score(const Method& method, const std::string& corpus, const std::string& split,
                 const Settings& settings, SpanMode mode = SpanMode::kStrict) {
  const auto data = ReadSplit(testing::DataFolder(corpus), split, ReadOptions());
  const testing::Run run = testing::Train(method, data, settings);
  const Decoded found = testing::Apply(*run.model, *data);
  return Evaluate(*data, run.model->labels(), found.labels, run.model->scheme(), mode).micro;
}

double Rounded(double rate) { return std::round(rate * 1e4) / 1e4; }

struct Published {
  const char *corpus, *split, *convention;
  SpanMode mode;
  double precision, recall, f1;
};

class MajorityVotingTest : public ::testing::TestWithParam<Published> {};

TEST_P(MajorityVotingTest, GivesThePublishedFigures) {
  const Published& p = GetParam();
  WEFT_SKIP_WITHOUT_DATA(p.corpus);
  const SpanCounts counts =
      Score(MvMethod(), p.corpus, p.split, {{"convention", p.convention}}, p.mode);
  EXPECT_EQ(Rounded(counts.precision()), p.precision);
  EXPECT_EQ(Rounded(counts.recall()), p.recall);
  EXPECT_EQ(Rounded(counts.f1()), p.f1);
}

INSTANTIATE_TEST_SUITE_P(
    Corpora, MajorityVotingTest,
    ::testing::Values(
        Published{"conll-mturk", "train", "crowd", SpanMode::kConlleval, .7912, .5850, .6727},
        Published{"wikigold-ws", "test", "wrench", SpanMode::kStrict, .4895, .5600, .5224},
        Published{"mit-restaurant-ws", "test", "wrench", SpanMode::kStrict, .7425, .3624, .4871},
        Published{"conll-ws", "test", "wrench", SpanMode::kStrict, .5908, .6174, .6038}));

struct Asked {
  const char *corpus, *split;
  SpanMode mode;
  double f1;
};

class HmmF1Test : public ::testing::TestWithParam<Asked> {};

// The HMMs in Tables 3 and 4 of "Neural-Hidden-CRF" (2023), reached by the default options.
TEST_P(HmmF1Test, ReachesThePapersHmm) {
  const Asked& asked = GetParam();
  WEFT_SKIP_WITHOUT_DATA(asked.corpus);
  const SpanCounts counts = Score(HmmMethod(), asked.corpus, asked.split, {}, asked.mode);
  RecordProperty("f1", std::to_string(counts.f1()));
  EXPECT_GE(Rounded(counts.f1()), asked.f1);
}

INSTANTIATE_TEST_SUITE_P(
    Corpora, HmmF1Test,
    ::testing::Values(Asked{"wikigold-ws", "test", SpanMode::kStrict, .5636},
                      Asked{"mit-restaurant-ws", "test", SpanMode::kStrict, .4265},
                      Asked{"conll-ws", "test", SpanMode::kStrict, .6218},
                      Asked{"conll-mturk", "train", SpanMode::kConlleval, .7476}));

// A source that names random spans on nine tokens of ten.
std::shared_ptr<const Corpus> WithNoise(const Corpus& corpus) {
  Random random(7);
  std::vector<std::string> types;
  for (const std::string& name : corpus.labels().names()) {
    if (name[0] == 'B') types.push_back(name.substr(2));
  }
  CorpusOptions options = testing::WithScheme(corpus.scheme());
  options.labels = corpus.labels().names();
  CorpusBuilder builder(options, corpus.name());
  const auto name_of = [&](int32_t id) { return id < 0 ? "" : corpus.labels().name(id); };
  for (int64_t s = 0; s < corpus.num_sentences(); ++s) {
    SentenceData sentence;
    NamedVotes noise{"noise", {}, {}};
    std::string type;
    for (int64_t t = corpus.begin(s); t < corpus.end(s); ++t) {
      sentence.tokens.emplace_back(corpus.token(t));
      sentence.labels.push_back(name_of(corpus.gold(s)[static_cast<size_t>(t - corpus.begin(s))]));
      const bool inside = !type.empty() && random.Uniform() < 0.4;
      if (!inside) type = random.Uniform() < 0.9 ? types[random.Below(types.size())] : "";
      noise.labels.push_back(type.empty() ? "O" : (inside ? "I-" : "B-") + type);
    }
    for (int64_t i = 0; i < corpus.num_votes(s); ++i) {
      const VoteRow row = corpus.votes(s, i);
      NamedVotes votes{corpus.sources()[static_cast<size_t>(row.source)], {}, {}};
      for (int32_t id : row.labels) votes.labels.push_back(name_of(id));
      sentence.votes.push_back(votes);
    }
    sentence.votes.push_back(noise);
    builder.Add(sentence);
  }
  return builder.Finish();
}

TEST(NoisySourceTest, HmmStaysWithinAPointOfMajorityVoting) {
  WEFT_SKIP_WITHOUT_DATA("wikigold-ws");
  const auto clean = ReadSplit(testing::DataFolder("wikigold-ws"), "test", ReadOptions());
  const auto noisy = WithNoise(*clean);
  const auto f1 = [](const Method& method, const std::shared_ptr<const Corpus>& corpus) {
    const testing::Run run = testing::Train(method, corpus);
    const Decoded found = testing::Apply(*run.model, *corpus);
    return Evaluate(*corpus, run.model->labels(), found.labels, run.model->scheme(),
                    SpanMode::kStrict)
        .micro.f1();
  };
  EXPECT_GE(f1(HmmMethod(), noisy), f1(MvMethod(), noisy) - 0.01);
  EXPECT_GE(f1(HmmMethod(), noisy), f1(HmmMethod(), clean) - 0.01) << "the noise is seen through";
}

}  // namespace
}  // namespace weft

// Learning sentence by sentence beside training on all of them.
#include <gmock/gmock.h>

#include "chain/lattice.h"
#include "core/random.h"
#include "hmm/method.h"
#include "hmm/model.h"
#include "text/derive.h"

namespace weft {
namespace {

constexpr int32_t kLabels = 3;

// Some words often, some once; endings that tell of the tag.
std::shared_ptr<const Corpus> RandomCorpus(int64_t sentences, Random* random) {
  CorpusOptions options;
  options.labels = {"A", "B", "C"};
  options.scheme_declared = true;
  options.scheme = Scheme::kPlain;
  CorpusBuilder builder(options, "random");
  const std::vector<std::string> endings = {"ing", "ed", "ly"};
  for (int64_t s = 0; s < sentences; ++s) {
    SentenceData sentence;
    const uint64_t length = random->Below(8);
    for (uint64_t t = 0; t < length; ++t) {
      const uint64_t label = random->Below(kLabels);
      const uint64_t word = random->Below(random->Below(2) ? 3 : 40);
      sentence.tokens.push_back("w" + std::to_string(word) + endings[label]);
      sentence.labels.push_back(options.labels[label]);
    }
    builder.Add(sentence);
  }
  return builder.Finish();
}

std::shared_ptr<const HmmTaggerModel> AsHmm(const std::shared_ptr<const Model>& model) {
  return std::static_pointer_cast<const HmmTaggerModel>(model);
}

TrainingInput Input(std::shared_ptr<const Corpus> corpus, const std::string& unknown) {
  TrainingInput input;
  input.train = std::move(corpus);
  input.options = Options(HmmTaggerMethod().options);
  input.options.Set("unknown", unknown);
  return input;
}

std::shared_ptr<const Model> Trained(const Corpus& corpus, const std::vector<int32_t>& labels,
                                     const std::string& unknown) {
  TrainingInput input =
      Input(ReplaceGold(corpus, corpus.labels(), labels, corpus.scheme()), unknown);
  input.options.Set("iterations", "0");
  const auto trainer = HmmTaggerMethod().train(std::move(input));
  while (trainer->Step()) {
  }
  return trainer->TakeModel();
}

void ExpectSame(const std::shared_ptr<const Model>& found,
                const std::shared_ptr<const Model>& expected, const Corpus& words) {
  const TagHmm& ours = AsHmm(found)->hmm();
  const TagHmm& theirs = AsHmm(expected)->hmm();
  EXPECT_EQ(ours.counts().known_words(), theirs.counts().known_words());
  EXPECT_EQ(ours.MakeTransitions(nullptr).scores(), theirs.MakeTransitions(nullptr).scores());
  EXPECT_EQ(ours.MakeTransitions(nullptr).start(), theirs.MakeTransitions(nullptr).start());
  for (int64_t t = 0; t < words.num_tokens(); ++t) {
    std::vector<double> row(kLabels), wanted(kLabels);
    ours.ScoreWord(words.token(t), row.data());
    theirs.ScoreWord(words.token(t), wanted.data());
    EXPECT_EQ(row, wanted) << words.token(t);
  }
}

class LearnerTest : public ::testing::TestWithParam<const char*> {};

// To the last bit: whole counts have no rounding.
TEST_P(LearnerTest, LearnsAndForgetsWhatTrainingOnTheSameLabelsLearns) {
  Random random(5);
  const auto corpus = RandomCorpus(60, &random);
  const auto unseen = RandomCorpus(30, &random);
  const auto learner = HmmTaggerMethod().learn_sentences(Input(corpus, GetParam()));
  std::vector<int32_t> known(static_cast<size_t>(corpus->num_tokens()), kNoLabel);
  for (int step = 0; step < 200; ++step) {
    const auto s = static_cast<int64_t>(random.Below(60));
    const Span<int32_t> labels(known.data() + corpus->begin(s),
                               static_cast<size_t>(corpus->length(s)));
    learner->Forget(s, labels);
    for (int32_t& label : labels) label = static_cast<int32_t>(random.Below(kLabels + 1)) - 1;
    learner->Learn(s, labels);
    if (step % 20 != 19) continue;
    const auto expected = Trained(*corpus, known, GetParam());
    ExpectSame(learner->TakeModel(), expected, *corpus);
    ExpectSame(learner->TakeModel(), expected, *unseen);
  }
}

TEST_P(LearnerTest, ModelsThatWereTakenStayWhatTheyWere) {
  Random random(6);
  const auto corpus = RandomCorpus(40, &random);
  const auto learner = HmmTaggerMethod().learn_sentences(Input(corpus, GetParam()));
  for (int64_t s = 0; s < 20; ++s) learner->Learn(s, corpus->gold(s));
  const auto taken = learner->TakeModel();
  std::vector<int32_t> known = corpus->data().gold;
  std::fill(known.begin() + corpus->end(19), known.end(), kNoLabel);
  for (int64_t s = 20; s < 40; ++s) learner->Learn(s, corpus->gold(s));
  ExpectSame(taken, Trained(*corpus, known, GetParam()), *corpus);
  ExpectSame(learner->TakeModel(), Trained(*corpus, corpus->data().gold, GetParam()), *corpus);
}

INSTANTIATE_TEST_SUITE_P(UnknownWords, LearnerTest, ::testing::Values("suffix", "uniform"));

}  // namespace
}  // namespace weft

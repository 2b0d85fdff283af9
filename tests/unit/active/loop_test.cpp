// Loops: what they ask, what they learn, and what may be done in which order.
#include "active/loop.h"

#include <gmock/gmock.h>

#include "core/error.h"
#include "session_testing.h"

namespace weft {
namespace {

using ::testing::HasSubstr;
using testing::Input;
using testing::kSentences;
using testing::Oracle;
using testing::Settings;

class ModesTest : public ::testing::TestWithParam<Settings> {};

// Each token of the pool has a label in the end: given, a person's or the model's.
TEST_P(ModesTest, LabelEverythingAndAskOnlyForWhatHasNone) {
  ActiveSession session(Input(GetParam()), "");
  ActiveLoop& loop = session.loop();
  const Corpus& corpus = loop.pool().corpus();
  const int64_t given =
      std::count(loop.pool().origins().begin(), loop.pool().origins().end(), Origin::kGiven);
  Oracle(corpus).AnswerAll(&loop);
  const PoolCounts counts = loop.pool().Count();
  EXPECT_EQ(counts.done, kSentences);
  EXPECT_EQ(counts.asked, counts.answered);
  EXPECT_EQ(given + counts.answered + counts.labelled_by_model, corpus.num_tokens());
  EXPECT_EQ(session.Labelled()->data().gold, loop.pool().labels());
  EXPECT_EQ(loop.Next(), nullptr);
}

INSTANTIATE_TEST_SUITE_P(
    All, ModesTest,
    ::testing::Values(Settings{{"query", "fusal"}}, Settings{{"query", "sesal"}},
                      Settings{{"query", "sesal"}, {"threshold", "0.6"}, {"delay", "3"}},
                      Settings{{"k", "5"}}, Settings{{"k", "1"}},
                      Settings{{"batch", "7"}, {"diversity", "0.5"}, {"density", "1"}},
                      Settings{{"utility", "random"}, {"query", "fusal"}},
                      Settings{{"utility", "margin"}, {"per_token", "true"}},
                      Settings{{"utility", "token-entropy"}},
                      Settings{{"utility", "k-best-entropy"}, {"k", "3"}},
                      Settings{{"utility", "k-best-share-entropy"}, {"retrain", "full"}}));

TEST(ActiveLoop, FullQueriesAskForEveryTokenAndOneBestPathForNone) {
  for (const bool full : {true, false}) {
    ActiveSession session(Input(full ? Settings{{"query", "fusal"}} : Settings{{"k", "1"}}), "");
    const int64_t questions = Oracle(session.loop().pool().corpus()).AnswerAll(&session.loop());
    const PoolCounts counts = session.loop().pool().Count();
    EXPECT_EQ(full ? counts.labelled_by_model : counts.asked, 0);
    EXPECT_EQ(questions > 0, full);
  }
}

// Fault 48: nothing is asked of sentences without tokens, or without anything to learn.
TEST(ActiveLoop, EmptyAndKnownSentencesAreNeverAskedAbout) {
  ActiveSession session(Input({{"query", "fusal"}}), "");
  ActiveLoop& loop = session.loop();
  const Corpus& corpus = loop.pool().corpus();
  const Oracle oracle(corpus);
  int64_t asked = 0;
  while (const Question* question = loop.Next()) {
    EXPECT_GT(corpus.length(question->sentence), 0);
    EXPECT_FALSE(corpus.fully_labelled(question->sentence));
    ++asked;
    oracle.Answer(&loop, *question);
  }
  EXPECT_GT(asked, 10);
}

TEST(ActiveLoop, WithoutAnyLabelItAsksForWholeSentencesFirst) {
  ActiveSession session(Input({}, "hmm-tagger", 0), "");
  ActiveLoop& loop = session.loop();
  const Question first = *loop.Next();
  EXPECT_EQ(loop.model(), nullptr);
  EXPECT_EQ(static_cast<int64_t>(first.tokens.size()), loop.pool().corpus().length(first.sentence));
  Oracle(loop.pool().corpus()).Answer(&loop, first);
  ASSERT_NE(loop.Next(), nullptr);
  EXPECT_NE(loop.model(), nullptr);
}

TEST(ActiveLoop, ADelayAsksForAllTokensOfItsFirstBatches) {
  ActiveSession session(Input({{"k", "2"}, {"delay", "2"}}), "");
  ActiveLoop& loop = session.loop();
  for (int i = 0; i < 6; ++i) {
    const Question question = *loop.Next();
    const auto all = static_cast<size_t>(loop.pool().corpus().length(question.sentence));
    EXPECT_TRUE(i >= 2 || question.tokens.size() == all);
    Oracle(loop.pool().corpus()).Answer(&loop, question);
  }
  EXPECT_GT(loop.pool().Count().labelled_by_model, 0);
}

TEST(ActiveLoop, AnswersComeInAnyOrderInPartsAndAreCorrected) {
  ActiveSession session(Input({{"query", "fusal"}}), "");
  ActiveLoop& loop = session.loop();
  const Oracle oracle(loop.pool().corpus());
  Question question = *loop.Next();
  const int64_t s = question.sentence;
  ASSERT_GE(question.tokens.size(), 3u);
  const int32_t last = question.tokens.back();
  loop.Answer(s, {last}, {0});
  EXPECT_EQ(loop.Next()->sentence, s);
  EXPECT_EQ(loop.Next()->tokens.size(), question.tokens.size() - 1) << "one is answered";
  loop.Answer(s, {last}, {1});
  EXPECT_EQ(loop.pool().labels(s)[static_cast<size_t>(last)], 1);
  oracle.Answer(&loop, *loop.Next());
  EXPECT_EQ(loop.pool().state(s), SentenceState::kDone);
  EXPECT_NE(loop.Next()->sentence, s);
  loop.Answer(s, {last}, {2});
  EXPECT_EQ(loop.pool().labels(s)[static_cast<size_t>(last)], 2) << "corrected when it was done";
  loop.Answer(s, {last}, {kNoLabel});
  EXPECT_EQ(loop.Next()->sentence, s) << "taken back, it is asked for again, at once";
  EXPECT_EQ(loop.Next()->tokens, std::vector<int32_t>{last});
}

TEST(ActiveLoop, SkippedSentencesAreNotAskedAboutAgain) {
  ActiveSession session(Input({{"batch", "3"}}), "");
  ActiveLoop& loop = session.loop();
  const int64_t s = loop.Next()->sentence;
  loop.Skip(s);
  while (const Question* question = loop.Next()) {
    EXPECT_NE(question->sentence, s);
    Oracle(loop.pool().corpus()).Answer(&loop, *question);
  }
  EXPECT_EQ(loop.pool().Count().skipped, 1);
  loop.Answer(s, {0}, {kNoLabel});
  EXPECT_EQ(loop.Next()->sentence, s) << "unless something of it is taken back";
  EXPECT_EQ(loop.pool().Count().skipped, 0);
}

TEST(ActiveLoop, WrongAnswersChangeNothing) {
  ActiveSession session(Input({}), "");
  ActiveLoop& loop = session.loop();
  const Question question = *loop.Next();
  const auto labels = loop.pool().labels();
  const auto wrong = [&](int64_t s, const std::vector<int32_t>& tokens,
                         const std::vector<int32_t>& ids, const std::string& text) {
    try {
      loop.Answer(s, tokens, ids);
      ADD_FAILURE() << "expected: " << text;
    } catch (const Error& e) {
      EXPECT_EQ(e.status(), Status::kInvalidArgument);
      EXPECT_THAT(e.what(), HasSubstr(text));
    }
  };
  wrong(question.sentence, {0, 0}, {1, 1}, "stands twice");
  wrong(question.sentence, {0, 100}, {1, 1}, "found 100");
  wrong(question.sentence, {0}, {3}, "expected a label from 0 to 2, found 3");
  wrong(question.sentence, {0}, {}, "a label for each token");
  wrong(kSentences, {0}, {1}, "expected a sentence from 0 to 59, found 60");
  EXPECT_EQ(loop.pool().labels(), labels);
}

// Counting as answers come asks what counting them all anew asks; learner_test has the models.
TEST(ActiveLoop, LearningInStepsAsksWhatLearningInFullAsks) {
  std::vector<std::vector<int32_t>> labels;
  for (const char* retrain : {"steps", "full"}) {
    ActiveSession session(Input({{"retrain", retrain}, {"k", "4"}}), "");
    Oracle(session.loop().pool().corpus()).AnswerAll(&session.loop());
    labels.push_back(session.loop().pool().labels());
  }
  EXPECT_EQ(labels[0], labels[1]);
}

// The model's labels beside a wrong answer go with it.
TEST(ActiveLoop, ACorrectionHasTheModelLabelItsPartAnew) {
  ActiveSession session(Input({{"k", "3"}}), "");
  ActiveLoop& loop = session.loop();
  const Oracle oracle(loop.pool().corpus());
  int64_t s = -1;
  std::vector<int32_t> by_model;
  while (const Question* question = loop.Next()) {
    s = question->sentence;
    oracle.Answer(&loop, *question);
    const int64_t begin = loop.pool().corpus().begin(s);
    for (int32_t t = 0; t < static_cast<int32_t>(loop.pool().corpus().length(s)); ++t) {
      const Origin origin = loop.pool().origins()[static_cast<size_t>(begin + t)];
      if (origin == Origin::kModel) by_model.push_back(t);
    }
    if (!by_model.empty() && loop.pool().state(s) == SentenceState::kDone) break;
  }
  ASSERT_FALSE(by_model.empty());
  loop.Answer(s, {by_model[0]}, {kNoLabel});
  for (const int32_t t : by_model) {
    EXPECT_EQ(loop.pool().labels(s)[static_cast<size_t>(t)], kNoLabel) << "open again";
  }
  EXPECT_EQ(loop.Next()->sentence, s);
  EXPECT_EQ(loop.Next()->tokens, std::vector<int32_t>{by_model[0]}) << "only that was taken back";
  loop.Answer(s, {by_model[0]}, {1});
  EXPECT_EQ(loop.pool().state(s), SentenceState::kDone);
}

TEST(ActiveLoop, WhatIsTakenBackOfAnOpenSentenceIsAskedForInItsTurn) {
  ActiveSession session(Input({{"k", "1"}}), "");
  ActiveLoop& loop = session.loop();
  int64_t s = 0;
  while (loop.pool().state(s) != SentenceState::kOpen) ++s;
  loop.Answer(s, {0}, {kNoLabel});
  EXPECT_EQ(loop.pool().Count().asked, 0) << "it had no label";
  loop.Answer(s, {0}, {1});
  loop.Answer(s, {0}, {kNoLabel});
  ASSERT_NE(loop.Next(), nullptr);
  EXPECT_EQ(loop.Next()->sentence, s);
  EXPECT_EQ(loop.Next()->tokens, std::vector<int32_t>{0});
}

TEST(ActiveLoop, UpdatesCanBeWatchedAndStopIt) {
  ActiveSession session(Input({{"k", "1"}}), "");
  ActiveLoop& loop = session.loop();
  int64_t seen = 0;
  loop.OnUpdate([&] {
    EXPECT_EQ(loop.updates(), ++seen) << "every one is seen";
    return seen != 5;
  });
  EXPECT_THROW(loop.Next(), Error);
  EXPECT_EQ(loop.updates(), 5);
  session.Cancel();
  EXPECT_THROW(loop.Next(), Error) << "a cancel too";
  EXPECT_EQ(loop.Next(), nullptr) << "and it goes on";
  EXPECT_GT(seen, 5);
}

TEST(ActiveLoop, TrainingThatFailsLosesNothing) {
  SessionInput input = Input({}, "crf");
  input.run.options.Set("patience", "3");  // there is no development corpus
  ActiveSession session(input, "");
  ActiveLoop& loop = session.loop();
  EXPECT_THROW(loop.Next(), Error);
  loop.Answer(0, {}, {});
  EXPECT_THROW(loop.Next(), Error) << "it says so again";
}

TEST(ActiveLoop, EveryTaggerLearnsThroughTheSameInterface) {
  ActiveSession session(Input({{"batch", "10"}}, "crf"), "");
  Oracle(session.loop().pool().corpus()).AnswerAll(&session.loop());
  EXPECT_EQ(session.loop().pool().Count().done, kSentences);
  EXPECT_EQ(session.loop().model()->method(), "crf");
}

TEST(ActiveSession, WhatCannotBeIsRefused) {
  const auto refused = [](const SessionInput& input, const std::string& text) {
    try {
      ActiveSession session(input, "");
      ADD_FAILURE() << "expected: " << text;
    } catch (const Error& e) {
      EXPECT_THAT(e.what(), HasSubstr(text));
    }
  };
  refused(Input({}, "hmm"), "learns from votes");
  SessionInput votes = Input({}, "crf");
  votes.run.options.Set("aggregator", "mv");
  refused(votes, "expected option aggregator=gold");
  SessionInput share = Input({}, "crf");
  share.run.options.Set("negative_share", "0.5");
  refused(share, "negative_share has no effect");
  SessionInput iterations = Input({});
  iterations.run.options.Set("iterations", "5");
  refused(iterations, "iterations has no effect");
  SessionInput dev = Input({});
  dev.run.dev = dev.run.train;
  refused(dev, "a development corpus has no effect");
  SessionInput unnamed = Input({});
  CorpusBuilder builder;
  SentenceData sentence;
  sentence.tokens = {"a"};
  builder.Add(sentence);
  unnamed.run.train = builder.Finish();
  refused(unnamed, "names no label");
}

}  // namespace
}  // namespace weft

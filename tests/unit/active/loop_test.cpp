// Loops and sessions: what they ask, what they learn, and that nothing is lost.
#include "active/loop.h"

#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>

#include "active/session.h"
#include "active_testing.h"
#include "core/error.h"
#include "core/os.h"
#include "model/model_file.h"
#include "model/registry.h"

namespace weft {
namespace {

using ::testing::HasSubstr;
using testing::RandomCorpus;
using testing::RandomGold;
using Settings = std::vector<std::pair<std::string, std::string>>;

constexpr int64_t kSentences = 60;
constexpr uint64_t kSeed = 11;

SessionInput Input(const Settings& active, const std::string& tagger = "hmm-tagger",
                   double labelled = 0.2) {
  SessionInput input;
  input.run.method = &FindMethod(tagger);
  input.run.options = Options(TrainingOptions(*input.run.method));
  input.run.train = RandomCorpus(kSentences, labelled, kSeed);
  input.active = Options(ActiveOptionTable());
  for (const auto& [key, value] : active) input.active.Set(key, value);
  return input;
}

// Answers as a person does who knows all.
class Oracle {
 public:
  explicit Oracle(const Corpus& corpus) : corpus_(corpus), gold_(RandomGold(kSentences, kSeed)) {}

  int32_t Label(int64_t s, int32_t token) const {
    return gold_[static_cast<size_t>(corpus_.begin(s) + token)];
  }
  void Answer(ActiveLoop* loop, const Question& question) const {
    std::vector<int32_t> labels;
    for (const int32_t token : question.tokens) labels.push_back(Label(question.sentence, token));
    loop->Answer(question.sentence, question.tokens, labels);
  }
  // Until nothing is left; the number of questions.
  int64_t AnswerAll(ActiveLoop* loop) const {
    int64_t questions = 0;
    while (const Question* question = loop->Next()) {
      ++questions;
      EXPECT_FALSE(question->tokens.empty());
      Answer(loop, *question);
    }
    return questions;
  }

 private:
  const Corpus& corpus_;
  const std::vector<int32_t> gold_;
};

std::string Bytes(ActiveLoop* loop) { return SaveModelBytes(*loop->model()); }

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

// ---- Sessions in files

class SessionFileTest : public ::testing::Test {
 protected:
  void SetUp() override {
    path_ = (std::filesystem::temp_directory_path() /
             ("weft_session_" +
              std::string(::testing::UnitTest::GetInstance()->current_test_info()->name())))
                .string();
    std::filesystem::remove(path_);
  }
  void TearDown() override { std::filesystem::remove(path_); }

  std::unique_ptr<ActiveSession> Resume(const SessionInput& input) const {
    return ActiveSession::Resume(input.run, path_, {});
  }

  std::string path_;
};

// Whatever bytes of the file have reached the disk, going on from them ends like a session that
// was never broken off: same labels, same model to the last byte.
TEST_F(SessionFileTest, ASessionCutAnywhereEndsLikeAWholeOne) {
  for (const Settings& settings :
       {Settings{{"k", "6"}, {"batch", "3"}}, Settings{{"density", "1"}, {"query", "sesal"}}}) {
    const SessionInput input = Input(settings);
    std::filesystem::remove(path_);
    std::string whole;
    std::vector<int32_t> labels;
    std::string model;
    {
      ActiveSession session(input, path_);
      Oracle(*input.run.train).AnswerAll(&session.loop());
      whole = ReadFile(path_);
      labels = session.loop().pool().labels();
      model = Bytes(&session.loop());
    }
    Random random(1);
    const size_t header = whole.find('\n') + 1;
    for (int trial = 0; trial < 30; ++trial) {
      const size_t cut = header + random.Below(whole.size() - header + 1);
      std::ofstream(path_, std::ios::binary) << whole.substr(0, cut);
      const auto session = Resume(input);
      Oracle(*input.run.train).AnswerAll(&session->loop());
      EXPECT_EQ(session->loop().pool().labels(), labels) << cut;
      EXPECT_EQ(Bytes(&session->loop()), model) << cut;
    }
  }
}

// Whatever a host does, in whatever order: a session that is broken off before every call is the
// same as one that never is.
TEST_F(SessionFileTest, BreaksChangeNothingWhateverAHostDoes) {
  uint64_t seed = 0;
  for (const Settings& settings :
       {Settings{{"k", "6"}, {"batch", "3"}}, Settings{{"k", "2"}, {"delay", "2"}},
        Settings{{"density", "1"}}, Settings{{"query", "sesal"}, {"threshold", "0.8"}},
        Settings{{"query", "fusal"}, {"batch", "4"}, {"diversity", "0.7"}}}) {
    const SessionInput input = Input(settings, "hmm-tagger", seed % 2 == 0 ? 0.2 : 0.0);
    std::filesystem::remove(path_);
    ActiveSession whole(input, "");
    std::make_unique<ActiveSession>(input, path_);
    Random random(++seed);
    for (int step = 0; step < 150; ++step) {
      const auto broken = Resume(input);
      const auto both = [&](auto act) {
        act(&whole.loop());
        act(&broken->loop());
      };
      const auto s = static_cast<int64_t>(random.Below(kSentences));
      const int64_t length = input.run.train->length(s);
      const auto token = static_cast<int32_t>(random.Below(static_cast<uint64_t>(length) + 1));
      const auto label = static_cast<int32_t>(random.Below(4)) - 1;
      const uint64_t what = random.Below(12);
      if (what < 7) {
        const Question* asked = nullptr;
        both([&](ActiveLoop* loop) {
          const Question* question = loop->Next();
          if (loop == &whole.loop()) {
            asked = question;
            return;
          }
          ASSERT_EQ(asked == nullptr, question == nullptr);
          if (!question) return;
          ASSERT_EQ(question->sentence, asked->sentence) << "seed " << seed << ", step " << step;
          ASSERT_EQ(question->tokens, asked->tokens);
        });
        if (!asked) continue;
        const int64_t of = asked->sentence;
        std::vector<int32_t> tokens = asked->tokens, labels;
        if (what == 6) tokens.resize(1);
        for (size_t i = 0; i < tokens.size(); ++i) {
          labels.push_back(static_cast<int32_t>(random.Below(3)));
        }
        both([&](ActiveLoop* loop) { loop->Answer(of, tokens, labels); });
      } else if (what < 10) {
        if (token < length) both([&](ActiveLoop* loop) { loop->Answer(s, {token}, {label}); });
      } else if (what == 10) {
        both([&](ActiveLoop* loop) { loop->Skip(s); });
      } else {
        both([&](ActiveLoop* loop) { loop->Update(); });
      }
      ASSERT_EQ(broken->loop().pool().labels(), whole.loop().pool().labels())
          << "seed " << seed << ", step " << step;
      ASSERT_EQ(broken->loop().updates(), whole.loop().updates());
    }
    const auto broken = Resume(input);
    EXPECT_EQ(Bytes(&broken->loop()), Bytes(&whole.loop()));
  }
}

TEST_F(SessionFileTest, GoesOnInTheMiddleOfASentence) {
  const SessionInput input = Input({{"query", "fusal"}});
  int64_t s = 0;
  std::vector<int32_t> left;
  {
    ActiveSession session(input, path_);
    const Question question = *session.loop().Next();
    s = question.sentence;
    left.assign(question.tokens.begin() + 1, question.tokens.end());
    session.loop().Answer(s, {question.tokens[0]}, {2});
  }
  const auto session = Resume(input);
  EXPECT_EQ(session->loop().Next()->sentence, s);
  EXPECT_EQ(session->loop().Next()->tokens, left);
  EXPECT_EQ(session->loop().pool().labels(s)[0], 2);
}

TEST_F(SessionFileTest, IsOfOneProcessOneCorpusAndNotWrittenOver) {
  const SessionInput input = Input({});
  const auto expect = [](Status status, const std::string& text, auto call) {
    try {
      call();
      ADD_FAILURE() << "expected: " << text;
    } catch (const Error& e) {
      EXPECT_EQ(e.status(), status) << e.what();
      EXPECT_THAT(e.what(), HasSubstr(text));
    }
  };
  expect(Status::kNotFound, path_, [&] { Resume(input); });
  EXPECT_FALSE(std::filesystem::exists(path_)) << "looking for it does not make it";
  {
    ActiveSession session(input, path_);
    session.loop().Next();
    expect(Status::kState, "in use", [&] { Resume(input); });
  }
  expect(Status::kState, "holds something already", [&] { ActiveSession(input, path_); });
  SessionInput other = input;
  other.run.train = RandomCorpus(kSentences, 0.2, kSeed + 1);
  expect(Status::kInvalidArgument, "other corpora", [&] { Resume(other); });
  const std::string whole = ReadFile(path_);
  const auto write = [&](const std::string& text) {
    std::ofstream(path_, std::ios::binary) << text;
  };
  write(whole + "{\"answer\":0}\n");
  expect(Status::kCorrupt, "line", [&] { Resume(input); });
  write(whole + "{\"batch\":[99999]}\n");
  expect(Status::kCorrupt, "found 99999", [&] { Resume(input); });
  write(whole + "{\"model\":1,\"tokens\":[0],\"labels\":[\"Z\"]}\n");
  expect(Status::kCorrupt, "there is no label \"Z\"", [&] { Resume(input); });
  write("{\"weft_session\":2}\n");
  expect(Status::kVersion, "newer", [&] { Resume(input); });
  write("a text\n");
  expect(Status::kFormat, "not the file of a session", [&] { Resume(input); });
  expect(Status::kState, "holds something already", [&] { ActiveSession(input, path_); });
  write("");
  expect(Status::kNotFound, "is empty", [&] { Resume(input); });
  ActiveSession begun(input, path_);
  EXPECT_NE(begun.loop().Next(), nullptr);
}

}  // namespace
}  // namespace weft

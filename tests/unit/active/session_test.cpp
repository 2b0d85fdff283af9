// Sessions in files: broken off anywhere, they go on as if they had not been.
#include "active/session.h"

#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>

#include "core/error.h"
#include "core/os.h"
#include "model/model_file.h"
#include "session_testing.h"

namespace weft {
namespace {

using ::testing::HasSubstr;
using testing::Input;
using testing::kSeed;
using testing::kSentences;
using testing::Oracle;
using testing::RandomCorpus;
using testing::Settings;

std::string Bytes(ActiveLoop* loop) { return SaveModelBytes(*loop->model()); }

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

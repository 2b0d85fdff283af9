// The neural methods by the command, and what happens where their plug-in is not to be had.
#include <gmock/gmock.h>

#include <filesystem>

#include "command_test.h"

namespace weft::testing {
namespace {

namespace fs = std::filesystem;
using NeuralTest = CommandTest;

const Words kSmall = {"--set", "units=16",    "--set", "word_width=16",
                      "--set", "letters=cnn", "--set", "learning_rate=0.01",
                      "--set", "dropout=0.2"};

Words Train(const Words& method, const std::string& out, const Words& more = {}) {
  Words words = {"train", "--data", CommandTest::Toy(), "--out", out};
  for (const Words& part : {method, kSmall, more}) {
    words.insert(words.end(), part.begin(), part.end());
  }
  return words;
}

TEST_F(NeuralTest, AllSourcesAtOnceBeatTheirMajority) {
  const Words epochs = {"--set", "epochs=4"};
  WeftJson(Train({"--tagger", "bilstm-crf", "--aggregator", "mv"}, Path("mv.weft"), epochs));
  const Json trained = WeftJson(
      Train({"--method", "nhcrf"}, Path("hidden.weft"),
            {"--set", "epochs=4", "--set", "first_epochs=4", "--set", "first_learning_rate=0.01"}));
  EXPECT_EQ(trained.at("method"), "nhcrf");
  EXPECT_EQ(trained.at("aggregator"), "mv");
  const auto f1 = [&](const std::string& model, const Words& more = {}) {
    Words words = {"eval", Path(model), "--data", Toy(), "--split", "test"};
    words.insert(words.end(), more.begin(), more.end());
    return WeftJson(words).at("span").at("f1").get<double>();
  };
  EXPECT_GT(f1("hidden.weft"), f1("mv.weft") + 0.05);
  EXPECT_NE(f1("hidden.weft", {"--decode", "votes"}), f1("hidden.weft"));
  EXPECT_EQ(f1("hidden.weft", {"--set", "decode=votes"}), f1("hidden.weft", {"--decode", "votes"}));
  const Json info = WeftJson({"info", Path("hidden.weft")});
  EXPECT_EQ(info.at("method"), "nhcrf");
  EXPECT_EQ(info.at("sources").size(), 9u);
}

TEST_F(NeuralTest, OneModelWhateverTheNumberOfThreads) {
  std::string first;
  for (const char* threads : {"1", "2"}) {
    const std::string model = Path(std::string("m") + threads);
    WeftJson(Train({"--method", "nhcrf", "--threads", threads}, model,
                   {"--set", "epochs=1", "--set", "first_epochs=1", "--set", "batch_size=200"}));
    if (first.empty()) first = ReadFile(model);
    EXPECT_TRUE(ReadFile(model) == first) << threads << " threads";
  }
}

// A session whose tagger goes on from the model before, cut off and gone on with.
TEST_F(NeuralTest, SessionsGoOnFromTheModelBefore) {
  Words begin = {"active",     "annotate",      "--data",   Toy(),    "--tagger",
                 "bilstm-crf", "--set",         "epochs=1", "--loop", "batch=3",
                 "--loop",     "labelled=0.05", "--loop",   "k=3",    "--session"};
  begin.insert(begin.end() - 1, kSmall.begin(), kSmall.end());
  const auto with = [](Words words, const Words& more) {
    words.insert(words.end(), more.begin(), more.end());
    return words;
  };
  const Words go_on = {"active",   "annotate",   "--data",   Toy(),
                       "--tagger", "bilstm-crf", "--session"};
  const std::string twenty(20, 'A');
  ASSERT_EQ(Weft(with(begin, {Path("whole"), "--model", Path("whole.weft")}), twenty + "q").status,
            0);
  ASSERT_EQ(Weft(with(begin, {Path("cut")}), twenty.substr(0, 10) + "q").status, 0);
  EXPECT_TRUE(fs::exists(Path("cut.model")));
  const Outcome rest =
      Weft(with(go_on, {Path("cut"), "--model", Path("cut.weft")}), twenty.substr(10) + "q");
  ASSERT_EQ(rest.status, 0) << rest.err;
  EXPECT_TRUE(ReadFile(Path("cut.weft")) == ReadFile(Path("whole.weft")));
  fs::copy_file(Path("whole.weft"), Path("cut.model"), fs::copy_options::overwrite_existing);
  ExpectFailure(1, with(go_on, {Path("cut")}), {"cut.model is not a model of this session"}, "q");
}

// The command with the library beside it and nothing else.
class LonelyTest : public CommandTest {
 protected:
  void SetUp() override {
    CommandTest::SetUp();
    fs::create_directories(Path("lib"));
    fs::create_directories(Path("bin"));
    fs::copy(WEFT_LIBRARY, Path("lib/libweft.so.0"));
    fs::copy(WEFT_COMMAND, Path("bin/weft"));
  }
  Outcome RunLonely(Words words) const {
    words.insert(words.begin(), Path("bin/weft"));
    return Process(words).Wait();
  }
};

TEST_F(LonelyTest, WithoutThePluginEveryPlaceIsNamed) {
  const Outcome outcome = RunLonely(Train({"--tagger", "bilstm-crf"}, Path("m.weft")));
  EXPECT_EQ(outcome.status, 1);
  for (const char* part : {"/libweft_neural.so (beside libweft): cannot open shared object file",
                           "libweft_neural.so (the loader's own search): "}) {
    EXPECT_THAT(outcome.err, ::testing::HasSubstr(part));
  }
  EXPECT_EQ(RunLonely({"info", ToyTagger()}).status, 0) << "other models need no plug-in";
}

TEST_F(LonelyTest, ADamagedPluginIsNamed) {
  WriteFile("lib/libweft_neural.so", "no library");
  const Outcome outcome = RunLonely(Train({"--tagger", "bilstm-crf"}, Path("m.weft")));
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.err, ::testing::HasSubstr("file too short"));
}

}  // namespace
}  // namespace weft::testing

// weft train and weft eval: taggers from votes and from gold labels.
#include <gmock/gmock.h>

#include "command_test.h"

namespace weft::testing {
namespace {

using ::testing::HasSubstr;
using TrainTest = CommandTest;

Json Eval(const std::string& model) {
  return WeftJson({"eval", model, "--data", CommandTest::Toy(), "--split", "test"});
}

TEST_F(TrainTest, ATaggerLearnsFromVotesAlone) {
  const std::string model = Path("m.weft");
  const Json trained = WeftJson(
      {"train", "--tagger", "crf", "--aggregator", "hmm", "--data", Toy(), "--out", model});
  EXPECT_EQ(trained.at("method"), "crf");
  EXPECT_EQ(trained.at("aggregator"), "hmm");
  EXPECT_EQ(trained.at("sentences"), 1000);
  EXPECT_GT(trained.at("iterations"), 1);
  EXPECT_GT(trained.at("dev_f1"), 0.5);  // The folder's valid split.
  EXPECT_FALSE(trained.at("stop_reason").get<std::string>().empty());
  EXPECT_EQ(trained.at("bytes"), ReadFile(model).size());

  const Json scored = Eval(model);
  EXPECT_EQ(scored.at("method"), "crf");
  EXPECT_GT(scored.at("span").at("f1"), 0.6);
  EXPECT_GE(scored.at("seconds"), 0);
  EXPECT_EQ(scored.at("sentences"), 300);

  WeftJson({"train", "--tagger", "crf", "--aggregator", "gold", "--data", Toy(), "--out",
            Path("gold.weft")});
  EXPECT_GT(Eval(Path("gold.weft")).at("span").at("f1"), scored.at("span").at("f1"));
}

TEST_F(TrainTest, OneModelWhateverTheNumberOfThreads) {
  std::string first;
  for (const char* threads : {"1", "2", "8"}) {
    const std::string model = Path(std::string("m") + threads);
    WeftJson({"train", "--tagger", "crf", "--aggregator", "hmm", "--data", Toy(), "--out", model,
              "--threads", threads, "--set", "max_iterations=15", "--set", "hmm.iterations=5"});
    if (first.empty()) first = ReadFile(model);
    EXPECT_FALSE(first.empty());
    EXPECT_TRUE(ReadFile(model) == first) << threads << " threads";
  }
}

TEST_F(TrainTest, ASeedGivesItsModelAgain) {
  const auto train = [&](const std::string& name, const std::string& seed) {
    WeftJson({"train", "--tagger", "crf", "--data", Toy(), "--out", Path(name), "--set",
              "algorithm=ap", "--set", "max_iterations=2", "--seed", seed});
    return ReadFile(Path(name));
  };
  const std::string one = train("a", "1");
  EXPECT_TRUE(train("b", "1") == one);
  EXPECT_FALSE(train("c", "2") == one);
}

TEST_F(TrainTest, NoDevelopmentCorpusWhereNoneIsWanted) {
  const Json none = WeftJson({"train", "--tagger", "crf", "--data", Toy(), "--out", Path("m"),
                              "--dev", "none", "--set", "max_iterations=3"});
  EXPECT_TRUE(none.at("dev_f1").is_null());
  const Json file =
      WeftJson({"train", "--tagger", "crf", "--data", Toy() + "/train.jsonl", "--dev",
                Toy() + "/valid.jsonl", "--out", Path("m"), "--set", "max_iterations=3"});
  EXPECT_TRUE(file.at("dev_f1").is_number());
}

TEST_F(TrainTest, MetadataStaysWithTheModel) {
  WeftJson({"train", "--method", "mv", "--data", Toy(), "--out", Path("m"), "--metadata",
            "name=größter Test", "--metadata", "language=en"});
  const Json info = WeftJson({"info", Path("m")});
  EXPECT_EQ(info.at("metadata").at("name"), "größter Test");
  EXPECT_EQ(info.at("metadata").at("language"), "en");
  EXPECT_EQ(info.at("reads"), "votes");
}

TEST_F(TrainTest, APathMayHoldAnything) {
  const std::string model = Path("mit Leerzeichen ü 🙂.weft");
  WeftJson({"train", "--method", "mv", "--data", Toy(), "--out", model});
  EXPECT_EQ(WeftJson({"info", model}).at("method"), "mv");
}

TEST_F(TrainTest, EvalDecodesWhatTheModelReads) {
  const Words eval = {"eval", ToyAggregator(), "--data", Toy(), "--split", "test", "--decode"};
  Words votes = eval, tokens = eval;
  votes.push_back("votes");
  tokens.push_back("tokens");
  EXPECT_GT(WeftJson(votes).at("span").at("f1"), 0.5);
  ExpectFailure(1, tokens, {ToyAggregator(), "cannot decode tokens", "reads votes"});
}

TEST_F(TrainTest, UnknownGoldLabelsAreCountedAsMissedAndListed) {
  const std::string data = WriteFile("new.conll", "Oslo B-VILLAGE\n\nin O\nOslo B-LOC\n");
  const Json scored = WeftJson({"eval", ToyTagger(), "--data", data});
  EXPECT_EQ(scored.at("unknown_labels"), Json({"B-VILLAGE"}));
  EXPECT_EQ(scored.at("types").at("VILLAGE").at("gold"), 1);
  EXPECT_EQ(scored.at("types").at("VILLAGE").at("recall"), 0);
  EXPECT_THAT(Weft({"eval", ToyTagger(), "--data", data}).out, HasSubstr("B-VILLAGE"));
}

}  // namespace
}  // namespace weft::testing

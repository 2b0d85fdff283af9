// Command lines that cannot be right, and how they are told so.
#include <gmock/gmock.h>

#include <filesystem>

#include "command_test.h"

namespace weft::testing {
namespace {

using ::testing::HasSubstr;

constexpr int kFailed = 1, kUsage = 2;
const Words kVerbs = {"aggregate", "train", "tag",     "eval",   "analyze",
                      "convert",   "info",  "methods", "options"};

using UsageTest = CommandTest;

TEST_F(UsageTest, EveryVerbHasHelpThatNamesTheCommonFlags) {
  for (const std::string& verb : kVerbs) {
    const Outcome help = Weft({verb, "--help"});
    EXPECT_EQ(help.status, 0) << verb;
    EXPECT_EQ(help.err, "") << verb;
    EXPECT_THAT(help.out, HasSubstr("Usage: weft " + verb + " ")) << verb;
    for (const char* flag : {"--json", "--set", "--read", "--seed", "--threads", "--quiet"}) {
      EXPECT_THAT(help.out, HasSubstr(flag)) << verb;
    }
    EXPECT_THAT(Weft({"--help"}).out, HasSubstr("\n  " + verb));
  }
  EXPECT_THAT(Weft({"--version"}).out, HasSubstr("weft 0."));
}

TEST_F(UsageTest, NamesTheNearestVerbFlagMethodAndKey) {
  ExpectFailure(kUsage, {}, {"a verb is expected", "weft --help"});
  ExpectFailure(kUsage, {"agregate"}, {"no verb \"agregate\"", "\"aggregate\""});
  ExpectFailure(kUsage, {"train", "--agregator", "hmm", "--data", Toy(), "--out", "m"},
                {"weft train has no flag \"--agregator\"", "\"--aggregator\""});
  ExpectFailure(kUsage, {"aggregate", "--method", "hmn", "--data", Toy()},
                {"no aggregator \"hmn\"", "\"hmm\""});
  ExpectFailure(kUsage, {"train", "--method", "crff", "--data", Toy(), "--out", Path("m")},
                {"no method \"crff\"", "\"crf\""});
  ExpectFailure(kUsage, {"train", "--tagger", "hmm", "--data", Toy(), "--out", Path("m")},
                {"\"hmm\" is no tagger but an aggregator"});
  ExpectFailure(
      kUsage,
      {"aggregate", "--method", "hmm", "--data", Toy(), "--split", "test", "--set", "tolerence=1"},
      {"--set tolerence=1", "\"tolerance\""});
  ExpectFailure(
      kUsage,
      {"aggregate", "--method", "mv", "--data", Toy(), "--split", "test", "--read", "formt=conll"},
      {"--read formt=conll", "\"format\""});
  ExpectFailure(kUsage, {"options", "hm"}, {"no method \"hm\"", "\"hmm\""});
}

TEST_F(UsageTest, SaysWhatValuesAreAllowed) {
  const Words aggregate = {"aggregate", "--data", Toy(), "--split", "test", "--method"};
  const auto with = [&](Words words) {
    words.insert(words.begin(), aggregate.begin(), aggregate.end());
    return words;
  };
  ExpectFailure(kUsage, with({"mv", "--set", "convention=crowdy"}), {"weft, crowd, wrench"});
  ExpectFailure(kUsage, with({"hmm", "--set", "tolerance=-1"}), {"tolerance", "from 0"});
  ExpectFailure(kUsage, with({"mv", "--set", "convention"}), {"KEY=VALUE", "\"convention\""});
  ExpectFailure(kUsage, with({"mv", "--mode", "lenient"}), {"--mode"});
  ExpectFailure(kUsage, with({"mv", "--threads", "many"}),
                {"--threads", "whole number from 0 to 1024", "\"many\""});
  ExpectFailure(kUsage, with({"mv", "--threads", "2000"}), {"--threads", "0 to 1024", "\"2000\""});
  ExpectFailure(kUsage, with({"hmm", "--seed", "abc"}),
                {"--seed", "expected a whole number", "\"abc\""});
  EXPECT_EQ(Weft(with({"mv", "--seed", "-3", "--quiet"})).status, 0);
  ExpectFailure(kUsage, with({"mv", "--model", "m.weft"}), {"--method", "--model"});
  ExpectFailure(kUsage, with({"mv", "--out", Path("labels.xml")}), {".jsonl", ".conll"});
  ExpectFailure(kUsage, {"aggregate", "--method", "mv"}, {"--data"});
  ExpectFailure(kUsage, {"info", "m.weft", "--set", "a=b"}, {"--set a=b", "info"});
  ExpectFailure(kUsage, {"info", "m.weft", "more"}, {"weft info", "\"more\""});
}

TEST_F(UsageTest, SaysWhatIsMissingAndWhere) {
  ExpectFailure(kFailed, {"info", Path("none.weft")}, {Path("none.weft")});
  ExpectFailure(kFailed, {"info", Toy() + "/meta.json"}, {"meta.json"});
  ExpectFailure(kFailed, {"analyze", "--data", Path("none.jsonl")}, {Path("none.jsonl")});
  ExpectFailure(kUsage, {"analyze", "--data", Toy()}, {"is a folder", "--split"});
  ExpectFailure(kFailed, {"analyze", "--data", Toy(), "--split", "tset"}, {"\"tset\"", Toy()});
  ExpectFailure(kUsage, {"analyze", "--data", Toy() + "/test.jsonl", "--split", "test"},
                {"is no folder"});
  const std::string plain = WriteFile("plain.conll", "Oslo\n");
  ExpectFailure(kFailed, {"analyze", "--data", plain}, {plain, "no votes"});
  ExpectFailure(kFailed, {"train", "--tagger", "crf", "--data", plain, "--out", Path("m")},
                {plain, "no gold labels"});
  ExpectFailure(kFailed, {"train", "--tagger", "crf", "--data", Toy(), "--out", Path("no/m.weft")},
                {"no/m.weft", "no folder"});
  const std::string ragged = WriteFile("ragged.conll", "Oslo B-LOC\nis\n");
  ExpectFailure(kFailed, {"train", "--tagger", "crf", "--data", ragged, "--out", Path("m")},
                {ragged + ":2", "expected 2 columns"});
}

// What is read is not written over.
TEST_F(UsageTest, OutputsAreNoInputs) {
  const std::string text = WriteFile("a.jsonl", ReadFile(Toy() + "/test.jsonl"));
  const std::string folder = Path("data");
  std::filesystem::create_directories(folder);
  const std::string split = folder + "/train.jsonl";
  std::filesystem::copy_file(text, split);
  for (const Words& words : std::vector<Words>{
           {"tag", ToyTagger(), text, "--out", text},
           {"tag", ToyTagger(), text, "--out", ToyTagger()},
           {"aggregate", "--method", "mv", "--data", text, "--out", text},
           {"aggregate", "--method", "mv", "--data", text, "--explain", text},
           {"convert", "--data", text, "--out", text},
           {"train", "--tagger", "crf", "--data", folder, "--out", split},
           {"train", "--tagger", "crf", "--data", Toy(), "--dev", text, "--out", text},
           {"train", "--tagger", "crf", "--data", Toy(), "--with", text, "--out", text}}) {
    ExpectFailure(kUsage, words, {"--", words.back()});
  }
  // Read where --dev does not say otherwise.
  std::filesystem::copy_file(text, folder + "/valid.jsonl");
  ExpectFailure(kUsage,
                {"train", "--tagger", "crf", "--data", folder, "--out", folder + "/valid.jsonl"},
                {"--dev and --out both name"});
  EXPECT_EQ(ReadFile(text), ReadFile(split));
  // What is no split, though its name begins so, twice.
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(Weft({"train", "--tagger", "crf", "--data", folder, "--dev", "none", "--out",
                    folder + "/train.weft", "--set", "max_iterations=2"})
                  .status,
              0);
  }
}

// Pipes are read, and written to, once.
TEST_F(UsageTest, PipesAreNoFilesToLose) {
  const std::string lines = WriteFile("a.txt", "Ada left ||| Adum leftum ||| 0-0 1-1\n");
  const std::string weft = WEFT_COMMAND;
  const auto run = [](const std::string& command) {
    return RunProcess({"/bin/bash", "-c", command});
  };
  const Outcome projected =
      run("'" + weft + "' project --bitext <(cat '" + lines + "') --source-model '" + ToyTagger() +
          "' --labels hard -q --to jsonl --out '" + Path("p.jsonl") + "'");
  EXPECT_EQ(projected.status, 0) << projected.err;
  EXPECT_THAT(ReadFile(Path("p.jsonl")), HasSubstr("B-PER"));
  const Outcome trained = run("'" + weft + "' train --tagger crf --data <(cat '" + Toy() +
                              "/test.jsonl') --set max_iterations=2 -q --out '" + Path("m") + "'");
  EXPECT_EQ(trained.status, 0) << trained.err;
  const Outcome tagged =
      run("'" + weft + "' tag '" + ToyTagger() + "' <(echo Oslo) -q --out " + "/dev/stdout | cat");
  EXPECT_THAT(tagged.out, HasSubstr("Oslo"));
}

TEST_F(UsageTest, AFullDiskIsAFailure) {
  const std::string command = std::string(WEFT_COMMAND) + " methods >/dev/full";
  const Outcome outcome = RunProcess({"/bin/sh", "-c", command});
  EXPECT_EQ(outcome.status, kFailed);
  EXPECT_THAT(outcome.err, HasSubstr("standard output"));
}

TEST_F(UsageTest, ListsMethodsAndOptions) {
  const Json methods = WeftJson({"methods"}).at("methods");
  std::map<std::string, std::string> kinds;
  for (const auto& method : methods) kinds[method.at("name")] = method.at("kind");
  EXPECT_EQ(kinds.at("mv"), "aggregator");
  EXPECT_EQ(kinds.at("hmm"), "aggregator");
  EXPECT_EQ(kinds.at("crf"), "tagger");
  EXPECT_THAT(Weft({"methods"}).out, HasSubstr("hmm"));

  std::map<std::string, Json> options;
  const Json crf = WeftJson({"options", "crf"});
  for (const auto& option : crf.at("options")) {
    options[option.at("key")] = option;
  }
  EXPECT_EQ(options.at("algorithm").at("choices").at(0), "lbfgs");
  EXPECT_EQ(options.at("c2").at("type"), "float");
  EXPECT_EQ(options.at("c2").at("min"), 0.0);
  EXPECT_THAT(Weft({"options", "read"}).out, HasSubstr("document_marker"));
}

// "from 0 to 100000, found" for what is listed as "0 to 100000".
TEST_F(UsageTest, ErrorsWriteBoundsAsTheyAreListed) {
  const std::string list = Weft({"options", "hmm"}).out;
  const Json options = WeftJson({"options", "hmm"}).at("options");
  int seen = 0;
  for (const auto& option : options) {
    if (!option.contains("min") || !option.contains("max") || option.at("min") < 0) continue;
    const std::string key = option.at("key");
    const Outcome outcome = Weft(
        {"aggregate", "--data", Toy(), "--split", "test", "--method", "hmm", "--set", key + "=-1"});
    EXPECT_EQ(outcome.status, kUsage);
    const size_t from = outcome.err.find(" from ") + 6;
    const std::string bounds = outcome.err.substr(from, outcome.err.find(", found") - from);
    EXPECT_THAT(list, HasSubstr(" " + bounds + " ")) << key;
    ++seen;
  }
  EXPECT_GT(seen, 3);
}

}  // namespace
}  // namespace weft::testing

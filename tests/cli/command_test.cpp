#include "command_test.h"

#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <sstream>

namespace weft::testing {
namespace {

std::string Scratch(const std::string& name) { return std::string(WEFT_SCRATCH) + "/" + name; }

std::string Trained(const std::string& name, const Words& flags) {
  const std::string path = Scratch(name);
  Words words = {"train", "--data", Scratch("toy"), "--out", path, "--quiet"};
  words.insert(words.end(), flags.begin(), flags.end());
  const Outcome outcome = Weft(words);
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  return path;
}

}  // namespace

void CommandTest::SetUpTestSuite() { Toy(); }

void CommandTest::SetUp() {
  const auto* info = ::testing::UnitTest::GetInstance()->current_test_info();
  folder_ = Scratch(std::string(info->test_suite_name()) + "." + info->name());
  std::filesystem::remove_all(folder_);
  std::filesystem::create_directories(folder_);
}

const std::string& CommandTest::Toy() {
  static const std::string folder = [] {
    std::filesystem::create_directories(WEFT_SCRATCH);
    const std::string path = Scratch("toy");
    EXPECT_EQ(RunProcess({WEFT_MAKE_TOY_CORPUS, path}).status, 0);
    return path;
  }();
  return folder;
}

const std::string& CommandTest::ToyTagger() {
  static const std::string path = Trained("tagger.weft", {"--tagger", "crf"});
  return path;
}

const std::string& CommandTest::ToyAggregator() {
  static const std::string path = Trained("aggregator.weft", {"--method", "hmm"});
  return path;
}

std::string CommandTest::WriteFile(const std::string& name, const std::string& text) const {
  std::ofstream(Path(name), std::ios::binary) << text;
  return Path(name);
}

std::string ReadFile(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

std::vector<std::string> Lines(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

Words Call(const Words& words) {
  Words call = {WEFT_COMMAND};
  call.insert(call.end(), words.begin(), words.end());
  return call;
}

Outcome Weft(const Words& words, const std::string& input) {
  return RunProcess(Call(words), input);
}

Json WeftJson(Words words) {
  words.push_back("--json");
  const Outcome outcome = Weft(words);
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  return Json::parse(outcome.out);
}

void ExpectFailure(int status, const Words& words, const Words& parts, const std::string& input) {
  const Outcome outcome = Weft(words, input);
  std::string call = "weft";
  for (const std::string& word : words) call += " " + word;
  EXPECT_EQ(outcome.status, status) << call << "\n" << outcome.err;
  EXPECT_EQ(Lines(outcome.err).size(), 1u) << call << "\n" << outcome.err;
  EXPECT_EQ(outcome.err.rfind("weft: ", 0), 0u) << call << "\n" << outcome.err;
  for (const std::string& part : parts)
    EXPECT_THAT(outcome.err, ::testing::HasSubstr(part)) << call;
}

}  // namespace weft::testing

// What tests of the command share: a small corpus with noisy sources, and a folder of each test's
// own.
#pragma once

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "support/process.h"

namespace weft::testing {

using Json = nlohmann::json;
using Words = std::vector<std::string>;

class CommandTest : public ::testing::Test {
 public:
  /// The corpus: splits train, valid, test with nine sources. Made once for all tests.
  static const std::string& Toy();
  /// A tagger learned from its gold labels, and an aggregator fitted on it. Made when first asked
  /// for.
  static const std::string& ToyTagger();
  static const std::string& ToyAggregator();

 protected:
  static void SetUpTestSuite();
  void SetUp() override;

  /// A path in this test's folder.
  std::string Path(const std::string& name) const { return folder_ + "/" + name; }
  std::string WriteFile(const std::string& name, const std::string& text) const;

  std::string folder_;
};

std::string ReadFile(const std::string& path);
std::vector<std::string> Lines(const std::string& text);

/// The words of a call of the command.
Words Call(const Words& words);
/// Runs the command to its end.
Outcome Weft(const Words& words, const std::string& input = "");
/// Runs it with --json; it must succeed, and print one object.
Json WeftJson(Words words);
/// Runs it; it must fail with this status and one line that holds every one of `parts`.
void ExpectFailure(int status, const Words& words, const Words& parts,
                   const std::string& input = "");

}  // namespace weft::testing

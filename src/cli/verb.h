// A verb of the command: a file VERB.cpp declares its flags and what it does with them.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace weft::cli {

enum ExitStatus : int { kDone = 0, kFailed = 1, kUsage = 2 };

/// A command line that cannot be right; names what was expected. Exit status 2.
struct UsageError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A run that failed for a reason of the command's own. Exit status 1.
struct Failure : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Flags that every verb has.
struct Common {
  bool json = false;
  bool quiet = false;
  int threads = 0;  ///< the most to use; 0: one per core
  std::optional<int64_t> seed;
  std::vector<std::string> set;   ///< KEY=VALUE, options of the method
  std::vector<std::string> read;  ///< KEY=VALUE, options of "read"
};

struct Verb {
  CLI::App* app;
  std::function<int()> run;  ///< after parsing; gives the exit status
};

/// Adds the subcommand `name` with the flags that every verb has.
CLI::App* AddVerb(CLI::App* parent, const std::string& name, const std::string& summary,
                  Common* common);

Verb AddAggregate(CLI::App* parent);
Verb AddTrain(CLI::App* parent);
Verb AddTag(CLI::App* parent);
Verb AddEval(CLI::App* parent);
Verb AddActive(CLI::App* parent);
Verb AddAnalyze(CLI::App* parent);
Verb AddConvert(CLI::App* parent);
Verb AddCurve(CLI::App* parent);
Verb AddProject(CLI::App* parent);
Verb AddInfo(CLI::App* parent);
Verb AddMethods(CLI::App* parent);
Verb AddOptions(CLI::App* parent);

}  // namespace weft::cli

// Runs a program and looks at what it says: for tests of the command.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

namespace weft::testing {

/// How a program ended.
struct Outcome {
  int status = -1;  ///< its exit status; −N where signal N ended it
  std::string out, err;
  int64_t peak_memory = 0;  ///< the most that it had in memory, bytes
};

/// A program that is running. Its outputs are kept; whoever waits for more than a minute fails.
class Process {
 public:
  /// `words[0]` is the path of the program. `input`: a file for its standard input; −1: what Write
  /// gives it.
  explicit Process(const std::vector<std::string>& words, int input = -1);
  ~Process();
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  void Write(const std::string& text);
  void CloseInput();
  void Signal(int number);
  /// Waits until its standard output (`error`: standard error) holds `text`; false where it ends
  /// without.
  bool WaitFor(const std::string& text, bool error = false);
  /// What it has said on standard error so far, as far as it was waited for.
  const std::string& standard_error() const { return outcome_.err; }
  /// Closes its input and waits for its end.
  Outcome Wait();
  /// From its start to the first byte of its standard output; 0 where there was none.
  double seconds_to_first_output() const { return first_output_; }

 private:
  bool ReadSome();
  int pid_ = -1, input_ = -1, output_ = -1, error_ = -1;
  std::chrono::steady_clock::time_point begin_;
  double first_output_ = 0;
  Outcome outcome_;
};

/// Runs a program to its end with `input` on its standard input.
Outcome RunProcess(const std::vector<std::string>& words, const std::string& input = "");

}  // namespace weft::testing

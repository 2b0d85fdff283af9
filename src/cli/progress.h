// Progress on standard error: a bar with rate and time left on a terminal, elsewhere a plain line
// every few seconds.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace weft::cli {

/// One state of a long run.
struct Step {
  std::string phase;         ///< what is being done: "hmm", "crf", "tagging"
  int64_t done = 0, of = 0;  ///< `of` 0: nobody knows
  std::string unit;          ///< what is counted: "iterations", "sentences"
  std::string details;       ///< ", "-separated; may be empty
};

class ProgressLine {
 public:
  explicit ProgressLine(bool quiet);
  ~ProgressLine() { Clear(); }
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  void Show(const Step& step);
  /// Prints a line of its own, above the bar.
  void Say(const std::string& line);
  /// Takes the bar away.
  void Clear();

 private:
  using Clock = std::chrono::steady_clock;
  void ShowBar(const Step& step, const std::string& rates);

  const bool quiet_, terminal_;
  std::string phase_;
  Clock::time_point phase_begin_, shown_;
  bool bar_ = false;
};

}  // namespace weft::cli

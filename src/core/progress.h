// What a long run tells its caller, and how the caller stops it.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <limits>
#include <string>

namespace weft {

/// The state of a training run after a step.
struct Progress {
  std::string phase;           ///< what is being trained, such as "hmm" or "crf"
  int64_t iteration = 0;       ///< steps done in this phase
  int64_t max_iterations = 0;  ///< the most there will be; 0 where unknown
  double objective =
      std::numeric_limits<double>::quiet_NaN();  ///< nats; falls for taggers, rises for EM
  double dev_f1 =
      std::numeric_limits<double>::quiet_NaN();  ///< fraction of 1; NaN without a dev corpus.
                                                 ///< Once finished, of the model that is kept
  double seconds = 0;                            ///< since training began
  bool finished = false;
  bool converged = false;   ///< by the method's own criterion, not by a limit
  std::string stop_reason;  ///< empty until finished
};

enum class LogLevel : int32_t { kInfo = 0, kWarning = 1 };

/// Where warnings go ("sentence 17: the sources contradict every legal path"). May be empty.
using Logger = std::function<void(LogLevel, const std::string&)>;

/// Set from any thread; read by the run between pieces of work.
class CancelFlag {
 public:
  void Cancel() { cancelled_.store(true, std::memory_order_relaxed); }
  /// Before the next run that it may stop.
  void Clear() { cancelled_.store(false, std::memory_order_relaxed); }
  bool cancelled() const { return cancelled_.load(std::memory_order_relaxed); }

 private:
  std::atomic<bool> cancelled_{false};
};

}  // namespace weft

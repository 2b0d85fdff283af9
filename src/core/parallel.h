// Deterministic parallelism: work is cut into chunks whose bounds depend on the amount of work
// alone, never on the number of threads, so 1, 2 and 8 threads give the same bits.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

namespace weft {

/// What an executor may be asked for.
constexpr int kMostThreads = 1024;

/// A fixed team of threads. The calling thread is one of them. Where the machine does not start as
/// many as were asked for, those that it started do the work.
class Executor {
 public:
  /// `threads` 0 means one per core of this machine.
  explicit Executor(int threads = 1);
  ~Executor();
  Executor(const Executor&) = delete;
  Executor& operator=(const Executor&) = delete;

  int threads() const { return threads_; }

  /// Calls `task(index, worker)` for each index in [0, count), each once, in any order; `worker` in
  /// [0, threads()) tells which scratch the task may use. Returns when all are done. The first
  /// exception (by index) is rethrown after the others have finished.
  void ForEach(int64_t count, const std::function<void(int64_t index, int worker)>& task);

  /// Cuts [0, items) into chunks of `chunk_size` (the last may be shorter) and calls
  /// `task(chunk, begin, end, worker)` for each.
  void ForChunks(
      int64_t items, int64_t chunk_size,
      const std::function<void(int64_t chunk, int64_t begin, int64_t end, int worker)>& task);

 private:
  class Team;
  int threads_;
  std::unique_ptr<Team> team_;  // null with one thread
};

/// Number of chunks of `chunk_size` that cover `items`.
inline int64_t NumChunks(int64_t items, int64_t chunk_size) {
  return (items + chunk_size - 1) / chunk_size;
}

}  // namespace weft

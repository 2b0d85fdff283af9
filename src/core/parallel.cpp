#include "core/parallel.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <unsupported/Eigen/CXX11/ThreadPool>

#include "core/error.h"

namespace weft {
namespace {

// One ForEach call: the next index to take and the first error.
class Job {
 public:
  Job(int64_t count, const std::function<void(int64_t, int)>& task)
      : count_(count), task_(task), error_index_(count) {}

  void Work(int worker) {
    for (int64_t i = next_.fetch_add(1); i < count_; i = next_.fetch_add(1)) {
      try {
        task_(i, worker);
      } catch (...) {
        std::lock_guard<std::mutex> lock(mutex_);
        if (i < error_index_) {
          error_index_ = i;
          error_ = std::current_exception();
        }
      }
    }
  }

  void Rethrow() {
    if (error_) std::rethrow_exception(error_);
  }

 private:
  const int64_t count_;
  const std::function<void(int64_t, int)>& task_;
  std::atomic<int64_t> next_{0};
  std::mutex mutex_;
  std::exception_ptr error_;
  int64_t error_index_;
};

}  // namespace

struct Executor::Pool {
  explicit Pool(int count) : threads(count, /*allow_spinning=*/false) {}
  Eigen::ThreadPool threads;
};

Executor::Executor(int threads) : threads_(threads) {
  Require(threads >= 0 && threads <= 1024, "threads must be 0 (one per core) to 1024, found ",
          threads);
  if (threads_ == 0) threads_ = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  if (threads_ > 1) pool_ = std::make_unique<Pool>(threads_ - 1);
}

Executor::~Executor() = default;

void Executor::ForEach(int64_t count, const std::function<void(int64_t, int)>& task) {
  Job job(count, task);
  const int helpers = static_cast<int>(std::min<int64_t>(threads_, count)) - 1;
  if (helpers <= 0) {
    job.Work(0);
  } else {
    Eigen::Barrier finished(static_cast<unsigned>(helpers));
    for (int worker = 1; worker <= helpers; ++worker) {
      pool_->threads.Schedule([&job, &finished, worker] {
        job.Work(worker);
        finished.Notify();
      });
    }
    job.Work(0);
    finished.Wait();
  }
  job.Rethrow();
}

void Executor::ForChunks(int64_t items, int64_t chunk_size,
                         const std::function<void(int64_t, int64_t, int64_t, int)>& task) {
  ForEach(NumChunks(items, chunk_size), [&](int64_t chunk, int worker) {
    const int64_t begin = chunk * chunk_size;
    task(chunk, begin, std::min(items, begin + chunk_size), worker);
  });
}

}  // namespace weft

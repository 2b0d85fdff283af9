#include "core/parallel.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <new>
#include <system_error>
#include <thread>
#include <vector>

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

// Threads that wait for work. A library's pool would do, but those at hand hang or end the process
// where the machine starts no more threads; this one goes on with the threads that it has.
class Executor::Team {
 public:
  explicit Team(int helpers) {
    try {
      for (int worker = 1; worker <= helpers; ++worker) {
        threads_.emplace_back([this, worker] { Serve(worker); });
      }
    } catch (const std::system_error&) {
    } catch (const std::bad_alloc&) {
    }
  }

  ~Team() {
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      stop_ = true;
    }
    wake_.notify_all();
    for (std::thread& thread : threads_) thread.join();
  }

  int helpers() const { return static_cast<int>(threads_.size()); }

  // Calls work(0) here and work(1) … work(helpers) on the team; returns when all have. While
  // another call is under way (a task that calls ForEach itself), does all of it here.
  void Run(int helpers, const std::function<void(int)>& work) {
    const std::unique_lock<std::mutex> turn(turn_, std::try_to_lock);
    if (!turn) {
      work(0);
      return;
    }
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      work_ = &work;
      wanted_ = running_ = helpers;
      ++round_;
    }
    wake_.notify_all();
    work(0);
    std::unique_lock<std::mutex> lock(mutex_);
    done_.wait(lock, [this] { return running_ == 0; });
  }

 private:
  void Serve(int worker) {
    uint64_t seen = 0;
    std::unique_lock<std::mutex> lock(mutex_);
    while (true) {
      wake_.wait(lock, [&] { return stop_ || round_ != seen; });
      if (stop_) return;
      seen = round_;
      if (worker > wanted_) continue;
      const std::function<void(int)>& work = *work_;
      lock.unlock();
      work(worker);
      lock.lock();
      if (--running_ == 0) done_.notify_one();
    }
  }

  std::mutex turn_;   // held by the Run that is under way
  std::mutex mutex_;  // of all below
  std::condition_variable wake_, done_;
  const std::function<void(int)>* work_ = nullptr;
  int wanted_ = 0, running_ = 0;
  uint64_t round_ = 0;
  bool stop_ = false;
  std::vector<std::thread> threads_;
};

Executor::Executor(int threads) : threads_(threads) {
  Require(threads >= 0 && threads <= kMostThreads, "threads must be 0 (one per core) to ",
          kMostThreads, ", found ", threads);
  if (threads_ == 0) threads_ = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  if (threads_ > 1) team_ = std::make_unique<Team>(threads_ - 1);
  if (team_) threads_ = 1 + team_->helpers();
}

Executor::~Executor() = default;

void Executor::ForEach(int64_t count, const std::function<void(int64_t, int)>& task) {
  Job job(count, task);
  const int helpers = static_cast<int>(std::min<int64_t>(threads_, count)) - 1;
  if (helpers <= 0) {
    job.Work(0);
  } else {
    team_->Run(helpers, [&job](int worker) { job.Work(worker); });
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

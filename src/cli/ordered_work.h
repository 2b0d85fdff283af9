// Work that many threads share and whose results come out in the order of what went in.
#pragma once

#include <algorithm>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <exception>
#include <functional>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace weft::cli {

template <typename Input, typename Output>
class OrderedWork {
 public:
  using Worker = std::function<Output(Input)>;

  /// `new_worker` makes what a thread works with; `use` gets each output, in order, one at a time.
  /// Starts at most `threads`, and no more than some per core: who asks for thousands would not get
  /// them all. Goes on with those that can be started; fails where that is none.
  OrderedWork(int threads, std::function<Worker()> new_worker, std::function<void(Output)> use)
      : use_(std::move(use)) {
    const size_t most = 4 * std::max(1u, std::thread::hardware_concurrency());
    const size_t wanted = std::min(static_cast<size_t>(std::max(threads, 1)), most);
    threads_.reserve(wanted);  // so that only what a thread needs can fail below
    while (threads_.size() < wanted) {
      try {
        threads_.emplace_back([this, worker = new_worker()] { Run(worker); });
      } catch (const std::exception& e) {
        if (!threads_.empty()) break;
        throw std::runtime_error(std::string("no thread could be started: ") + e.what());
      }
    }
  }
  size_t threads() const { return threads_.size(); }
  ~OrderedWork() {
    Close();
    for (std::thread& thread : threads_) thread.join();
  }
  OrderedWork(const OrderedWork&) = delete;
  OrderedWork& operator=(const OrderedWork&) = delete;

  /// Waits while as many inputs are waiting as there are threads. False: work has failed, Finish
  /// says why.
  bool Add(Input input) {
    std::unique_lock<std::mutex> lock(mutex_);
    changed_.wait(lock, [&] { return inputs_.size() < threads_.size() || failure_; });
    if (failure_) return false;
    inputs_.push_back(std::move(input));
    changed_.notify_all();
    return true;
  }

  /// Waits for the rest. Throws the first failure, in the order of inputs; what came before it was
  /// used.
  void Finish() {
    Close();
    for (std::thread& thread : threads_) thread.join();
    threads_.clear();
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  void Close() {
    const std::lock_guard<std::mutex> lock(mutex_);
    closed_ = true;
    changed_.notify_all();
  }

  void Run(const Worker& worker) {
    std::unique_lock<std::mutex> lock(mutex_);
    while (true) {
      changed_.wait(lock, [&] { return !inputs_.empty() || closed_ || failure_; });
      if (failure_ || inputs_.empty()) return;
      Input input = std::move(inputs_.front());
      inputs_.pop_front();
      const int64_t turn = taken_++;
      changed_.notify_all();
      lock.unlock();
      WorkInTurn(worker, std::move(input), turn);
      lock.lock();
    }
  }

  // Works at once, but waits for its turn to use the output, or to fail.
  void WorkInTurn(const Worker& worker, Input input, int64_t turn) {
    std::exception_ptr failure;
    std::optional<Output> output;
    try {
      output = worker(std::move(input));
    } catch (...) {
      failure = std::current_exception();
    }
    std::unique_lock<std::mutex> lock(mutex_);
    changed_.wait(lock, [&] { return used_ == turn || failure_; });
    if (failure_) return;
    if (!failure) {
      lock.unlock();
      try {
        use_(std::move(*output));
      } catch (...) {
        failure = std::current_exception();
      }
      lock.lock();
    }
    if (failure) failure_ = failure;
    ++used_;
    changed_.notify_all();
  }

  const std::function<void(Output)> use_;
  std::mutex mutex_;  // of all below
  std::condition_variable changed_;
  std::deque<Input> inputs_;
  int64_t taken_ = 0, used_ = 0;
  bool closed_ = false;
  std::exception_ptr failure_;
  std::vector<std::thread> threads_;
};

}  // namespace weft::cli

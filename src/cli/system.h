// What the command asks of the operating system: its terminal, its signals, its standard input.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <utility>

namespace weft::cli {

bool StderrIsTerminal();
/// Columns and rows of the terminal behind standard error; 80 and 24 where nobody knows.
int TerminalWidth();
int TerminalHeight();
/// Whether it takes sequences that clear it or make text bold (TERM is not "dumb").
bool TerminalTakesSequences();
/// Drops what was typed and not read yet.
void DropTypedAhead();
int ProcessId();

bool StdinIsTerminal();
/// While it lives, the terminal behind standard input hands over each key as it is pressed and
/// shows none. Without such a terminal it does nothing.
class KeyByKey {
 public:
  KeyByKey();
  ~KeyByKey();
  KeyByKey(const KeyByKey&) = delete;
  KeyByKey& operator=(const KeyByKey&) = delete;

 private:
  struct Settings;
  std::unique_ptr<Settings> before_;
};

/// Reads at most `size` bytes of standard input, as soon as there are any; 0 at its end.
size_t ReadStandardInput(char* buffer, size_t size);
/// A file to read the same way, with what happens to it said in a Failure that names `path`.
std::function<size_t(char* buffer, size_t size)> OpenForReading(const std::string& path);
/// Whether reading standard input would not wait, now or within that many milliseconds.
bool StandardInputReady(int milliseconds = 0);

/// Keeps Ctrl-C (SIGINT) and SIGTERM from ending the process. Make it before any other thread is
/// started: they inherit what it blocks.
class Interrupts {
 public:
  Interrupts();
  ~Interrupts();
  Interrupts(const Interrupts&) = delete;
  Interrupts& operator=(const Interrupts&) = delete;

  /// The next interrupt calls `action`, on a thread of its own, and the one after it ends the
  /// process. Without an action the first one does.
  void OnInterrupt(std::function<void()> action);
  bool seen() const { return seen_; }

 private:
  void Watch();
  bool Act();
  std::mutex mutex_;  // of action_
  std::function<void()> action_;
  std::atomic<bool> seen_{false}, leaving_{false};
  std::thread watcher_;
};

/// While it lives, the first interrupt calls `action`; after that it does nothing but be seen.
class InterruptAction {
 public:
  InterruptAction(Interrupts* interrupts, std::function<void()> action) : interrupts_(interrupts) {
    interrupts->OnInterrupt(std::move(action));
  }
  ~InterruptAction() {
    interrupts_->OnInterrupt([] {});
  }
  InterruptAction(const InterruptAction&) = delete;
  InterruptAction& operator=(const InterruptAction&) = delete;

 private:
  Interrupts* interrupts_;
};

}  // namespace weft::cli

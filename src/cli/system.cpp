#include "system.h"

#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string>

#include "verb.h"

namespace weft::cli {
namespace {

sigset_t Watched() {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGINT);
  sigaddset(&set, SIGTERM);
  return set;
}

[[noreturn]] void DieOf(int number) {
  signal(number, SIG_DFL);
  const sigset_t watched = Watched();
  pthread_sigmask(SIG_UNBLOCK, &watched, nullptr);
  raise(number);
  _exit(128 + number);
}

}  // namespace

bool StderrIsTerminal() { return isatty(STDERR_FILENO) != 0; }

int TerminalWidth() {
  winsize size = {};
  return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

int ProcessId() { return static_cast<int>(getpid()); }

size_t ReadStandardInput(char* buffer, size_t size) {
  while (true) {
    const ssize_t got = read(STDIN_FILENO, buffer, size);
    if (got >= 0) return static_cast<size_t>(got);
    if (errno != EINTR) {
      throw Failure("standard input: cannot read (" + std::string(std::strerror(errno)) + ")");
    }
  }
}

bool StandardInputReady() {
  pollfd input = {STDIN_FILENO, POLLIN, 0};
  return poll(&input, 1, 0) > 0;
}

Interrupts::Interrupts() {
  const sigset_t watched = Watched();
  pthread_sigmask(SIG_BLOCK, &watched, nullptr);
  watcher_ = std::thread([this] { Watch(); });
}

Interrupts::~Interrupts() {
  leaving_ = true;
  pthread_kill(watcher_.native_handle(), SIGTERM);
  watcher_.join();
  const sigset_t watched = Watched();
  pthread_sigmask(SIG_UNBLOCK, &watched, nullptr);
}

void Interrupts::OnInterrupt(std::function<void()> action) {
  const std::lock_guard<std::mutex> lock(mutex_);
  action_ = std::move(action);
}

// Runs the action, once. False: there is none any more.
bool Interrupts::Act() {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (!action_ || seen_) return false;
  seen_ = true;
  action_();
  return true;
}

void Interrupts::Watch() {
  const sigset_t watched = Watched();
  while (true) {
    int number = 0;
    if (sigwait(&watched, &number) != 0) continue;
    if (leaving_) return;
    if (!Act()) DieOf(number);
  }
}

}  // namespace weft::cli

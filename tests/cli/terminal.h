// A terminal of its own, with a program in it.
#pragma once

#include <poll.h>
#include <pty.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include <cstdlib>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace weft::testing {

class Terminal {
 public:
  Terminal(const std::vector<std::string>& words, unsigned short rows, unsigned short columns) {
    winsize size = {rows, columns, 0, 0};
    pid_ = forkpty(&file_, nullptr, nullptr, &size);
    if (pid_ < 0) throw std::runtime_error("no terminal is to be had");
    if (pid_ > 0) return;
    setenv("TERM", "xterm", 1);
    std::vector<char*> arguments;
    for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    execv(arguments[0], arguments.data());
    _exit(127);
  }
  ~Terminal() {
    close(file_);
    if (pid_ > 0) waitpid(pid_, nullptr, 0);
  }
  Terminal(const Terminal&) = delete;
  Terminal& operator=(const Terminal&) = delete;

  const std::string& shown() const { return shown_; }
  void Forget() {
    shown_.clear();
    seen_ = 0;
  }
  /// After what was waited for before.
  bool WaitFor(const std::string& text) {
    size_t at = 0;
    while ((at = shown_.find(text, seen_)) == std::string::npos) {
      pollfd ready = {file_, POLLIN, 0};
      char buffer[4096];
      if (poll(&ready, 1, 60'000) <= 0) return false;
      const ssize_t got = read(file_, buffer, sizeof buffer);
      if (got <= 0) return false;
      shown_.append(buffer, static_cast<size_t>(got));
    }
    seen_ = at;
    return true;
  }
  void Press(const std::string& keys) {
    seen_ = shown_.size();
    if (write(file_, keys.data(), keys.size()) < 0) throw std::runtime_error("cannot type");
  }
  bool HasLines() const {
    termios settings = {};
    return tcgetattr(file_, &settings) == 0 && (settings.c_lflag & ICANON);
  }
  int Wait() {
    int status = 0;
    waitpid(std::exchange(pid_, -1), &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }

 private:
  int file_ = -1;
  pid_t pid_ = -1;
  std::string shown_;
  size_t seen_ = 0;
};

}  // namespace weft::testing

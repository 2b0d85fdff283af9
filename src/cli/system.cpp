#include "system.h"

#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <mutex>
#include <optional>
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

[[noreturn]] void FailToRead(const std::string& name) {
  throw Failure(name + ": cannot be read (" + std::strerror(errno) + ")");
}

size_t ReadFrom(int file, const std::string& name, char* buffer, size_t size) {
  while (true) {
    const ssize_t got = read(file, buffer, size);
    if (got >= 0) return static_cast<size_t>(got);
    if (errno != EINTR) FailToRead(name);
  }
}

// How the terminal was, while a KeyByKey lives.
std::mutex terminal_mutex;
std::optional<termios> terminal_before;

[[noreturn]] void DieOf(int number) {
  {
    const std::lock_guard<std::mutex> lock(terminal_mutex);
    if (terminal_before) tcsetattr(STDIN_FILENO, TCSADRAIN, &*terminal_before);
  }
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

int TerminalHeight() {
  winsize size = {};
  return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row > 0 ? size.ws_row : 24;
}

bool TerminalTakesSequences() {
  const char* name = std::getenv("TERM");
  return name != nullptr && *name != '\0' && std::strcmp(name, "dumb") != 0;
}

void DropTypedAhead() { tcflush(STDIN_FILENO, TCIFLUSH); }

int ProcessId() { return static_cast<int>(getpid()); }

size_t ReadStandardInput(char* buffer, size_t size) {
  return ReadFrom(STDIN_FILENO, "standard input", buffer, size);
}

std::function<size_t(char*, size_t)> OpenForReading(const std::string& path) {
  const int number = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (number < 0) FailToRead(path);
  const std::shared_ptr<const int> file(new int(number), [](const int* opened) {
    close(*opened);
    delete opened;
  });
  return [file, path](char* buffer, size_t size) { return ReadFrom(*file, path, buffer, size); };
}

bool StandardInputReady(int milliseconds) {
  pollfd input = {STDIN_FILENO, POLLIN, 0};
  return poll(&input, 1, milliseconds) > 0;
}

bool StdinIsTerminal() { return isatty(STDIN_FILENO) != 0; }

struct KeyByKey::Settings {
  termios terminal;
};

KeyByKey::KeyByKey() {
  termios now;
  if (tcgetattr(STDIN_FILENO, &now) != 0) return;
  before_ = std::make_unique<Settings>(Settings{now});
  {
    const std::lock_guard<std::mutex> lock(terminal_mutex);
    terminal_before = now;
  }
  now.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO);
  now.c_cc[VMIN] = 1;
  now.c_cc[VTIME] = 0;
  now.c_cc[VSUSP] = now.c_cc[VQUIT] = _POSIX_VDISABLE;  // they would leave the terminal like this
  tcsetattr(STDIN_FILENO, TCSADRAIN, &now);
}

KeyByKey::~KeyByKey() {
  if (!before_) return;
  tcsetattr(STDIN_FILENO, TCSADRAIN, &before_->terminal);
  const std::lock_guard<std::mutex> lock(terminal_mutex);
  terminal_before.reset();
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

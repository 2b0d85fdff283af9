#include "support/process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <memory>
#include <stdexcept>

namespace weft::testing {
namespace {

constexpr int kPatience = 60'000;  // ms

struct Pipe {
  Pipe() {
    if (pipe2(ends, O_CLOEXEC) != 0) throw std::runtime_error("cannot make a pipe");
  }
  int ends[2];
};

void Close(int* file) {
  if (*file >= 0) close(*file);
  *file = -1;
}

[[noreturn]] void Become(const std::vector<std::string>& words, int in, int out, int err) {
  dup2(in, STDIN_FILENO);
  dup2(out, STDOUT_FILENO);
  dup2(err, STDERR_FILENO);
  signal(SIGPIPE, SIG_DFL);
  std::vector<char*> arguments;
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  execv(arguments[0], arguments.data());
  _exit(127);
}

}  // namespace

Process::Process(const std::vector<std::string>& words, int input) {
  signal(SIGPIPE, SIG_IGN);  // A program that ends early must not end the test.
  Pipe in, out, err;
  begin_ = std::chrono::steady_clock::now();
  pid_ = fork();
  if (pid_ < 0) throw std::runtime_error("cannot start " + words[0]);
  if (pid_ == 0) Become(words, input < 0 ? in.ends[0] : input, out.ends[1], err.ends[1]);
  close(in.ends[0]);
  close(out.ends[1]);
  close(err.ends[1]);
  input_ = in.ends[1];
  output_ = out.ends[0];
  error_ = err.ends[0];
}

Process::~Process() {
  if (pid_ > 0) {
    kill(pid_, SIGKILL);
    waitpid(pid_, nullptr, 0);
  }
  for (int* file : {&input_, &output_, &error_}) Close(file);
}

// Reads what there is of both outputs; false when both are closed.
bool Process::ReadSome() {
  pollfd files[] = {{output_, POLLIN, 0}, {error_, POLLIN, 0}};
  if (output_ < 0 && error_ < 0) return false;
  if (poll(files, 2, kPatience) <= 0) throw std::runtime_error("a program says nothing");
  for (int i = 0; i < 2; ++i) {
    if (files[i].fd < 0 || files[i].revents == 0) continue;
    char buffer[1 << 16];
    const ssize_t got = read(files[i].fd, buffer, sizeof buffer);
    std::string& text = i == 0 ? outcome_.out : outcome_.err;
    if (i == 0 && got > 0 && text.empty()) {
      first_output_ =
          std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
    }
    if (got > 0) text.append(buffer, static_cast<size_t>(got));
    if (got == 0) Close(i == 0 ? &output_ : &error_);
  }
  return true;
}

void Process::Write(const std::string& text) {
  for (size_t written = 0; written < text.size();) {
    const ssize_t got = write(input_, text.data() + written, text.size() - written);
    if (got < 0 && errno == EPIPE) return;
    if (got < 0) throw std::runtime_error("cannot write to a program");
    written += static_cast<size_t>(got);
  }
}

void Process::CloseInput() { Close(&input_); }

void Process::Signal(int number) { kill(pid_, number); }

bool Process::WaitFor(const std::string& text, bool error) {
  const std::string& output = error ? outcome_.err : outcome_.out;
  while (output.find(text) == std::string::npos) {
    if (!ReadSome()) return false;
  }
  return true;
}

Outcome Process::Wait() {
  CloseInput();
  while (ReadSome()) {
  }
  int status = 0;
  rusage usage = {};
  wait4(pid_, &status, 0, &usage);
  pid_ = -1;
  outcome_.peak_memory = int64_t{usage.ru_maxrss} << 10;
  outcome_.status = WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status);
  return outcome_;
}

Outcome RunProcess(const std::vector<std::string>& words, const std::string& input) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::tmpfile(), &std::fclose);
  if (!file || std::fwrite(input.data(), 1, input.size(), file.get()) != input.size() ||
      std::fflush(file.get()) != 0) {
    throw std::runtime_error("cannot write a temporary file");
  }
  std::rewind(file.get());
  return Process(words, fileno(file.get())).Wait();
}

}  // namespace weft::testing

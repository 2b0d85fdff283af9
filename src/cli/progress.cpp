#include "progress.h"

#include <algorithm>
#include <cstdio>

#include "output.h"
#include "system.h"

namespace weft::cli {
namespace {

constexpr std::chrono::milliseconds kBetweenBars(100);
constexpr std::chrono::seconds kBetweenLines(5);
constexpr int kBarWidth = 24;

double Seconds(std::chrono::steady_clock::duration duration) {
  return std::chrono::duration<double>(duration).count();
}

std::string Rates(const Step& step, double seconds) {
  if (step.done <= 0 || seconds <= 0) return "";
  const double rate = static_cast<double>(step.done) / seconds;
  std::string text = ", " + (rate < 100 ? Fixed(rate, 1) : Count(static_cast<size_t>(rate))) + " " +
                     step.unit + "/s";
  if (step.of > step.done) {
    text += ", at most " + Duration(static_cast<double>(step.of - step.done) / rate) + " left";
  }
  return text;
}

std::string Line(const Step& step, const std::string& rates) {
  std::string line = step.phase + ": " + Count(static_cast<size_t>(step.done));
  if (step.of > 0) line += " of " + Count(static_cast<size_t>(step.of));
  line += " " + step.unit;
  if (!step.details.empty()) line += ", " + step.details;
  return line + rates;
}

std::string Bar(const Step& step) {
  if (step.of <= 0) return "";
  const auto filled =
      static_cast<size_t>(std::min<int64_t>(kBarWidth, kBarWidth * step.done / step.of));
  return "[" + std::string(filled, '#') + std::string(kBarWidth - filled, '.') + "] ";
}

}  // namespace

ProgressLine::ProgressLine(bool quiet)
    : quiet_(quiet),
      terminal_(StderrIsTerminal()),
      phase_begin_(Clock::now()),
      shown_(phase_begin_) {}

void ProgressLine::Show(const Step& step) {
  if (quiet_) return;
  const Clock::time_point now = Clock::now();
  if (step.phase != phase_) {
    phase_ = step.phase;
    phase_begin_ = shown_;  // What came before this phase's first step is part of it.
  }
  const bool due = now - shown_ >= (terminal_ ? Clock::duration(kBetweenBars) : kBetweenLines);
  if (!due && !(terminal_ && step.done == step.of)) return;
  shown_ = now;
  const std::string rates = Rates(step, Seconds(now - phase_begin_));
  if (terminal_) {
    ShowBar(step, rates);
  } else {
    std::fprintf(stderr, "%s\n", Line(step, rates).c_str());
  }
}

void ProgressLine::ShowBar(const Step& step, const std::string& rates) {
  const auto width = static_cast<size_t>(std::max(20, TerminalWidth() - 1));
  const std::string line = (Bar(step) + Line(step, rates)).substr(0, width);
  std::fprintf(stderr, "\r\x1b[K%s", line.c_str());
  std::fflush(stderr);
  bar_ = true;
}

void ProgressLine::Say(const std::string& line) {
  Clear();
  if (!quiet_) std::fprintf(stderr, "%s\n", line.c_str());
}

void ProgressLine::Clear() {
  if (!bar_) return;
  std::fprintf(stderr, "\r\x1b[K");
  std::fflush(stderr);
  bar_ = false;
}

}  // namespace weft::cli

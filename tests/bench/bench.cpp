#include "bench/bench.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <limits>

#include "core/error.h"

namespace weft::bench {
namespace {

constexpr double kTurnSeconds = 0.01;

double Seconds(const std::function<void()>& work, int64_t repeats) {
  const auto begin = std::chrono::steady_clock::now();
  for (int64_t i = 0; i < repeats; ++i) work();
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begin;
  return elapsed.count() / static_cast<double>(repeats);
}

int64_t RepeatsPerTurn(const std::function<void()>& work) {
  work();  // warms caches and lets scratch memory grow
  const double once = std::max(Seconds(work, 1), 1e-9);
  return std::max<int64_t>(1, static_cast<int64_t>(std::ceil(kTurnSeconds / once)));
}

std::string Format(const char* format, double value) {
  char text[64];
  std::snprintf(text, sizeof text, format, value);
  return text;
}

std::string Duration(double seconds) {
  if (seconds < 1e-3) return Format("%.3g us", seconds * 1e6);
  if (seconds < 1) return Format("%.3g ms", seconds * 1e3);
  return Format("%.3g s", seconds);
}

std::string Count(double value) {
  if (value >= 1e6) return Format("%.3g M", value / 1e6);
  if (value >= 1e3) return Format("%.3g k", value / 1e3);
  return Format("%.3g", value);
}

}  // namespace

Ratio Interleave(const std::function<void()>& baseline, const std::function<void()>& measured,
                 int rounds) {
  Require(rounds >= 5, "a minimum is taken over at least 5 rounds, found ", rounds);
  const int64_t baseline_repeats = RepeatsPerTurn(baseline);
  const int64_t measured_repeats = RepeatsPerTurn(measured);
  Ratio ratio;
  ratio.rounds = rounds;
  ratio.baseline = ratio.measured = std::numeric_limits<double>::infinity();
  for (int round = 0; round < rounds; ++round) {
    ratio.baseline = std::min(ratio.baseline, Seconds(baseline, baseline_repeats));
    ratio.measured = std::min(ratio.measured, Seconds(measured, measured_repeats));
  }
  return ratio;
}

Outcome OfTokens(const Ratio& ratio, std::string against, size_t tokens) {
  Outcome outcome;
  outcome.ratio = ratio;
  outcome.against = std::move(against);
  outcome.items = static_cast<double>(tokens);
  outcome.unit = "tokens";
  return outcome;
}

Outcome Skipped(std::string why) {
  Outcome outcome;
  outcome.skipped = std::move(why);
  return outcome;
}

std::string Line(const Bench& bench, const Outcome& outcome) {
  std::string line = bench.name;
  line.resize(std::max<size_t>(line.size() + 1, 36), ' ');
  if (!outcome.skipped.empty()) return line + "skipped: " + outcome.skipped;
  const Ratio& ratio = outcome.ratio;
  line += Format("%8.2fx", ratio.value()) + "  weft " + Duration(ratio.measured) + ", " +
          outcome.against + " " + Duration(ratio.baseline);
  if (outcome.items > 0) {
    line += "; " + Count(outcome.items / ratio.measured) + " " + outcome.unit + "/s";
  }
  return line + " (min of " + std::to_string(ratio.rounds) + ")";
}

}  // namespace weft::bench

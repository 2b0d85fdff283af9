// Benchmarks: each compares weft with a baseline in one run, so that its figure, a ratio, holds on
// any machine and at any clock.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace weft::bench {

/// Seconds per call of two pieces of work, the least of several rounds.
struct Ratio {
  double baseline = 0, measured = 0;
  int rounds = 0;
  double value() const { return baseline / measured; }  ///< times faster than the baseline
};

/// Times both in turns, so that whatever slows the machine down slows both, `rounds` (≥ 5) times
/// after one untimed call each. Short work is repeated until a turn takes some milliseconds.
Ratio Interleave(const std::function<void()>& baseline, const std::function<void()>& measured,
                 int rounds = 7);

/// What a benchmark found.
struct Outcome {
  std::string skipped;  ///< why there is no figure ("no data"); empty: there is one
  Ratio ratio;
  std::string against;  ///< the baseline, in a few words
  double items = 0;     ///< of work per call; 0: no rate is printed
  std::string unit;     ///< of items, "tokens"
};

Outcome Skipped(std::string why);
/// Of work on `tokens` tokens a call.
Outcome OfTokens(const Ratio& ratio, std::string against, size_t tokens);

struct Bench {
  std::string name;  ///< "room/what/variant"
  std::function<Outcome(int rounds)> run;
};

/// The line that is printed for it, without line break.
std::string Line(const Bench& bench, const Outcome& outcome);

}  // namespace weft::bench

// Questions about single paths of a lattice.
#include <limits>
#include <vector>

#include "chain/lattice.h"
#include "chain/step_scores.h"

namespace weft {
namespace {

constexpr double kMinusInf = -std::numeric_limits<double>::infinity();

}  // namespace

double PathScore(const Lattice& lattice, Span<const int32_t> path) {
  if (lattice.length == 0) return 0;
  const size_t labels = static_cast<size_t>(lattice.labels);
  const auto label = [&](size_t t) { return static_cast<size_t>(path[t]); };
  double score = lattice.transitions->start()[label(0)] + lattice.emissions[label(0)];
  for (size_t t = 1; t < path.size(); ++t) {
    score += StepScores(lattice, t)[label(t - 1) * labels + label(t)] +
             lattice.emissions[t * labels + label(t)];
  }
  return score + lattice.transitions->end()[label(path.size() - 1)];
}

int64_t FirstUnreachable(const Lattice& lattice) {
  const size_t labels = static_cast<size_t>(lattice.labels);
  std::vector<uint8_t> reached(labels), next(labels);
  for (size_t t = 0; t < static_cast<size_t>(lattice.length); ++t) {
    bool any = false;
    for (size_t j = 0; j < labels; ++j) {
      bool in = false;
      if (t == 0) {
        in = lattice.transitions->start()[j] != kMinusInf;
      } else {
        const double* step = StepScores(lattice, t);
        for (size_t i = 0; i < labels && !in; ++i) {
          in = reached[i] && step[i * labels + j] != kMinusInf;
        }
      }
      next[j] = in && lattice.emissions[t * labels + j] != kMinusInf;
      any |= next[j] != 0;
    }
    if (!any) return static_cast<int64_t>(t);
    reached.swap(next);
  }
  for (size_t k = 0; k < labels && lattice.length > 0; ++k) {
    if (reached[k] && lattice.transitions->end()[k] != kMinusInf) return -1;
  }
  return lattice.length > 0 ? lattice.length : -1;
}

void ClampEmissions(Span<const int32_t> ids, int32_t labels, double* emissions) {
  const size_t k = static_cast<size_t>(labels);
  for (size_t t = 0; t < ids.size(); ++t) {
    if (ids[t] == kNoLabel) continue;
    for (size_t j = 0; j < k; ++j) {
      if (static_cast<int32_t>(j) != ids[t]) emissions[t * k + j] = kMinusInf;
    }
  }
}

double RunProbability(Span<const int32_t> path, int64_t begin, int64_t end, int32_t labels,
                      const double* unary, const double* along_path) {
  const size_t k = static_cast<size_t>(labels);
  const auto at = [&](int64_t t) { return static_cast<size_t>(path[static_cast<size_t>(t)]); };
  double p = unary[static_cast<size_t>(begin) * k + at(begin)];
  for (int64_t t = begin + 1; t < end && p > 0; ++t) {
    const size_t before = static_cast<size_t>(t - 1);
    p *= along_path[before] / unary[before * k + at(t - 1)];
  }
  return p;
}

}  // namespace weft

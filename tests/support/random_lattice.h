// Lattices with random scores that own their memory.
#pragma once

#include <cmath>
#include <limits>
#include <vector>

#include "chain/lattice.h"
#include "core/random.h"

namespace weft {

struct RandomLatticeOptions {
  double spread = 3;     ///< scores are uniform in ±spread
  double forbidden = 0;  ///< share of scores that are −inf
  bool step_transitions = false;
  bool whole_numbers = false;  ///< so that ties occur
};

struct OwnedLattice {
  std::vector<double> emissions, steps;
  Transitions transitions;
  Lattice lattice;

  OwnedLattice(int64_t length, int32_t labels, const RandomLatticeOptions& options, Random* random)
      : transitions(labels) {
    const size_t k = static_cast<size_t>(labels), l = static_cast<size_t>(length);
    const auto draw = [&](size_t count) {
      std::vector<double> scores(count);
      for (double& score : scores) {
        score = (2 * random->Uniform() - 1) * options.spread;
        if (options.whole_numbers) score = std::round(score);
        if (random->Uniform() < options.forbidden) {
          score = -std::numeric_limits<double>::infinity();
        }
      }
      return scores;
    };
    emissions = draw(l * k);
    transitions.Set(draw(k * k), draw(k), draw(k));
    lattice.length = length;
    lattice.labels = labels;
    lattice.transitions = &transitions;
    if (options.step_transitions && length > 1) steps = draw((l - 1) * k * k);
    Rebind();
  }
  OwnedLattice(const OwnedLattice&) = delete;
  OwnedLattice& operator=(const OwnedLattice&) = delete;

  void Rebind() {
    lattice.emissions = emissions.data();
    lattice.step_transitions = steps.empty() ? nullptr : steps.data();
  }
};

}  // namespace weft

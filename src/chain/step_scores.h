// The transition scores of one step of a lattice.
#pragma once

#include <cstddef>

#include "chain/lattice.h"

namespace weft {

/// [K, K]: from token t − 1 to token t. Precondition: t >= 1.
inline const double* StepScores(const Lattice& lattice, size_t t) {
  if (!lattice.step_transitions) return lattice.transitions->scores().data();
  const size_t labels = static_cast<size_t>(lattice.labels);
  return lattice.step_transitions + (t - 1) * labels * labels;
}

}  // namespace weft

// What the searches for best paths share: a lattice made ready for the max-plus kernel.
#pragma once

#include <vector>

#include "chain/lattice.h"
#include "chain/scaled.h"
#include "core/aligned.h"

namespace weft {

struct ViterbiArrays {
  AlignedVector<double> rows, steps;
  std::vector<int32_t> back;
};

/// Borrows the lattice and `arrays`. `keep_rows`: the pass leaves the scores of the best paths to
/// every label of every token in `row`, [L, stride]. Precondition: a token.
ViterbiSentence PrepareViterbi(const Lattice& lattice, bool keep_rows, ViterbiArrays* arrays);

/// Says where labels and rules contradict each other.
[[noreturn]] void FailNoPath(const Lattice& lattice);

}  // namespace weft

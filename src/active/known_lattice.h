// Lattices that allow what is known of a sentence alone.
#pragma once

#include <algorithm>
#include <vector>

#include "chain/lattice.h"
#include "text/label_set.h"

namespace weft {

class KnownLattice {
 public:
  /// `lattice` with every label but the known one forbidden at tokens whose label [L] is not
  /// kNoLabel; as it is where they contradict the rules, so that there is a path. Borrows `lattice`
  /// and, until the next call, this.
  Lattice Of(const Lattice& lattice, Span<const int32_t> known) {
    if (std::all_of(known.begin(), known.end(), [](int32_t id) { return id == kNoLabel; })) {
      return lattice;
    }
    emissions_.assign(lattice.emissions,
                      lattice.emissions + known.size() * static_cast<size_t>(lattice.labels));
    ClampEmissions(known, lattice.labels, emissions_.data());
    Lattice clamped = lattice;
    clamped.emissions = emissions_.data();
    return FirstUnreachable(clamped) < 0 ? clamped : lattice;
  }

 private:
  std::vector<double> emissions_;
};

}  // namespace weft

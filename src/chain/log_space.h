// Forward–backward in log space: slower, never underflows. The fallback of lattice.h.
#pragma once

#include <vector>

#include "chain/lattice.h"

namespace weft {

/// Scratch of the log-space pass.
struct LogSpaceArrays {
  std::vector<double> alpha, beta, terms;  // [L, K], [L, K], [K]
};

/// Fills `arrays` with log forward and backward scores (alpha includes the emission of its token,
/// beta does not) and returns the log-partition; −inf if there is no path.
double LogSpaceForwardBackward(const Lattice& lattice, LogSpaceArrays* arrays);

/// Marginals from those; the log-partition is finite.
void LogSpaceMarginals(const Lattice& lattice, const LogSpaceArrays& arrays, double log_partition,
                       const MarginalsOut& out);

/// Covariances with Σ_t u_t(y_t) from those, u [L, K]; the log-partition is finite. Returns E[U].
double LogSpaceCovariances(const Lattice& lattice, const LogSpaceArrays& arrays,
                           double log_partition, const double* u, const CovariancesOut& out);

}  // namespace weft

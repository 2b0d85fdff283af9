// Options that each source has its own of.
#pragma once

#include <string>
#include <vector>

#include "core/options.h"
#include "text/corpus.h"

namespace weft {

/// The values of "PREFIX.SOURCE" options by source of `corpus`, "" where there is none. Fails with
/// kNotFound, naming the nearest, where an option names a source that is not there.
std::vector<std::string> OptionsBySource(const Options& options, const std::string& prefix,
                                         const Corpus& corpus);

/// [J]: the weights that options "weights.SOURCE" give, −1 where none is given. Fails with
/// kInvalidArgument where one is no number from 0.
std::vector<double> WeightsBySource(const Options& options, const Corpus& corpus);

}  // namespace weft

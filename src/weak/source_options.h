// The options of methods that learn confusion matrices of sources by EM.
#pragma once

#include "core/options.h"
#include "weak/em.h"
#include "weak/source_problem.h"

namespace weft {

/// What differs between the methods' defaults.
struct SourceDefaults {
  bool contexts = false;  ///< whether there is an option "context", and "span" is its default
  ConfusionFamily family = ConfusionFamily::kFull;
};

void AddSourceOptions(const SourceDefaults& defaults, OptionTable* table);

/// Reads them for a training corpus. Fails where an option names what the corpus does not have.
SourceSettings ReadSourceOptions(const Options& options, const Corpus& train);

/// Adds EM's own options with the defaults that suit votes.
void AddVoteEmOptions(OptionTable* table);

}  // namespace weft

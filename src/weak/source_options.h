// The options of methods that learn confusion matrices of sources by EM, and why their defaults are
// what they are.
//
// Plain EM on weak votes drifts: likelihood rises while F1 falls, for sources that speak alone are
// not identified and sources that copy each other are counted twice. The defaults were chosen on
// development splits (and the train split of wikigold-ws). Span F1 there, in percent, of hmm with
// all of them and with one left out:
//
//                          wikigold  wikigold  mit-rest.  conll  bc5cdr  ncbi   laptop
//                          train     valid     valid      valid  valid   valid  valid
//   default                58.6      59.1      48.7       68.3   84.7    83.2   75.2
//   context=none,
//     confusion=full       59.3      56.1      48.2       67.9   –       83.0   75.2
//   redundancy=false       57.0      57.2      48.6       65.5   85.1    83.2   75.2
//   anchor=0               57.6      58.0      38.6       66.3   82.7    66.0   75.2
//   plain EM, 10 steps     48.8      54.8      41.1       57.2   83.3    65.6   75.2
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

// Alternate training (Li et al. 2021, § 4.1): an aggregator and a tagger that learn from each
// other.
#pragma once

#include "method/model.h"

namespace weft {

/// "alt". Its training input has the options of a whole run (model/training.h): its own,
/// "aggregator", "labels", and those of aggregators and taggers under their names.
///
/// Phase I: the aggregator makes labels of the votes, which the tagger learns. Each loop of phase
/// II: the tagger's labels become one more source, the aggregator is fitted again, and the tagger
/// learns its labels. Each training is stopped by dev F1 for itself; the loops end where none of
/// both has gained in loop_patience of them, and the best state of all is kept. Without a dev
/// corpus with gold labels they end where no more than loop_tolerance of the labels that the
/// aggregator names, or named, changed since the loop before, and the last state is kept.
const Method& AltMethod();

}  // namespace weft

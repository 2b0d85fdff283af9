// What an aggregator names and, where it names nothing, what a tagger makes of it.
#pragma once

#include <memory>

#include "method/model.h"

namespace weft {

/// Decoders of an aggregator and of a tagger that have the same labels, as one: the tagger's
/// lattice, in which what the aggregator labels other than O is fixed. Names next to it neither
/// grow into it nor out of it. Where no path of the tagger's holds all that, the aggregator's own
/// lattice stands. Of a corpus with votes.
std::unique_ptr<Decoder> NewFillingDecoder(std::unique_ptr<Decoder> aggregator,
                                           std::unique_ptr<Decoder> tagger, const LabelSet& labels,
                                           Scheme scheme);

}  // namespace weft

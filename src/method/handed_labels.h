// The labels that an aggregator hands a tagger.
#pragma once

#include <cstdint>
#include <memory>

#include "method/decode.h"

namespace weft {

struct HandedLabels {
  bool hard = false;  ///< its best labels; else its posteriors
  /// Of the tokens that no source names anything on and the aggregator labels O, the share that
  /// keeps this label, drawn at random; what the others are is not known (Li, Liu and Shi 2021).
  /// Below 1 only where `hard`.
  double negative_share = 1;
  uint64_t seed = 1;
  /// They are made of votes alone: a sentence that no source annotated has none.
  bool from_votes = true;

  /// What must be decoded for it.
  DecodeOptions Wanted() const;
};

/// Says in the log how many sentences HandOver leaves without labels.
void WarnOfUnvoted(const TrainingInput& input);

/// Of what was decoded of `corpus` as Wanted; takes it.
std::shared_ptr<const SoftLabels> HandOver(const HandedLabels& handed, const Corpus& corpus,
                                           Decoded* found);

}  // namespace weft

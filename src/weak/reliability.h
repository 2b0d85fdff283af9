// How far a source can be relied on, type by type, with intervals.
#pragma once

#include <string>
#include <vector>

#include "method/model.h"

namespace weft {

/// A share, and Wilson's interval (1927) of 95 % around it; NaN where it is taken over nothing.
struct Proportion {
  double value, low, high;
  double of;  ///< what it is taken over, expected tokens
};
Proportion ProportionOf(double part, double of);

/// Over tokens of sentences that the source annotated. Truths are what the model believes of the
/// training corpus, so expected counts, and the tokens of a span are not independent: intervals say
/// how much there was to go by, not how wrong the model may be.
struct TypeReliability {
  std::string type;
  Proportion precision;  ///< p(truth is of the type | its vote is)
  Proportion recall;     ///< p(its vote is of the type | the truth is); abstaining is a miss
};

/// The types of `labels`, by their order there; plain tags are their own types.
std::vector<std::string> TypesOf(const LabelSet& labels, Scheme scheme);

/// For each of TypesOf. Empty where the estimate tells no expected tokens (of models stored before
/// they were kept).
std::vector<TypeReliability> ReliabilityOf(const SourceEstimate& source, const LabelSet& labels,
                                           Scheme scheme);

}  // namespace weft

// What a host knows of its sources beforehand: precision and recall, by source and type.
#pragma once

#include <vector>

#include "core/options.h"
#include "text/corpus.h"
#include "weak/vote_block.h"

namespace weft {

/// Precision and recall that are believed beforehand, as fractions of 1; NaN where nothing is.
struct SourcePriors {
  double strength = 0;  ///< tokens of each label that a prior weighs as much as
  /// [J, K] over the labels that the model has (CompleteLabels), or empty: no priors at all.
  std::vector<double> precision, recall;
};

/// Adds "priors.SOURCE", "priors.SOURCE.TYPE" (values "precision/recall") and "prior_strength".
void AddSourcePriorOptions(OptionTable* table);

/// Reads them. Fails with kInvalidArgument or kNotFound where a value is no pair of fractions or a
/// name is not in the corpus.
SourcePriors ReadSourcePriors(const Options& options, const Corpus& corpus);

/// Adds pseudo-counts [slots, K + 1, K] of confusion matrices with those rates: of a type's labels
/// a source votes for the recalled share and leaves the rest O; votes for the type that are wrong
/// fall on O. How often labels occur, and in which context, comes from `counts` of the same shape,
/// the beliefs that follow from the votes alone.
void AddPseudoCounts(const SourcePriors& priors, VoteTableShape shape, int32_t outside,
                     Span<const double> counts, Span<double> pseudo_counts);

}  // namespace weft

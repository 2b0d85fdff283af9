// Anchors: EM can only judge a source by others that speak where it speaks. Where it speaks alone,
// its confusion matrix stays near what the starting vote makes of it.
#pragma once

#include <cstdint>
#include <vector>

#include "core/span.h"
#include "weak/confusion_prior.h"
#include "weak/source_priors.h"
#include "weak/vote_block.h"

namespace weft {

/// Counts of one pass over the weighted votes, as a flat array: by source the tokens where it names
/// something, and those among them that other sources corroborate.
class CorroborationCounts {
 public:
  explicit CorroborationCounts(int32_t sources) : j_(static_cast<size_t>(sources)) {}
  size_t size() const { return 2 * j_; }
  /// A token counts if the others that name something there weigh as much as two witnesses, each
  /// less by how far it repeats the source (`redundancy` [J, J], or empty).
  void Add(const VoteBlock& block, const std::vector<double>& tokens, int32_t outside,
           const std::vector<double>& redundancy, Span<double> sums) const;
  /// Share of a source's namings that are corroborated, 0 to 1.
  double Share(Span<const double> sums, size_t source) const {
    return sums[source] > 0 ? sums[j_ + source] / sums[source] : 0;
  }

 private:
  size_t j_;
};

/// How pseudo-counts follow from the starting vote.
struct AnchorSettings {
  double smoothing = 0;  ///< of each vote in the repertoire (in context 1: shared by the K labels)
  double anchor = 0;  ///< times (1 − c) / c of its own starting counts, c its corroborated share
  double pool = 0;    ///< tokens of each label that the mean annotator weighs (annotators only)
  SourcePriors priors;
};

/// Pseudo-counts [slots, K + 1, K] from the starting counts of the same shape.
std::vector<double> PseudoCounts(const AnchorSettings& settings, VoteTableShape shape,
                                 int32_t outside, Span<const double> starting_counts,
                                 const std::vector<double>& corroborated,
                                 const std::vector<uint8_t>& annotator,
                                 const std::vector<uint8_t>& repertoire);

}  // namespace weft

// Vote shares: what the votes alone make of a token. The posteriors of majority voting, and the
// beliefs that EM starts from.
#pragma once

#include <cstdint>
#include <vector>

#include "core/span.h"
#include "weak/vote_block.h"

namespace weft {

/// How votes are counted.
struct ShareSettings {
  std::vector<double> weights;  ///< [J], or empty: 1 each
  int32_t outside = kNoLabel;   ///< id of "O"
  /// Weight of an O vote at a token where another source names a type.
  double outside_weight = 1;
  std::vector<double> no_opinion;  ///< [K]: the share where nobody votes
};

/// Shares of each pattern of `block` into `shares` [P, K]; rows sum to 1.
void VoteShares(const VoteBlock& block, const ShareSettings& settings, Span<double> shares);

/// The distribution for tokens without an opinion: all on O, or even where there is no O.
std::vector<double> NoOpinion(int32_t labels, int32_t outside);

}  // namespace weft

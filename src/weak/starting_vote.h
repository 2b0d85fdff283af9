// The vote that EM starts from, and that its priors are made of.
#pragma once

#include <cstdint>
#include <vector>

#include "weak/label_parts.h"
#include "weak/vote_block.h"

namespace weft {

/// Settings of the starting vote. Borrowed by no one: a value.
struct StartingVote {
  /// [J]: an O of this source does not count where a sparse source names something: a function
  /// that does not fire has said little.
  std::vector<uint8_t> silent;
  std::vector<uint8_t> mute;       ///< [J]: never names anything, so its O says nothing at all
  std::vector<uint8_t> sparse;     ///< [J], SourceKinds::sparse
  std::vector<double> no_opinion;  ///< [K]: where nobody votes

  /// Beliefs about each pattern into `beliefs` [P, K]: the class (O or a type) with the most votes
  /// takes all, tied classes share evenly; within a class the position with the most votes takes
  /// its share, tied positions share evenly.
  void Beliefs(const VoteBlock& block, const LabelParts& parts, Span<double> beliefs) const;

 private:
  void CountVotes(const VoteBlock& block, int64_t pattern, int32_t outside, double* votes) const;
};

/// The number of tokens of each pattern, each with its sentence's weight (empty: 1 each). Sentences
/// without any opinion count for nothing.
std::vector<double> TokensByPattern(const VoteBlock& block, const Corpus& corpus,
                                    const std::vector<float>& sentence_weights);

}  // namespace weft

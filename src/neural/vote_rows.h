// Votes as the hidden CRF reads them: rows of its source matrices.
#pragma once

#include <cstdint>
#include <vector>

#include "weak/votes.h"

namespace weft {

/// How votes pick rows of the source matrices. There is a matrix for each slot (SlotOf): one of
/// each source, or one for tokens after one that it named and another for the rest. A source's vote
/// on a span is one decision; judged token by token, it would count as often as the span has
/// tokens.
struct VoteShape {
  int32_t sources = 0, labels = 0;
  int32_t contexts = 1;
  int32_t outside = kNoLabel;  ///< label that names nothing
  /// p(y | t) to this power stands for it. Sources that repeat each other are no independent
  /// witnesses; taken as such, their votes drown p(t | x).
  double weight = 1;
  int32_t slots() const { return sources * contexts; }
};

/// The votes on one sentence. Tokens on which all sources said the same share a pattern: a run of
/// rows of a table [slots · K, …], row slot · K + vote, with weights where votes are distributions
/// or weigh less than 1. What ScoreTokens and AddFrequentRows of the sparse CRF read.
class VoteRows {
 public:
  VoteRows(const std::vector<ReadVotes>& votes, size_t length, const VoteShape& shape);
  size_t length() const { return tokens_.size(); }
  size_t patterns() const { return bounds_.size() - 1; }
  const std::vector<uint32_t>& tokens() const { return tokens_; }  ///< [L]: their patterns
  const std::vector<int64_t>& bounds() const { return bounds_; }   ///< [patterns + 1] into ids
  const std::vector<uint32_t>& ids() const { return ids_; }
  const float* weights() const { return weights_.empty() ? nullptr : weights_.data(); }
  /// The same sources voted, one label each, on all tokens: as on most sentences.
  bool uniform() const { return uniform_; }
  double weight(size_t i) const { return weights_.empty() ? 1 : static_cast<double>(weights_[i]); }

 private:
  void Append(const std::vector<ReadVotes>& votes, size_t t, const VoteShape& shape);
  bool FindUniform(uint32_t labels) const;

  std::vector<uint32_t> tokens_;
  std::vector<int64_t> bounds_ = {0};
  std::vector<uint32_t> ids_;
  std::vector<float> weights_;  // by id; empty: 1 each
  bool uniform_;
};

/// The votes on all sentences of a corpus.
std::vector<VoteRows> ReadVoteRows(const Corpus& corpus, const VoteSettings& settings,
                                   const LabelSet& labels, const VoteShape& shape);

}  // namespace weft

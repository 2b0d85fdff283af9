// The votes of a run of sentences as distinct patterns: tokens on which every source said the same
// share one pattern, so likelihoods are computed and counts are spread once per pattern.
#pragma once

#include <cstdint>
#include <vector>

#include "weak/votes.h"

namespace weft {

/// A table with one row of K numbers (one per true label) for each source and vote, K + 1 votes per
/// source: the last is "abstains". Scores, probabilities and expected counts all have this shape.
struct VoteTableShape {
  int32_t sources = 0, labels = 0;
  size_t rows() const { return static_cast<size_t>(sources) * static_cast<size_t>(labels + 1); }
  size_t size() const { return rows() * static_cast<size_t>(labels); }
  /// Row of the hard vote `vote` of `source`; kNoLabel: abstains.
  int32_t Row(int32_t source, int32_t vote) const {
    return source * (labels + 1) + (vote == kNoLabel ? labels : vote);
  }
};

/// Row-compressed patterns of the sentences [first, last) of a corpus. Equal votes give equal
/// patterns in order of first appearance.
class VoteBlock {
 public:
  void Build(VoteReader* reader, int64_t first, int64_t last);

  int64_t first() const { return first_; }
  int64_t last() const { return last_; }
  const VoteTableShape& shape() const { return shape_; }
  int64_t patterns() const { return static_cast<int64_t>(ends_.size()); }
  /// Pattern of each token, from the first token of sentence first().
  const std::vector<int32_t>& token_patterns() const { return token_patterns_; }

  /// Rows of the table that pattern p picks, by ascending source: one per source that annotated the
  /// sentence. Rows from shape().rows() on are soft votes, numbered from there.
  Span<const int32_t> Rows(int64_t p) const {
    const int64_t begin = p == 0 ? 0 : ends_[static_cast<size_t>(p - 1)];
    return Span<const int32_t>(rows_.data() + begin,
                               static_cast<size_t>(ends_[static_cast<size_t>(p)] - begin));
  }
  struct SoftVote {
    int32_t source;
    int32_t top;           // the arg-max
    std::vector<float> p;  // [K]
  };
  const std::vector<SoftVote>& soft() const { return soft_; }

  /// What a row of the table stands for. `soft` is null where the vote is hard; `top` is the vote
  /// or its arg-max, kNoLabel where the source abstains.
  struct Vote {
    int32_t source, top;
    const SoftVote* soft;
  };
  Vote VoteOf(int32_t row) const;

 private:
  class Index;
  void Add(const std::vector<ReadVotes>& rows, size_t t, Index* index);
  int32_t RowOf(const ReadVotes& votes, size_t t, Index* index);

  VoteTableShape shape_;
  int64_t first_ = 0, last_ = 0;
  std::vector<int32_t> token_patterns_, rows_;
  std::vector<int64_t> ends_;
  std::vector<SoftVote> soft_;
};

}  // namespace weft

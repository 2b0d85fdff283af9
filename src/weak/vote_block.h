// The votes of a run of sentences as distinct patterns: tokens on which every source said the same
// share one pattern, so likelihoods are computed and counts are spread once per pattern.
#pragma once

#include <cstdint>
#include <vector>

#include "weak/content_index.h"
#include "weak/votes.h"

namespace weft {

/// A table with one row of K numbers (one per true label) for each slot and vote. A slot is a
/// source in one context (slot = source · contexts + context); it has K + 1 votes, the last
/// "abstains". Scores, probabilities and expected counts all have this shape, [slots, K + 1, K].
struct VoteTableShape {
  int32_t sources = 0, labels = 0, contexts = 1;
  bool operator==(const VoteTableShape& o) const {
    return sources == o.sources && labels == o.labels && contexts == o.contexts;
  }
  int32_t slots() const { return sources * contexts; }
  size_t rows() const { return static_cast<size_t>(slots()) * static_cast<size_t>(labels + 1); }
  size_t size() const { return rows() * static_cast<size_t>(labels); }
  /// Row of the hard vote `vote` in `slot`; kNoLabel: abstains.
  int32_t Row(int32_t slot, int32_t vote) const {
    return slot * (labels + 1) + (vote == kNoLabel ? labels : vote);
  }
  /// Where the K + 1 rows of `slot` begin in the table.
  size_t Base(int32_t slot) const {
    return static_cast<size_t>(Row(slot, 0)) * static_cast<size_t>(labels);
  }
};

/// The shape of votes read by `settings` over `labels`.
VoteTableShape ShapeOf(const VoteSettings& settings, const LabelSet& labels);

/// Row-compressed patterns of the sentences [first, last) of a corpus. Equal votes give equal
/// patterns in order of first appearance.
class VoteBlock {
 public:
  VoteBlock() = default;
  VoteBlock(VoteBlock&&) = default;  // no copies: votes_ points into soft_
  VoteBlock& operator=(VoteBlock&&) = default;

  void Build(VoteReader* reader, int64_t first, int64_t last);
  /// Sets the weights of votes from VoteSettings::redundancy [J, J]; empty: all 1.
  void Weigh(const std::vector<double>& redundancy);

  int64_t first() const { return first_; }
  int64_t last() const { return last_; }
  const VoteTableShape& shape() const { return shape_; }
  int64_t patterns() const { return static_cast<int64_t>(ends_.size()); }
  /// Pattern of each token, from the first token of sentence first().
  const std::vector<int32_t>& token_patterns() const { return token_patterns_; }

  /// Whether any source has an opinion anywhere in sentence `s`. Where none has, there is nothing
  /// to learn.
  bool HasOpinions(int64_t s) const { return opinions_[static_cast<size_t>(s - first_)]; }

  /// Rows of the table that pattern p picks, by ascending source: one per source that annotated the
  /// sentence. Rows from shape().rows() on are soft votes, numbered from there.
  Span<const int32_t> Rows(int64_t p) const {
    return Span<const int32_t>(rows_.data() + Begin(p), static_cast<size_t>(End(p) - Begin(p)));
  }
  /// The weights of those votes, or null: all 1.
  const double* Weights(int64_t p) const {
    return weights_.empty() ? nullptr : weights_.data() + Begin(p);
  }
  struct SoftVote {
    int32_t slot;
    int32_t top;           // the arg-max
    std::vector<float> p;  // [K]
  };
  const std::vector<SoftVote>& soft() const { return soft_; }

  /// What a row stands for. `soft` is null where the vote is hard; `top` is the vote or its
  /// arg-max, kNoLabel where the source abstains.
  struct Vote {
    int32_t source, slot, top;
    const float* soft;  // [K]
    bool Names(int32_t outside) const { return top != kNoLabel && top != outside; }
  };
  const Vote& VoteOf(int32_t row) const { return votes_[static_cast<size_t>(row)]; }

 private:
  int64_t Begin(int64_t p) const { return p == 0 ? 0 : ends_[static_cast<size_t>(p - 1)]; }
  int64_t End(int64_t p) const { return ends_[static_cast<size_t>(p)]; }
  void SetShape(const VoteTableShape& shape);
  void Add(const std::vector<ReadVotes>& rows, size_t t);
  int32_t RowOf(const ReadVotes& votes, size_t t);

  VoteTableShape shape_;
  int32_t outside_ = kNoLabel;
  int64_t first_ = 0, last_ = 0;
  std::vector<int32_t> token_patterns_, rows_;
  std::vector<int64_t> ends_;
  std::vector<double> weights_;  // by entry of rows_; empty: all 1
  std::vector<SoftVote> soft_;
  std::vector<Vote> votes_;        // by row
  std::vector<uint8_t> opinions_;  // by sentence
  ContentIndex pattern_index_, soft_index_;
  std::vector<int32_t> picked_;  // scratch
};

}  // namespace weft

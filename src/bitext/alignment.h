// Word alignments: which tokens of a sentence and of its translation are linked.
#pragma once

#include <cstdint>
#include <vector>

#include "core/span.h"

namespace weft {

struct Link {
  int32_t source;  ///< token of the source sentence
  int32_t target;  ///< token of the target sentence
  float confidence = 1;
  bool operator==(const Link& o) const { return source == o.source && target == o.target; }
  bool operator<(const Link& o) const {
    return target != o.target ? target < o.target : source < o.source;
  }
};

/// The links of sentence pairs, those of one pair after those of another: by target, then source
/// token, each once.
class Alignment {
 public:
  /// In any order; of links that come twice the surer one stays.
  void Add(std::vector<Link> links);
  int64_t num_pairs() const { return static_cast<int64_t>(ends_.size()); }
  int64_t num_links() const { return static_cast<int64_t>(links_.size()); }
  Span<const Link> pair(int64_t p) const {
    const int64_t begin = p == 0 ? 0 : ends_[static_cast<size_t>(p - 1)];
    return {links_.data() + begin, static_cast<size_t>(ends_[static_cast<size_t>(p)] - begin)};
  }

 private:
  std::vector<Link> links_;
  std::vector<int64_t> ends_;  // [pairs]
};

/// What is made of the links that two directions of an aligner give one pair.
enum class Symmetrization {
  kIntersect,         ///< links of both
  kUnion,             ///< links of either
  kGrowDiag,          ///< those of both, and by and by their neighbours in the union, diagonal ones
                      ///< too, of which one token has no link yet (Koehn, Och and Marcu 2003)
  kGrowDiagFinalAnd,  ///< besides, those of either both of whose tokens have no link yet
};
/// A link's confidence is the mean of what both directions give it, 0 where one does not have it.
std::vector<Link> Symmetrize(Span<const Link> forward, Span<const Link> backward,
                             Symmetrization how);

/// Links of source and target tokens that share a token of a third sentence, the target of `first`
/// and the source of `second`. Confidences are products.
std::vector<Link> Compose(Span<const Link> first, Span<const Link> second);

}  // namespace weft

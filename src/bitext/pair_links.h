// The links of one sentence pair after another: read, checked and made one alignment of.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "bitext/alignment.h"
#include "bitext/link_text.h"
#include "core/options.h"

namespace weft {

/// Whether all links stay within sentences of so many tokens.
bool StayInside(Span<const Link> links, int64_t source, int64_t target);

/// Collects the links of pairs by the options of "bitext".
class PairLinks {
 public:
  explicit PairLinks(const Options& options);

  /// What a pair's links are, in one direction, or in two (`backward`), and where they were found.
  struct Directions {
    std::vector<Link> forward, backward;
    bool both = false;
    std::string forward_where, backward_where;
  };
  /// The next pair, of `source` and `target` tokens. Where `read` fails, or a link leaves a
  /// sentence, with on_error=skip the pair has no links and is counted; else it fails, naming
  /// place, pair and index.
  void Add(int64_t source, int64_t target, const std::function<Directions()>& read);

  LinkFormat forward_format() const { return {first_index_, forward_swapped_}; }
  LinkFormat backward_format() const { return {first_index_, backward_swapped_}; }
  int64_t skipped() const { return skipped_; }
  Alignment Take() { return std::move(alignment_); }

 private:
  void CheckInside(Span<const Link> links, int64_t source, int64_t target, bool backward,
                   const std::string& where) const;
  std::string Hint(Span<const Link> links, int64_t source, int64_t target, bool backward) const;
  const Symmetrization symmetrization_;
  const int32_t first_index_;
  const bool forward_swapped_, backward_swapped_, skip_;
  int64_t skipped_ = 0;
  Alignment alignment_;
};

}  // namespace weft

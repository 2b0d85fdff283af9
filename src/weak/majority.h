// Majority voting: which label, or which span, most sources name. Three conventions.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "text/corpus.h"
#include "weak/votes.h"

namespace weft {

/// Finds the labels of one sentence. Holds scratch: one per thread.
class Majority {
 public:
  virtual ~Majority() = default;
  /// `rows` are the votes on a sentence of `corpus` whose first token is `first`; `labels` [L].
  virtual void Label(const std::vector<ReadVotes>& rows, const Corpus& corpus, int64_t first,
                     Span<int32_t> labels) = 0;
};

/// What voting needs to know. Borrowed: must outlive what is made from it.
struct MajoritySettings {
  const LabelSet* labels = nullptr;
  Scheme scheme = Scheme::kPlain;
  std::vector<double> weights;     ///< [J], or empty: 1 each
  int32_t no_opinion = 0;          ///< the label where nobody votes
  std::vector<int32_t> tie_order;  ///< [K] label ids, the first wins (crowd)
};

/// weft's own: the spans that sources name are candidates. The candidate with the most votes is
/// taken, if no more sources say O all along it; then the next that does not overlap, and so on.
/// Ties go by content (the longer span, then the words and the type), so the labels of a sentence
/// do not depend on where it stands. With plain tags: token by token, ties by label order.
std::unique_ptr<Majority> NewSpanMajority(const MajoritySettings& settings);

/// As for crowds: token by token, O a label like any other, ties by `tie_order`.
std::unique_ptr<Majority> NewTokenMajority(const MajoritySettings& settings);

/// As WRENCH counts: types token by token; among tied classes in id order (O, then types as the
/// labels have them) the one numbered SHA-1(i) mod n, where i is the token's index in the corpus;
/// equal neighbours merge into one span.
std::unique_ptr<Majority> NewWrenchMajority(const MajoritySettings& settings);

}  // namespace weft

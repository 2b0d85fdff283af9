// B and I on the target side.
#pragma once

#include <vector>

#include "bitext/alignment.h"
#include "bitext/label_columns.h"

namespace weft {

/// Links that tear a mention apart, reorder it or make one token of it leave tags that no mention
/// has: I without B, B after B. What is known for sure of a target token is how probable each type
/// is; it goes on with a mention (I) as far as the token before does, and as far as the source
/// tokens that both are linked to are of one mention.
class TagRepair {
 public:
  /// `gap`: tokens without links that a mention may go on over.
  TagRepair(const LabelColumns& columns, int64_t gap) : columns_(columns), gap_(gap) {}

  /// Of one pair: `source` [source tokens, labels] and `rows` [target tokens, labels], of which
  /// those of tokens without `has` are not looked at. Links are those that `rows` came over.
  /// Returns the number of tokens whose best label changed.
  int64_t Repair(Span<const Link> links, const double* source, const std::vector<uint8_t>& has,
                 double* rows) const;

 private:
  double Continues(Span<const Link> before, Span<const Link> here, const double* source,
                   LabelColumns::Tags tags) const;
  const LabelColumns& columns_;
  const int64_t gap_;
};

}  // namespace weft

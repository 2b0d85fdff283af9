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

  /// The labels of one pair's target tokens that follow from `rows` of the tokens that `has` one,
  /// kNoLabel for others: of each token its most probable type or O (among equals a type), and I
  /// only where it is more probable than B and goes on with the type before. What are no tags are
  /// the most probable labels.
  std::vector<int32_t> Labels(const std::vector<uint8_t>& has, const double* rows) const;

 private:
  int32_t Label(const double* row, const LabelColumns::Tags* before,
                const LabelColumns::Tags** type) const;
  double Continues(Span<const Link> before, Span<const Link> here, const double* source,
                   LabelColumns::Tags tags) const;
  const LabelColumns& columns_;
  const int64_t gap_;
};

}  // namespace weft

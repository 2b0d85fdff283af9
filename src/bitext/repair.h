// B and I on the target side.
#pragma once

#include <vector>

#include "bitext/alignment.h"
#include "bitext/label_columns.h"

namespace weft {

/// What is known of a target token.
enum class Projected : uint8_t {
  kNothing,  ///< it is not linked, or to tokens that have no label
  kRow,      ///< a distribution
  kOther,    ///< a label that the target side lacks
};

/// Links that tear a mention apart, reorder it or make one token of it leave tags that no mention
/// has: I without B, B after B; and tags of IO say nothing of begins. What is known for sure of a
/// target token is how probable each type is; it goes on with a mention (I) as far as the token
/// before does, and as far as the source tokens that both are linked to are of one mention.
class TagRepair {
 public:
  /// `gap`: tokens of which nothing is known that a mention may go on over.
  TagRepair(const LabelColumns& columns, int64_t gap) : columns_(columns), gap_(gap) {}

  /// Of one pair: `source` [source tokens, labels] and `rows` [target tokens, labels], of which
  /// those of tokens without kRow are not looked at. Links are those that `rows` came over.
  /// `labels` [target tokens]: the most probable ones afterwards, but B for an I that does not go
  /// on with a token of its type; those of tokens without a row stay. Returns the number of tokens
  /// whose most probable label changed.
  int64_t Repair(Span<const Link> links, const double* source, const std::vector<Projected>& known,
                 double* rows, int32_t* labels) const;

 private:
  void RepairRow(Span<const Link> links, int64_t before, int64_t t, const double* source,
                 double* rows) const;
  double Continues(Span<const Link> before, Span<const Link> here, const double* source,
                   LabelColumns::Tags tags) const;
  bool GoesOn(int32_t before, int32_t inside) const;
  int32_t AsBegin(int32_t label) const;
  const LabelColumns& columns_;
  const int64_t gap_;
};

}  // namespace weft

// The units that scores count, and the labels of one sentence in the terms of another label set.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/span.h"
#include "eval/scores.h"
#include "text/label_set.h"
#include "text/scheme.h"

namespace weft {

/// Reads the units of a sentence: spans, or with plain tags each labelled token by itself (its type
/// is its label).
class UnitReader {
 public:
  using Unit = SpanReader::Raw;  ///< `type` is an index into types()

  UnitReader(const LabelSet& labels, Scheme scheme);
  /// Units in order of `begin`; none overlap.
  void Read(Span<const int32_t> ids, SpanMode mode, std::vector<Unit>* units) const;
  const std::vector<std::string>& types() const;

 private:
  std::vector<std::string> plain_types_;
  std::optional<SpanReader> spans_;  // empty: plain tags
};

/// Counts, type by type, the units that gold and predicted have in common: same begin, end and
/// name of type.
class UnitMatcher {
 public:
  UnitMatcher(const std::vector<std::string>& gold_types,
              const std::vector<std::string>& predicted_types);
  void Add(const std::vector<UnitReader::Unit>& gold,
           const std::vector<UnitReader::Unit>& predicted);
  SpanCounts total() const;
  std::map<std::string, SpanCounts> by_type() const;  ///< types without any unit are left out

 private:
  LabelSet types_;
  std::vector<int32_t> gold_types_, predicted_types_;  // each side's types as ids of types_
  std::vector<SpanCounts> counts_;                     // by id of types_
};

/// `mine`, unless the other side has plain tags: then labels can only be compared token by token.
inline Scheme CommonScheme(Scheme mine, Scheme other) {
  return other == Scheme::kPlain ? Scheme::kPlain : mine;
}

/// The labels that a predictor with these labels can give once they are put into scheme `to`.
LabelSet LabelsInScheme(const LabelSet& labels, Scheme from, Scheme to);

/// Rewrites label ids of one set and scheme as ids of another: by name where the schemes are the
/// same or one is plain, else through spans (read leniently, so that no label is lost). What `to`
/// does not have becomes kNoLabel; kNoLabel becomes O in a scheme of spans.
class LabelConverter {
 public:
  LabelConverter(const LabelSet& from, Scheme from_scheme, const LabelSet& to, Scheme to_scheme);
  void Convert(Span<const int32_t> ids, std::vector<int32_t>* converted) const;

 private:
  const LabelSet& to_;
  Scheme to_scheme_;
  int32_t outside_;                  // what kNoLabel becomes
  std::vector<int32_t> by_name_;     // by id of `from`
  std::optional<SpanReader> spans_;  // empty: by name
};

}  // namespace weft

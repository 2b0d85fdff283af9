// What sources are measured against: gold labels, or what an aggregator made of the votes.
#pragma once

#include <cstdint>
#include <vector>

#include "core/span.h"
#include "text/corpus.h"

namespace weft {

/// Labels from outside a corpus, one per token of it.
struct LabelReference {
  const LabelSet* labels = nullptr;
  Scheme scheme = Scheme::kPlain;
  Span<const int32_t> hard;  ///< [tokens], or empty: the arg-max of `soft`
  Span<const double> soft;   ///< [tokens, K] posterior, or empty: `hard` is all there is
};

/// A reference in the terms of its corpus: the corpus's scheme, and the corpus's label ids, to
/// which labels that only the reference has are appended.
class Reference {
 public:
  /// The corpus's own gold labels.
  explicit Reference(const Corpus& corpus);
  /// Fails with kInvalidArgument where `given` does not fit the corpus: another length, foreign
  /// ids, or a posterior in another scheme (expectations cannot be converted).
  Reference(const Corpus& corpus, const LabelReference& given);

  const LabelSet& labels() const { return labels_; }
  Span<const int32_t> Labels(int64_t s) const {  ///< [L] ids of labels(), or kNoLabel
    return Span<const int32_t>(ids_.data() + corpus_.begin(s),
                               static_cast<size_t>(corpus_.length(s)));
  }
  bool HasLabels(int64_t s) const;  ///< at least one token has a label

  /// p(token t of the corpus has `label`): 0 or 1 without a posterior.
  double Probability(int64_t t, int32_t label) const;
  /// p(token t of the corpus has a label that is an opinion, not O).
  double Inside(int64_t t) const;

 private:
  void SetLabels(const LabelReference& given);
  double Cell(int64_t t, int32_t column) const {
    return soft_[static_cast<size_t>(t) * static_cast<size_t>(width_) +
                 static_cast<size_t>(column)];
  }

  const Corpus& corpus_;
  LabelSet labels_;
  int32_t outside_;           // the id of O, kNoLabel where every label is an opinion
  std::vector<int32_t> ids_;  // [tokens]
  Span<const double> soft_;   // [tokens, width_], or empty
  int32_t width_ = 0;
  std::vector<int32_t> columns_;  // by id of labels_: column of soft_, or kNoLabel
};

}  // namespace weft

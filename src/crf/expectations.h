// What a corpus's votes say of the labels of its tokens, as expectations that a model is to meet.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/span.h"
#include "text/corpus.h"

namespace weft {

struct ExpectationSettings {
  bool hard = false;                    ///< all on the most probable label of each token
  std::vector<double> source_weights;   ///< [sources], or empty: 1 each
  std::vector<float> sentence_weights;  ///< [sentences], or empty: 1 each
  /// [K]: labels of one group are told apart by nothing: expectations are of groups. Each label has
  /// one of 0 … groups−1.
  std::vector<int32_t> group_of_label;
  int32_t groups = 0;
  std::string unused_groups;  ///< entries of the label map that are of no label
};

/// Each label a group by itself ("labels"), tags of one type one group ("types"), or by a label
/// map: labels that become one. Fails with kInvalidArgument where it leaves one without a
/// group.
ExpectationSettings GroupLabels(const LabelSet& labels, const std::string& groups);

/// For each token that any source votes on and that has no gold label, the sources' distributions,
/// averaged with what their votes weigh, over groups of labels. Votes that abstain count nothing; a
/// column WeightColumn(source) says how sure a vote is, 1 where there is none: it weighs so much
/// times its source's weight.
class Expectations {
 public:
  /// Fails with kInvalidArgument, naming sentence and token, where a weight is no number >= 0.
  Expectations(const Corpus& corpus, ExpectationSettings settings);

  int32_t groups() const { return settings_.groups; }
  int32_t labels() const { return static_cast<int32_t>(settings_.group_of_label.size()); }
  Span<const int32_t> group_of_label() const { return settings_.group_of_label; }
  int64_t num_tokens() const {  ///< that have an expectation
    return static_cast<int64_t>(weights_.size());
  }
  /// Some token of sentence s has one.
  bool any(int64_t s) const { return any_[static_cast<size_t>(s)] != 0; }
  /// [groups], sums to 1; empty: token t (of the corpus) has none.
  Span<const float> row(int64_t t) const {
    const int64_t at = row_of_[static_cast<size_t>(t)];
    if (at < 0) return {};
    return {rows_.data() + at * groups(), static_cast<size_t>(groups())};
  }
  /// How sure the sources' votes there are, averaged with the weights of the sources, times the
  /// weight of the sentence.
  double weight(int64_t t) const {
    return weights_[static_cast<size_t>(row_of_[static_cast<size_t>(t)])];
  }
  /// Adds p(label) of token t to `counts` [K]; a group's is shared evenly among its labels.
  void AddLabels(int64_t t, double* counts) const;

 private:
  void AddSentence(const Corpus& corpus, int64_t s, const std::vector<int64_t>& weight_columns);
  void AddToken(int64_t t, double weight, std::vector<double>* sums);

  ExpectationSettings settings_;
  std::vector<double> share_;    // [K]: 1 / labels of its group
  std::vector<int64_t> row_of_;  // [tokens of the corpus]: row, -1: none
  std::vector<uint8_t> any_;     // [sentences]
  std::vector<float> rows_;      // [tokens with an expectation, groups]
  std::vector<float> weights_;   // [tokens with an expectation]
};

}  // namespace weft

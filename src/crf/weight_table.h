// The weights of attributes in the layout that scoring reads; in training and in models alike.
#pragma once

#include <cstdint>
#include <vector>

#include "core/aligned.h"
#include "core/span.h"
#include "crf/features.h"
#include "crf/sparse.h"

namespace weft {

/// Attributes with several labels are dense rows of `stride` doubles, which add up vector by
/// vector; most attributes of a large model have one label and are packed.
class WeightTable {
 public:
  WeightTable() = default;
  /// Precondition: every attribute has a feature. With `occurrences` [attributes], rows are in
  /// descending order of them; without, in the order of the attributes.
  explicit WeightTable(const FeatureSet& features, Span<const int64_t> occurrences = {});

  /// Takes the state weights of attributes [begin, end) from `weights` [F].
  template <typename Real>
  void Load(const FeatureSet& features, const Real* weights, int64_t begin, int64_t end) {
    for (int64_t a = begin; a < end; ++a) {
      const AttributeSlot slot = slots_[static_cast<size_t>(a)];
      const uint32_t first = features.bounds[static_cast<size_t>(a)];
      const uint32_t last = features.bounds[static_cast<size_t>(a) + 1];
      if (slot.count == 0) {
        double* row = rows_.data() + static_cast<size_t>(slot.at) * static_cast<size_t>(stride_);
        for (uint32_t f = first; f < last; ++f) {
          row[features.label[f]] = weights[f];
        }
      } else {
        for (uint32_t f = first; f < last; ++f) {
          packed_[slot.at + (f - first)].weight = weights[f];
        }
      }
    }
  }

  int32_t stride() const { return stride_; }
  const std::vector<AttributeSlot>& slots() const { return slots_; }
  int64_t num_rows() const { return static_cast<int64_t>(rows_.size()) / stride_; }
  int64_t num_packed() const { return static_cast<int64_t>(packed_.size()); }
  /// Calls `visit(label, weight)` for every weight of attribute `a` that is not 0, by label.
  template <typename Visit>
  void ForWeights(int64_t a, Visit visit) const {
    const AttributeSlot slot = slots_[static_cast<size_t>(a)];
    if (slot.count == 0) {
      const double* row =
          rows_.data() + static_cast<size_t>(slot.at) * static_cast<size_t>(stride_);
      for (int32_t y = 0; y < stride_; ++y) {
        if (row[y] != 0) visit(y, row[y]);
      }
    }
    for (uint32_t i = slot.at; i < slot.at + slot.count; ++i) {
      if (packed_[i].weight != 0) visit(packed_[i].label, packed_[i].weight);
    }
  }
  /// The task's share of a table: stride, initial row (zeros, −inf in the pads), weights.
  void Describe(ScoreTask* task) const;

 private:
  int32_t stride_ = 8;
  std::vector<AttributeSlot> slots_;  // [attributes]
  AlignedVector<double> initial_;     // [stride]
  AlignedVector<double> rows_;        // [rows, stride]
  std::vector<PackedWeight> packed_;
};

/// The occurrences of a stretch of tokens, rows and packed runs apart, as ScoreTask wants them.
class OccurrenceLists {
 public:
  void Clear();
  void Add(const AttributeSlot& slot, float value) {
    if (slot.count == 0) {
      row_ids_.push_back(slot.at);
      row_values_.push_back(value);
    } else {
      for (uint32_t i = 0; i < slot.count; ++i) {
        packed_ids_.push_back(slot.at + i);
        packed_values_.push_back(value);
      }
    }
    any_value_ |= value != 1;
  }
  void EndToken() {
    row_bounds_.push_back(static_cast<int64_t>(row_ids_.size()));
    packed_bounds_.push_back(static_cast<int64_t>(packed_ids_.size()));
  }
  /// Every token of a corpus; its rows in ascending order.
  void AddAll(const EncodedCorpus& corpus, const WeightTable& table);
  void Describe(ScoreTask* task) const;
  void Describe(FrequentTask* task) const;

 private:
  void SortLastToken();

  std::vector<int64_t> row_bounds_ = {0}, packed_bounds_ = {0};
  std::vector<uint32_t> row_ids_, packed_ids_;
  std::vector<float> row_values_, packed_values_;
  bool any_value_ = false;
};

}  // namespace weft

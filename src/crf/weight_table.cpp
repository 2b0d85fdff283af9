#include "crf/weight_table.h"

#include <algorithm>
#include <cassert>
#include <limits>

#include "chain/scaled.h"

namespace weft {
namespace {

// From so many labels on, whole vectors are cheaper than single additions, each of which waits for
// the one before it.
bool WantsRow(uint32_t labels, int32_t stride) {
  return labels > 1 && labels * 16 > static_cast<uint32_t>(stride);
}

}  // namespace

WeightTable::WeightTable(const FeatureSet& features, Span<const int64_t> occurrences)
    : stride_(PaddedLabels(features.labels)) {
  uint32_t packed = 0;
  std::vector<size_t> with_row;
  slots_.reserve(static_cast<size_t>(features.num_attributes()));
  for (size_t a = 0; a + 1 < features.bounds.size(); ++a) {
    const uint32_t count = features.bounds[a + 1] - features.bounds[a];
    assert(count > 0);
    if (WantsRow(count, stride_)) {
      with_row.push_back(a);
      slots_.push_back({0, 0});
    } else {
      slots_.push_back({packed, count});
      for (uint32_t f = features.bounds[a]; f < features.bounds[a + 1]; ++f, ++packed) {
        packed_.push_back({0, features.label[f]});
      }
    }
  }
  if (!occurrences.empty()) {
    std::stable_sort(with_row.begin(), with_row.end(),
                     [&](size_t a, size_t b) { return occurrences[a] > occurrences[b]; });
  }
  for (size_t r = 0; r < with_row.size(); ++r) slots_[with_row[r]].at = static_cast<uint32_t>(r);
  rows_.assign(with_row.size() * static_cast<size_t>(stride_), 0.0);
  initial_.assign(static_cast<size_t>(stride_), -std::numeric_limits<double>::infinity());
  std::fill_n(initial_.begin(), features.labels, 0.0);
}

void WeightTable::Describe(ScoreTask* task) const {
  task->stride = stride_;
  task->initial = initial_.data();
  task->rows = rows_.data();
  task->packed = packed_.data();
}

void OccurrenceLists::Clear() {
  row_bounds_.assign(1, 0);
  packed_bounds_.assign(1, 0);
  row_ids_.clear();
  packed_ids_.clear();
  row_values_.clear();
  packed_values_.clear();
  any_value_ = false;
}

void OccurrenceLists::AddAll(const EncodedCorpus& corpus, const WeightTable& table) {
  for (size_t t = 0; t + 1 < corpus.token_bounds.size(); ++t) {
    for (int64_t i = corpus.token_bounds[t]; i < corpus.token_bounds[t + 1]; ++i) {
      const auto at = static_cast<size_t>(i);
      Add(table.slots()[static_cast<size_t>(corpus.attributes[at])],
          corpus.values.empty() ? 1.0f : corpus.values[at]);
    }
    SortLastToken();
    EndToken();
  }
  if (any_value_) return;
  std::vector<float>().swap(row_values_);
  std::vector<float>().swap(packed_values_);
}

// Insertion sort: a token has a few dozen rows at most as a rule.
void OccurrenceLists::SortLastToken() {
  const auto begin = static_cast<size_t>(row_bounds_.back());
  for (size_t i = begin + 1; i < row_ids_.size(); ++i) {
    const uint32_t id = row_ids_[i];
    const float value = row_values_[i];
    size_t j = i;
    for (; j > begin && row_ids_[j - 1] > id; --j) {
      row_ids_[j] = row_ids_[j - 1];
      row_values_[j] = row_values_[j - 1];
    }
    row_ids_[j] = id;
    row_values_[j] = value;
  }
}

void OccurrenceLists::Describe(FrequentTask* task) const {
  task->row_bounds = row_bounds_.data();
  task->row_ids = row_ids_.data();
  task->row_values = any_value_ ? row_values_.data() : nullptr;
}

void OccurrenceLists::Describe(ScoreTask* task) const {
  task->row_bounds = row_bounds_.data();
  task->row_ids = row_ids_.data();
  task->row_values = any_value_ ? row_values_.data() : nullptr;
  task->packed_bounds = packed_bounds_.data();
  task->packed_ids = packed_ids_.data();
  task->packed_values = any_value_ ? packed_values_.data() : nullptr;
}

}  // namespace weft

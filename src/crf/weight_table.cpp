#include "crf/weight_table.h"

#include <cassert>
#include <limits>

#include "chain/scaled.h"

namespace weft {
namespace {

// From so many labels on, whole vectors are cheaper than single additions: a vector holds 4
// doubles, and an addition to one double of a row costs about as much as two to whole vectors.
bool WantsRow(uint32_t labels, int32_t stride) {
  return labels * 4 > static_cast<uint32_t>(stride) && labels > 1;
}

}  // namespace

WeightTable::WeightTable(const FeatureSet& features) : stride_(PaddedLabels(features.labels)) {
  uint32_t rows = 0, packed = 0;
  slots_.reserve(static_cast<size_t>(features.num_attributes()));
  for (size_t a = 0; a + 1 < features.bounds.size(); ++a) {
    const uint32_t count = features.bounds[a + 1] - features.bounds[a];
    assert(count > 0);
    if (WantsRow(count, stride_)) {
      slots_.push_back({rows++, 0});
    } else {
      slots_.push_back({packed, count});
      for (uint32_t f = features.bounds[a]; f < features.bounds[a + 1]; ++f, ++packed) {
        packed_.push_back({0, features.label[f]});
      }
    }
  }
  rows_.assign(static_cast<size_t>(rows) * static_cast<size_t>(stride_), 0.0);
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
    EndToken();
  }
  if (any_value_) return;
  std::vector<float>().swap(row_values_);
  std::vector<float>().swap(packed_values_);
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

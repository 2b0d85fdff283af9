// The two hot loops of a sparse CRF: attributes to emission scores, and back to the gradient.
// Plain structures of borrowed arrays, for files compiled once per CPU level (core/cpu.h).
#pragma once

#include <cstdint>

namespace weft {

/// Where the weights of an attribute stand: attributes with several labels have a dense row, the
/// others a run of (label, weight) pairs.
struct AttributeSlot {
  uint32_t at = 0;     ///< index of the row, or of the run's first pair
  uint32_t count = 0;  ///< 0: a row; else pairs of the run
};

struct PackedWeight {
  double weight = 0;
  int32_t label = 0;
};

/// Scores tokens [begin, end): out[t] = initial + Σ rows + Σ packed weights.
struct ScoreTask {
  int64_t begin = 0, end = 0;
  int32_t stride = 0;                   ///< doubles a row (PaddedLabels)
  bool prefetch = true;                 ///< false: all rows are in the nearest cache anyway
  const double* initial = nullptr;      ///< [stride]
  const double* rows = nullptr;         ///< [rows, stride]
  const int64_t* row_bounds = nullptr;  ///< [tokens + 1] into row_ids
  const uint32_t* row_ids = nullptr;
  const float* row_values = nullptr;  ///< null: 1 each
  const PackedWeight* packed = nullptr;
  const int64_t* packed_bounds = nullptr;  ///< [tokens + 1] into packed_ids; null: there are none
  const uint32_t* packed_ids = nullptr;
  const float* packed_values = nullptr;  ///< null: 1 each
  double* out = nullptr;                 ///< [end − begin, stride]
};
void ScoreTokens(const ScoreTask& task);

/// Adds the rows of tokens [begin, end) to the sums of the attributes that occur there and have one
/// of the first `frequent` rows of the table. Rows of a token are in ascending order.
struct FrequentTask {
  int64_t begin = 0, end = 0;
  int32_t stride = 0;
  uint32_t frequent = 0;
  const double* rows = nullptr;         ///< [tokens, stride] gradient of the emission scores
  const int64_t* row_bounds = nullptr;  ///< [tokens + 1] into row_ids
  const uint32_t* row_ids = nullptr;
  const float* row_values = nullptr;  ///< null: 1 each
  double* sums = nullptr;             ///< [frequent, stride]
};
void AddFrequentRows(const FrequentTask& task);

/// Writes the gradient of the features of attributes [begin, end): for each, the sum of its label's
/// column of `rows` over the tokens where the attribute occurs. For frequent attributes these sums
/// are there already, one for each chunk of tokens.
struct GatherTask {
  int64_t begin = 0, end = 0;
  int32_t stride = 0;
  const double* rows = nullptr;  ///< [tokens, stride] gradient of the emission scores
  const AttributeSlot* slots = nullptr;
  const int64_t* bounds = nullptr;  ///< [attributes + 1] into tokens
  const int32_t* tokens = nullptr;  ///< with kGatherAhead more at the end, any tokens
  const float* values = nullptr;    ///< null: 1 each
  uint32_t frequent = 0;            ///< attributes whose row is below are summed already
  int64_t chunks = 0;
  const double* frequent_sums = nullptr;  ///< [chunks, frequent, stride]
  const uint32_t* features = nullptr;     ///< [attributes + 1] into label, gradient
  const uint16_t* label = nullptr;
  double* gradient = nullptr;
  double* scratch = nullptr;  ///< [stride]
};
constexpr int64_t kGatherAhead = 16;
void GatherGradient(const GatherTask& task);

}  // namespace weft

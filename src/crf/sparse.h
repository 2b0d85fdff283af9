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
  int32_t stride = 0;                   ///< doubles a row, a multiple of 8
  const double* initial = nullptr;      ///< [stride]
  const double* rows = nullptr;         ///< [rows, stride]
  const int64_t* row_bounds = nullptr;  ///< [tokens + 1] into row_ids
  const uint32_t* row_ids = nullptr;
  const float* row_values = nullptr;  ///< null: 1 each
  const PackedWeight* packed = nullptr;
  const int64_t* packed_bounds = nullptr;  ///< [tokens + 1] into packed_ids
  const uint32_t* packed_ids = nullptr;
  const float* packed_values = nullptr;  ///< null: 1 each
  double* out = nullptr;                 ///< [end − begin, stride]
};
void ScoreTokens(const ScoreTask& task);

/// Writes the gradient of the features of attributes [begin, end): for each, the sum of its label's
/// column of `rows` over the tokens where the attribute occurs.
struct GatherTask {
  int64_t begin = 0, end = 0;
  int32_t stride = 0;
  const double* rows = nullptr;  ///< [tokens, stride] gradient of the emission scores
  const AttributeSlot* slots = nullptr;
  const int64_t* bounds = nullptr;  ///< [attributes + 1] into tokens
  const int32_t* tokens = nullptr;
  const float* values = nullptr;       ///< null: 1 each
  const uint32_t* features = nullptr;  ///< [attributes + 1] into label, gradient
  const uint16_t* label = nullptr;
  double* gradient = nullptr;
  double* scratch = nullptr;  ///< [stride]
};
void GatherGradient(const GatherTask& task);

}  // namespace weft

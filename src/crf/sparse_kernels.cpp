// Compiled once per CPU level; see core/cpu.h.
#include "chain/vector.h"
#include "core/cpu.h"
#include "crf/sparse.h"

namespace weft {
namespace {

constexpr int64_t kNone[2] = {0, 0};  // the bounds of nothing

// Rows lie all over the second and third-level caches: they are asked for some time ahead.
inline void Prefetch(const double* row, int32_t stride) {
  for (int32_t k = 0; k < stride; k += 8) __builtin_prefetch(row + k);
}

// acc += the block of NV vectors of rows ids[begin … end); two sets of sums hide the latency of the
// additions.
template <int NV, bool VALUES, int64_t AHEAD, typename Id>
inline void SumRows(const double* rows, int32_t stride, const Id* ids, const float* values,
                    int64_t begin, int64_t end, Vec* acc) {
  Vec odd[NV] = {};
  int64_t i = begin;
  for (; i + 1 < end; i += 2) {
    if (AHEAD > 0) {
      Prefetch(rows + static_cast<int64_t>(ids[i + AHEAD]) * stride, NV * kLanes);
      Prefetch(rows + static_cast<int64_t>(ids[i + AHEAD - 1]) * stride, NV * kLanes);
    }
    const double* first = rows + static_cast<int64_t>(ids[i]) * stride;
    const double* second = rows + static_cast<int64_t>(ids[i + 1]) * stride;
    for (int v = 0; v < NV; ++v) {
      const Vec a = Load(first + v * kLanes), b = Load(second + v * kLanes);
      acc[v] += VALUES ? a * static_cast<double>(values[i]) : a;
      odd[v] += VALUES ? b * static_cast<double>(values[i + 1]) : b;
    }
  }
  if (i < end) {
    const double* last = rows + static_cast<int64_t>(ids[i]) * stride;
    for (int v = 0; v < NV; ++v) {
      const Vec a = Load(last + v * kLanes);
      acc[v] += VALUES ? a * static_cast<double>(values[i]) : a;
    }
  }
  for (int v = 0; v < NV; ++v) acc[v] += odd[v];
}

template <int NV, bool VALUES>
inline void ScoreBlock(const ScoreTask& s, int64_t t, int32_t column, double* out) {
  Vec acc[NV];
  for (int v = 0; v < NV; ++v) acc[v] = Load(s.initial + column + v * kLanes);
  SumRows<NV, VALUES, 0>(s.rows + column, s.stride, s.row_ids, s.row_values, s.row_bounds[t],
                         s.row_bounds[t + 1], acc);
  for (int v = 0; v < NV; ++v) Store(out + column + v * kLanes, acc[v]);
}

// NV vectors a row; NV 0: any number, in blocks of 4.
template <int NV, bool VALUES>
void Score(const ScoreTask& s) {
  for (int64_t t = s.begin; t < s.end; ++t) {
    if (s.prefetch && t + 1 < s.end) {
      for (int64_t i = s.row_bounds[t + 1]; i < s.row_bounds[t + 2]; ++i) {
        Prefetch(s.rows + static_cast<int64_t>(s.row_ids[i]) * s.stride, s.stride);
      }
      const int64_t* packed = s.packed_bounds ? s.packed_bounds + t + 1 : kNone;
      for (int64_t i = packed[0]; i < packed[1]; ++i) {
        __builtin_prefetch(s.packed + s.packed_ids[i]);
      }
    }
    double* out = s.out + (t - s.begin) * s.stride;
    if (NV > 0) {
      ScoreBlock<NV ? NV : 1, VALUES>(s, t, 0, out);
    } else {
      constexpr int32_t kWidth = kLanes;
      int32_t column = 0;
      for (; column + 4 * kWidth <= s.stride; column += 4 * kWidth) {
        ScoreBlock<4, VALUES>(s, t, column, out);
      }
      for (; column < s.stride; column += kWidth) ScoreBlock<1, VALUES>(s, t, column, out);
    }
    const int64_t* packed = s.packed_bounds ? s.packed_bounds + t : kNone;
    for (int64_t i = packed[0]; i < packed[1]; ++i) {
      const PackedWeight& p = s.packed[s.packed_ids[i]];
      out[p.label] += VALUES ? p.weight * s.packed_values[i] : p.weight;
    }
  }
}

template <int NV, bool VALUES>
inline void FrequentBlock(const FrequentTask& s, int64_t t, int32_t column) {
  Vec row[NV];
  for (int v = 0; v < NV; ++v) row[v] = Load(s.rows + t * s.stride + column + v * kLanes);
  // Copies, since the stores below might be to the task for all that the compiler knows.
  const uint32_t* ids = s.row_ids;
  const float* values = s.row_values;
  double* sums = s.sums + column;
  const int64_t stride = s.stride, end = s.row_bounds[t + 1];
  const uint32_t frequent = s.frequent;
  for (int64_t i = s.row_bounds[t]; i < end && ids[i] < frequent; ++i) {
    double* sum = sums + static_cast<int64_t>(ids[i]) * stride;
    for (int v = 0; v < NV; ++v) {
      const Vec a = VALUES ? row[v] * static_cast<double>(values[i]) : row[v];
      Store(sum + v * kLanes, Load(sum + v * kLanes) + a);
    }
  }
}

template <int NV, bool VALUES>
void Frequent(const FrequentTask& s) {
  for (int64_t t = s.begin; t < s.end; ++t) {
    if (NV > 0) {
      FrequentBlock<NV ? NV : 1, VALUES>(s, t, 0);
    } else {
      for (int32_t k = 0; k < s.stride; k += kLanes) FrequentBlock<1, VALUES>(s, t, k);
    }
  }
}

template <int NV, bool VALUES>
inline void GatherBlock(const GatherTask& s, int64_t begin, int64_t end, int32_t column) {
  Vec acc[NV] = {};
  SumRows<NV, VALUES, kGatherAhead>(s.rows + column, s.stride, s.tokens, s.values, begin, end, acc);
  for (int v = 0; v < NV; ++v) Store(s.scratch + column + v * kLanes, acc[v]);
}

template <int NV, bool VALUES>
inline void GatherRow(const GatherTask& s, int64_t begin, int64_t end) {
  if (NV > 0) {
    GatherBlock<NV ? NV : 1, VALUES>(s, begin, end, 0);
  } else {
    constexpr int32_t kWidth = kLanes;
    int32_t column = 0;
    for (; column + 4 * kWidth <= s.stride; column += 4 * kWidth) {
      GatherBlock<4, VALUES>(s, begin, end, column);
    }
    for (; column < s.stride; column += kWidth) GatherBlock<1, VALUES>(s, begin, end, column);
  }
}

inline void GatherFrequent(const GatherTask& s, uint32_t row) {
  for (int32_t k = 0; k < s.stride; ++k) s.scratch[k] = 0;
  for (int64_t c = 0; c < s.chunks; ++c) {
    const double* part = s.frequent_sums + (c * s.frequent + row) * s.stride;
    for (int32_t k = 0; k < s.stride; ++k) s.scratch[k] += part[k];
  }
}

// A packed attribute: the columns of its few labels alone, into the first places of scratch.
template <bool VALUES>
inline void GatherPacked(const GatherTask& s, int64_t begin, int64_t end, const uint16_t* label,
                         uint32_t count) {
  for (uint32_t j = 0; j < count; ++j) s.scratch[j] = 0;
  for (int64_t i = begin; i < end; ++i) {
    Prefetch(s.rows + static_cast<int64_t>(s.tokens[i + kGatherAhead]) * s.stride, s.stride);
    const double* row = s.rows + static_cast<int64_t>(s.tokens[i]) * s.stride;
    for (uint32_t j = 0; j < count; ++j) {
      s.scratch[j] += VALUES ? row[label[j]] * s.values[i] : row[label[j]];
    }
  }
}

template <int NV, bool VALUES>
void Gather(const GatherTask& s) {
  for (int64_t a = s.begin; a < s.end; ++a) {
    const int64_t begin = s.bounds[a], end = s.bounds[a + 1];
    const AttributeSlot slot = s.slots[a];
    const uint16_t* label = s.label + s.features[a];
    double* gradient = s.gradient + s.features[a];
    const uint32_t count = s.features[a + 1] - s.features[a];
    if (slot.count > 0) {
      GatherPacked<VALUES>(s, begin, end, label, count);
      for (uint32_t j = 0; j < count; ++j) gradient[j] = s.scratch[j];
      continue;
    }
    if (slot.at < s.frequent) {
      GatherFrequent(s, slot.at);
    } else {
      GatherRow<NV, VALUES>(s, begin, end);
    }
    for (uint32_t j = 0; j < count; ++j) gradient[j] = s.scratch[label[j]];
  }
}

// Longer rows than these, which keep two sets of sums in registers, go in blocks.
constexpr int kMostVectors = 6;

template <bool VALUES>
void ScoreAny(const ScoreTask& s) {
  ForVectors<kMostVectors>(s.stride / kLanes,
                           [&](auto vectors) { Score<decltype(vectors)::kCount, VALUES>(s); });
}

template <bool VALUES>
void FrequentAny(const FrequentTask& s) {
  ForVectors(s.stride / kLanes,
             [&](auto vectors) { Frequent<decltype(vectors)::kCount, VALUES>(s); });
}

template <bool VALUES>
void GatherAny(const GatherTask& s) {
  ForVectors<kMostVectors>(s.stride / kLanes,
                           [&](auto vectors) { Gather<decltype(vectors)::kCount, VALUES>(s); });
}

}  // namespace

void WEFT_KERNEL(ScoreTokens)(const ScoreTask& s) {
  s.row_values || s.packed_values ? ScoreAny<true>(s) : ScoreAny<false>(s);
}

void WEFT_KERNEL(AddFrequentRows)(const FrequentTask& s) {
  s.row_values ? FrequentAny<true>(s) : FrequentAny<false>(s);
}

void WEFT_KERNEL(GatherGradient)(const GatherTask& s) {
  s.values ? GatherAny<true>(s) : GatherAny<false>(s);
}

}  // namespace weft

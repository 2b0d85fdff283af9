// Compiled once per CPU level; see core/cpu.h.
#include "chain/vector.h"
#include "core/cpu.h"
#include "crf/sparse.h"

namespace weft {
namespace {

// Rows lie all over the second and third-level caches: they are asked for some time ahead.
inline void Prefetch(const double* row, int32_t stride) {
  for (int32_t k = 0; k < stride; k += 8) __builtin_prefetch(row + k);
}

// acc += the block of NV vectors, `ids[begin … end)` long, of rows; two sets of sums hide the
// latency of the additions.
template <int NV, bool VALUES, typename Id>
inline void SumRows(const double* rows, int32_t stride, const Id* ids, const float* values,
                    int64_t begin, int64_t end, Vec* acc) {
  Vec odd[NV] = {};
  int64_t i = begin;
  for (; i + 1 < end; i += 2) {
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
  SumRows<NV, VALUES>(s.rows + column, s.stride, s.row_ids, s.row_values, s.row_bounds[t],
                      s.row_bounds[t + 1], acc);
  for (int v = 0; v < NV; ++v) Store(out + column + v * kLanes, acc[v]);
}

// NV vectors a row; NV 0: any number, in blocks of 4.
template <int NV, bool VALUES>
void Score(const ScoreTask& s) {
  for (int64_t t = s.begin; t < s.end; ++t) {
    if (t + 1 < s.end) {
      for (int64_t i = s.row_bounds[t + 1]; i < s.row_bounds[t + 2]; ++i) {
        Prefetch(s.rows + static_cast<int64_t>(s.row_ids[i]) * s.stride, s.stride);
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
    for (int64_t i = s.packed_bounds[t]; i < s.packed_bounds[t + 1]; ++i) {
      const PackedWeight& p = s.packed[s.packed_ids[i]];
      out[p.label] += VALUES ? p.weight * s.packed_values[i] : p.weight;
    }
  }
}

template <int NV, bool VALUES>
inline void GatherBlock(const GatherTask& s, int64_t begin, int64_t end, int32_t column) {
  Vec acc[NV] = {};
  SumRows<NV, VALUES>(s.rows + column, s.stride, s.tokens, s.values, begin, end, acc);
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

template <bool VALUES>
inline double GatherOne(const GatherTask& s, int64_t begin, int64_t end, uint16_t label) {
  double sum = 0;
  for (int64_t i = begin; i < end; ++i) {
    const double x = s.rows[static_cast<int64_t>(s.tokens[i]) * s.stride + label];
    sum += VALUES ? x * s.values[i] : x;
  }
  return sum;
}

template <int NV, bool VALUES>
void Gather(const GatherTask& s) {
  for (int64_t a = s.begin; a < s.end; ++a) {
    const int64_t begin = s.bounds[a], end = s.bounds[a + 1];
    if (s.slots[a].count == 0) {
      GatherRow<NV, VALUES>(s, begin, end);
      for (uint32_t f = s.features[a]; f < s.features[a + 1]; ++f) {
        s.gradient[f] = s.scratch[s.label[f]];
      }
    } else {
      for (uint32_t f = s.features[a]; f < s.features[a + 1]; ++f) {
        s.gradient[f] = GatherOne<VALUES>(s, begin, end, s.label[f]);
      }
    }
  }
}

template <bool VALUES>
void ScoreAny(const ScoreTask& s) {
  ForVectors(s.stride / kLanes, [&](auto vectors) { Score<decltype(vectors)::kCount, VALUES>(s); });
}

template <bool VALUES>
void GatherAny(const GatherTask& s) {
  ForVectors(s.stride / kLanes,
             [&](auto vectors) { Gather<decltype(vectors)::kCount, VALUES>(s); });
}

}  // namespace

void WEFT_KERNEL(ScoreTokens)(const ScoreTask& s) {
  s.row_values || s.packed_values ? ScoreAny<true>(s) : ScoreAny<false>(s);
}

void WEFT_KERNEL(GatherGradient)(const GatherTask& s) {
  s.values ? GatherAny<true>(s) : GatherAny<false>(s);
}

}  // namespace weft

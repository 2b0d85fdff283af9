// Compiled once per CPU level; see core/cpu.h. Plain loops that the compiler vectorises.
#include "core/cpu.h"
#include "neural/float_kernels.h"

namespace weft {
namespace {

// exp(x), relative error below 2e-7 for |x| <= 87; beyond that, its value at ±87.
inline float Exp(float x) {
  x = x < -87.0f ? -87.0f : x;
  x = x > 87.0f ? 87.0f : x;
  const float shifted = x * 1.44269504f + 12582912.0f;  // 1.5·2^23: adding it rounds
  const float n = shifted - 12582912.0f;
  float r = x - n * 0.693359375f;
  r = r + n * 2.12194440e-4f;
  float p = 1.0f / 5040.0f;
  p = p * r + 1.0f / 720.0f;
  p = p * r + 1.0f / 120.0f;
  p = p * r + 1.0f / 24.0f;
  p = p * r + 1.0f / 6.0f;
  p = p * r + 0.5f;
  p = p * r + 1.0f;
  p = p * r + 1.0f;
  const int32_t power = (static_cast<int32_t>(n) + 127) << 23;
  return p * __builtin_bit_cast(float, power);
}

inline float Sigmoid(float x) { return 1.0f / (1.0f + Exp(-x)); }

inline float Tanh(float x) {
  const float e = Exp(-2.0f * (x < 0 ? -x : x));
  const float t = (1.0f - e) / (1.0f + e);
  return x < 0 ? -t : t;
}

// The normal distribution below x, and its density there times √(2π). Absolute error below 2e-7
// (Abramowitz and Stegun 1964, 7.1.26).
struct Normal {
  float below, density;
};
inline Normal NormalAt(float x) {
  const float z = (x < 0 ? -x : x) * 0.70710678f;
  const float t = 1.0f / (1.0f + 0.3275911f * z);
  float p = 1.061405429f;
  p = p * t - 1.453152027f;
  p = p * t + 1.421413741f;
  p = p * t - 0.284496736f;
  p = p * t + 0.254829592f;
  const float density = Exp(-z * z);
  const float tail = 0.5f * p * t * density;
  return {x < 0 ? tail : 1.0f - tail, density};
}

// Sums and maxima in independent lanes, so that they vectorise.
constexpr size_t kSums = 8;

template <typename Value>
inline float Reduce(size_t count, Value value) {
  float sums[kSums] = {};
  size_t i = 0;
  for (; i + kSums <= count; i += kSums) {
    for (size_t lane = 0; lane < kSums; ++lane) sums[lane] += value(i + lane);
  }
  for (; i < count; ++i) sums[0] += value(i);
  return ((sums[0] + sums[4]) + (sums[1] + sums[5])) + ((sums[2] + sums[6]) + (sums[3] + sums[7]));
}

inline float Highest(const float* x, size_t count) {
  float highest[kSums];
  for (float& one : highest) one = x[0];
  size_t i = 0;
  for (; i + kSums <= count; i += kSums) {
    for (size_t lane = 0; lane < kSums; ++lane) {
      highest[lane] = x[i + lane] > highest[lane] ? x[i + lane] : highest[lane];
    }
  }
  for (; i < count; ++i) highest[0] = x[i] > highest[0] ? x[i] : highest[0];
  for (const float one : highest) highest[0] = one > highest[0] ? one : highest[0];
  return highest[0];
}

// Murmur3's finaliser: a number by its place in the stream.
inline uint32_t Mix(uint32_t x) {
  x ^= x >> 16;
  x *= 0x85ebca6bu;
  x ^= x >> 13;
  x *= 0xc2b2ae35u;
  return x ^ (x >> 16);
}

}  // namespace

void WEFT_KERNEL(LstmForward)(const LstmStep& step) {
  const size_t h = step.units;
  for (size_t b = 0; b < step.sequences; ++b) {
    float* __restrict gates = step.gates + b * 4 * h;
    float* __restrict next = step.next_cell + b * h;
    float* __restrict tanh = step.next_tanh + b * h;
    float* __restrict hidden = step.hidden + b * h;
    for (size_t i = 0; i < 2 * h; ++i) gates[i] = Sigmoid(gates[i]);
    for (size_t i = 2 * h; i < 3 * h; ++i) gates[i] = Tanh(gates[i]);
    for (size_t i = 3 * h; i < 4 * h; ++i) gates[i] = Sigmoid(gates[i]);
    if (step.cell) {
      const float* __restrict cell = step.cell + b * h;
      for (size_t i = 0; i < h; ++i) {
        next[i] = gates[h + i] * cell[i] + gates[i] * gates[2 * h + i];
      }
    } else {
      for (size_t i = 0; i < h; ++i) next[i] = gates[i] * gates[2 * h + i];
    }
    for (size_t i = 0; i < h; ++i) tanh[i] = Tanh(next[i]);
    for (size_t i = 0; i < h; ++i) hidden[i] = gates[3 * h + i] * tanh[i];
  }
}

void WEFT_KERNEL(LstmBackward)(const LstmBackStep& step) {
  const size_t h = step.units;
  for (size_t b = 0; b < step.sequences; ++b) {
    const float* __restrict gates = step.gates + b * 4 * h;
    const float* __restrict tanh = step.next_tanh + b * h;
    const float* __restrict dh = step.d_hidden + b * h;
    float* __restrict dc = step.d_cell + b * h;
    float* __restrict out = step.d_gates + b * 4 * h;
    const float* __restrict input = gates;
    const float* __restrict forget = gates + h;
    const float* __restrict cell = gates + 2 * h;
    const float* __restrict output = gates + 3 * h;
    for (size_t i = 0; i < h; ++i) dc[i] += dh[i] * output[i] * (1.0f - tanh[i] * tanh[i]);
    for (size_t i = 0; i < h; ++i) out[i] = dc[i] * cell[i] * input[i] * (1.0f - input[i]);
    for (size_t i = 0; i < h; ++i) out[h + i] = dc[i] * forget[i] * (1.0f - forget[i]);
    for (size_t i = 0; i < h; ++i) out[2 * h + i] = dc[i] * input[i] * (1.0f - cell[i] * cell[i]);
    for (size_t i = 0; i < h; ++i) {
      out[3 * h + i] = dh[i] * tanh[i] * output[i] * (1.0f - output[i]);
    }
    for (size_t i = 0; i < h; ++i) dc[i] *= forget[i];
    if (step.cell) {
      const float* __restrict before = step.cell + b * h;
      for (size_t i = 0; i < h; ++i) out[h + i] *= before[i];
    } else {
      for (size_t i = 0; i < h; ++i) out[h + i] = 0;
    }
  }
}

void WEFT_KERNEL(SoftmaxRows)(size_t rows, size_t n, size_t stride, float scale, float* scores) {
  for (size_t r = 0; r < rows; ++r) {
    float* __restrict row = scores + r * stride;
    const float highest = Highest(row, n);
    for (size_t i = 0; i < n; ++i) row[i] = Exp((row[i] - highest) * scale);
    const float sum = Reduce(n, [&](size_t i) { return row[i]; });
    const float inverse = 1.0f / sum;
    for (size_t i = 0; i < n; ++i) row[i] *= inverse;
  }
}

void WEFT_KERNEL(SoftmaxRowsBackward)(size_t rows, size_t n, size_t stride, float scale,
                                      const float* p, float* d) {
  for (size_t r = 0; r < rows; ++r) {
    const float* __restrict probability = p + r * stride;
    float* __restrict row = d + r * stride;
    const float sum = Reduce(n, [&](size_t i) { return probability[i] * row[i]; });
    for (size_t i = 0; i < n; ++i) row[i] = probability[i] * (row[i] - sum) * scale;
  }
}

// Columns of at most kColumns at a time, so that their maxima and sums stay close.
void WEFT_KERNEL(SoftmaxColumns)(size_t groups, size_t rows, size_t columns, const float* scores,
                                 float* probabilities) {
  constexpr size_t kColumns = 64;
  for (size_t g = 0; g < groups; ++g) {
    const float* __restrict x = scores + g * rows * columns;
    float* __restrict p = probabilities + g * rows * columns;
    for (size_t first = 0; first < columns; first += kColumns) {
      const size_t width = columns - first < kColumns ? columns - first : kColumns;
      float highest[kColumns];
      for (size_t c = 0; c < width; ++c) highest[c] = x[first + c];
      for (size_t r = 1; r < rows; ++r) {
        const float* row = x + r * columns + first;
        for (size_t c = 0; c < width; ++c) highest[c] = row[c] > highest[c] ? row[c] : highest[c];
      }
      for (size_t r = 0; r < rows; ++r) {
        const float* row = x + r * columns + first;
        float* to = p + r * columns + first;
        for (size_t c = 0; c < width; ++c) to[c] = row[c] - highest[c];
      }
    }
    for (size_t i = 0; i < rows * columns; ++i) p[i] = Exp(p[i]);
    for (size_t first = 0; first < columns; first += kColumns) {
      const size_t width = columns - first < kColumns ? columns - first : kColumns;
      float sums[kColumns] = {};
      for (size_t r = 0; r < rows; ++r) {
        const float* row = p + r * columns + first;
        for (size_t c = 0; c < width; ++c) sums[c] += row[c];
      }
      for (size_t c = 0; c < width; ++c) sums[c] = 1.0f / sums[c];
      for (size_t r = 0; r < rows; ++r) {
        float* row = p + r * columns + first;
        for (size_t c = 0; c < width; ++c) row[c] *= sums[c];
      }
    }
  }
}

void WEFT_KERNEL(Gelu)(size_t count, const float* in, float* values) {
  const float* __restrict x = in;
  float* __restrict out = values;
  for (size_t i = 0; i < count; ++i) out[i] = x[i] * NormalAt(x[i]).below;
}

void WEFT_KERNEL(GeluBackward)(size_t count, const float* in, const float* gradient,
                               float* values) {
  const float* __restrict x = in;
  const float* __restrict d = gradient;
  float* __restrict out = values;
  for (size_t i = 0; i < count; ++i) {
    const Normal normal = NormalAt(x[i]);
    out[i] = d[i] * (normal.below + x[i] * 0.39894228f * normal.density);
  }
}

void WEFT_KERNEL(DropValues)(size_t count, float p, uint64_t seed, const float* x, float* out) {
  const float keep = 1.0f / (1.0f - p);
  const uint32_t threshold = static_cast<uint32_t>(static_cast<double>(p) * 4294967295.0);
  const uint32_t low = static_cast<uint32_t>(seed), high = static_cast<uint32_t>(seed >> 32);
  for (size_t i = 0; i < count; ++i) {
    const uint32_t number = Mix(Mix(static_cast<uint32_t>(i) ^ low) + high);
    out[i] = number >= threshold ? x[i] * keep : 0.0f;
  }
}

void WEFT_KERNEL(AdamUpdate)(size_t count, const AdamStep& step, const float* gradient,
                             float* weights, float* moment, float* square) {
  const AdamStep s = step;
  const float* __restrict g = gradient;
  float* __restrict w = weights;
  float* __restrict m = moment;
  float* __restrict v = square;
  for (size_t i = 0; i < count; ++i) {
    const float d = g[i] * s.gradient;
    m[i] = s.beta1 * m[i] + (1.0f - s.beta1) * d;
    v[i] = s.beta2 * v[i] + (1.0f - s.beta2) * d * d;
    w[i] = w[i] * s.decay - s.rate * m[i] / (__builtin_sqrtf(v[i] * s.variance) + s.epsilon);
  }
}

double WEFT_KERNEL(SumOfSquares)(size_t count, const float* x) {
  double sums[kSums] = {};
  size_t i = 0;
  for (; i + kSums <= count; i += kSums) {
    for (size_t lane = 0; lane < kSums; ++lane) {
      const double value = static_cast<double>(x[i + lane]);
      sums[lane] += value * value;
    }
  }
  for (; i < count; ++i) sums[0] += static_cast<double>(x[i]) * static_cast<double>(x[i]);
  double sum = 0;
  for (const double part : sums) sum += part;
  return sum;
}

void WEFT_KERNEL(AddColumnSums)(size_t rows, size_t columns, const float* x, float* out) {
  for (size_t r = 0; r < rows; ++r) {
    const float* __restrict row = x + r * columns;
    float* __restrict to = out;
    for (size_t c = 0; c < columns; ++c) to[c] += row[c];
  }
}

}  // namespace weft

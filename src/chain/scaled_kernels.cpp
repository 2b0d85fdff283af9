// Compiled once per CPU level; see core/cpu.h.
#include "chain/scaled.h"
#include "chain/vector.h"
#include "core/cpu.h"

extern "C" double log(double);

namespace weft {
namespace {

// out[j] = Σ_i x[i]·matrix[i, j] for j in a block of NV vectors. Two sets of accumulators hide the
// latency of the multiply-adds.
template <int NV>
inline void MatVecBlock(const double* x, const double* matrix, int32_t labels, int32_t stride,
                        Vec* out) {
  Vec even[NV] = {}, odd[NV] = {};
  int32_t i = 0;
  for (; i + 1 < labels; i += 2) {
    const double* row = matrix + static_cast<int64_t>(i) * stride;
    const double a = x[i], b = x[i + 1];
    for (int v = 0; v < NV; ++v) even[v] += a * Load(row + v * kLanes);
    for (int v = 0; v < NV; ++v) odd[v] += b * Load(row + stride + v * kLanes);
  }
  if (i < labels) {
    const double* row = matrix + static_cast<int64_t>(i) * stride;
    for (int v = 0; v < NV; ++v) even[v] += x[i] * Load(row + v * kLanes);
  }
  for (int v = 0; v < NV; ++v) out[v] = even[v] + odd[v];
}

// out = (x · matrix) ∘ scale (scale null: ones), and the sum of its elements. NV vectors a row;
// NV 0: any number, in blocks.
template <int NV>
inline double MatVec(const double* x, const double* matrix, int32_t labels, int32_t stride,
                     const double* scale, double* out) {
  Vec total = {};
  constexpr int kBlock = NV ? NV : 2;
  const int32_t vectors = NV ? NV : stride / kLanes;
  for (int32_t v = 0; v < vectors; v += kBlock) {
    Vec acc[kBlock];
    MatVecBlock<kBlock>(x, matrix + v * kLanes, labels, stride, acc);
    for (int u = 0; u < kBlock; ++u) {
      const int32_t offset = (v + u) * kLanes;
      if (scale) acc[u] *= Load(scale + offset);
      Store(out + offset, acc[u]);
      total += acc[u];
    }
  }
  return Sum(total);
}

// out = a ∘ b, and the sum of its elements.
inline double Product(const double* a, const double* b, int32_t stride, double* out) {
  Vec total = {};
  for (int32_t k = 0; k < stride; k += kLanes) {
    const Vec v = Load(a + k) * Load(b + k);
    Store(out + k, v);
    total += v;
  }
  return Sum(total);
}

inline double CopyRow(const double* from, int32_t stride, double* to) {
  Vec total = {};
  for (int32_t k = 0; k < stride; k += kLanes) {
    Store(to + k, Load(from + k));
    total += Load(from + k);
  }
  return Sum(total);
}

inline double Dot(const double* a, const double* b, int32_t stride) {
  Vec total = {};
  for (int32_t k = 0; k < stride; k += kLanes) total += Load(a + k) * Load(b + k);
  return Sum(total);
}

inline void Scale(double* row, int32_t stride, double factor) {
  for (int32_t k = 0; k < stride; k += kLanes) Store(row + k, Load(row + k) * factor);
}

// Sums logarithms of positive numbers, a product at a time while it stays in range.
class LogSum {
 public:
  void Add(double x) {
    if (x < 1e-60 || x > 1e60 || product_ < 1e-200 || product_ > 1e200) {
      sum_ += log(product_) + log(x);
      product_ = 1;
    } else {
      product_ *= x;
    }
  }
  double Total() const { return sum_ + log(product_); }

 private:
  double sum_ = 0, product_ = 1;
};

// exp of every row into `out`, its maximum removed; returns the sum of the maxima, NaN where a row
// has no finite score.
double ExpRows(const double* rows, int64_t length, int32_t stride, double* out) {
  double sum = 0;
  for (int64_t t = 0; t < length; ++t) {
    const double* row = rows + t * stride;
    Vec best = Load(row);
    for (int32_t k = kLanes; k < stride; k += kLanes) best = Max(best, Load(row + k));
    const double maximum = MaxLane(best);
    if (!(maximum - maximum == 0)) return __builtin_nan("");
    for (int32_t k = 0; k < stride; k += kLanes) {
      Store(out + t * stride + k, Exp(Load(row + k) - maximum));
    }
    sum += maximum;
  }
  return sum;
}

// Below this a product of a forward and a backward value may have lost terms to underflow that
// matter: the smallest normal number times a wide margin.
constexpr double kLeastMass = 1e-290;

constexpr double kNaN = __builtin_nan("");

// The forward and the backward recursion are independent, each with scales of its own, so one loop
// runs both and their latencies overlap. Rows of alpha and beta sum to 1 then. Returns the
// logarithm of the forward scales, NaN where a recursion dies out.
template <int NV>
double Recursions(const ScaledSentence& s, double* least_scale) {
  const int64_t last = s.length - 1, stride = s.stride;
  LogSum logs;
  const double first = Product(s.start, s.emissions, s.stride, s.alpha);
  const double end_sum = CopyRow(s.end, s.stride, s.beta + last * stride);
  if (!(first > 0) || !(end_sum > 0)) return kNaN;
  Scale(s.alpha, s.stride, 1 / first);
  Scale(s.beta + last * stride, s.stride, 1 / end_sum);
  logs.Add(first);
  s.scale[0] = first;
  double least = first;
  for (int64_t t = 1; t <= last; ++t) {
    double* a = s.alpha + t * stride;
    const double c = MatVec<NV>(a - stride, s.forward + (t - 1) * s.step, s.labels, s.stride,
                                s.emissions + t * stride, a);
    const int64_t u = last - t;  // backward: beta_u from token u + 1
    double* b = s.beta + u * stride;
    double* weighted = s.pair + (u + 1) * stride;
    Product(s.emissions + (u + 1) * stride, b + stride, s.stride, weighted);
    const double d = MatVec<NV>(weighted, s.backward + u * s.step, s.labels, s.stride, nullptr, b);
    if (!(c > 0) || !(d > 0)) return kNaN;
    Scale(a, s.stride, 1 / c);
    Scale(b, s.stride, 1 / d);
    s.scale[t] = c;
    logs.Add(c);
    const double smaller = c < d ? c : d;
    least = smaller < least ? smaller : least;
  }
  const double final_sum = Dot(s.alpha + last * stride, s.end, s.stride);
  if (!(final_sum > 0)) return kNaN;
  logs.Add(final_sum);
  *least_scale = least;
  return logs.Total();
}

// beta becomes the marginals, pair the h_t of scaled.h. The mass of a token is what all paths
// together have there; false where it is too small to vouch for what underflow may have taken.
// The pairs of step t sum, before scaling, to scale[t] times the mass of token t.
bool Combine(const ScaledSentence& s, double least_scale) {
  const double least_mass = kLeastMass / (least_scale < 1 ? least_scale : 1.0);
  for (int64_t t = 0; t < s.length; ++t) {
    double* b = s.beta + t * s.stride;
    const double mass = Product(s.alpha + t * s.stride, b, s.stride, b);
    if (!(mass > least_mass)) return false;
    Scale(b, s.stride, 1 / mass);
    if (t > 0) Scale(s.pair + t * s.stride, s.stride, s.weight / (mass * s.scale[t]));
  }
  return true;
}

double ForwardBackward(const ScaledSentence& s) {
  const double maxima = ExpRows(s.scores, s.length, s.stride, s.emissions);
  if (!(maxima - maxima == 0)) return kNaN;
  double least_scale = 1;
  const double logs = ForVectors(s.stride / kLanes, [&](auto vectors) {
    return Recursions<decltype(vectors)::kCount>(s, &least_scale);
  });
  if (!(logs - logs == 0) || !Combine(s, least_scale)) return kNaN;
  return logs + maxima + static_cast<double>(s.length - 1) * s.log_scale;
}

// sum[i … i+ROWS−1, one block of NV vectors] += Σ_t alpha[t−1, i]·h_t.
template <int ROWS, int NV>
inline void OuterBlock(const ScaledSentence& s, int32_t i, int32_t column, double* sum) {
  Vec acc[ROWS][NV] = {};
  for (int64_t t = 1; t < s.length; ++t) {
    const double* a = s.alpha + (t - 1) * s.stride + i;
    const double* h = s.pair + t * s.stride + column;
    for (int v = 0; v < NV; ++v) {
      const Vec row = Load(h + v * kLanes);
      for (int r = 0; r < ROWS; ++r) acc[r][v] += a[r] * row;
    }
  }
  for (int r = 0; r < ROWS; ++r) {
    double* out = sum + static_cast<int64_t>(i + r) * s.stride + column;
    for (int v = 0; v < NV; ++v) {
      for (int k = 0; k < kLanes; ++k) out[v * kLanes + k] += acc[r][v][k];
    }
  }
}

template <int NV>
inline void OuterColumns(const ScaledSentence& s, int32_t column, double* sum) {
  int32_t i = 0;
  for (; i + 4 <= s.labels; i += 4) OuterBlock<4, NV>(s, i, column, sum);
  for (; i < s.labels; ++i) OuterBlock<1, NV>(s, i, column, sum);
}

void TransitionSums(const ScaledSentence& s, double* sum) {
  const int32_t vectors = s.stride / kLanes;
  int32_t v = 0;
  for (; v + 3 <= vectors; v += 3) OuterColumns<3>(s, v * kLanes, sum);
  for (; v < vectors; ++v) OuterColumns<1>(s, v * kLanes, sum);
}

// NV vectors of columns of the step below, from `column` on: NV independent chains of comparisons.
template <int NV>
inline void ViterbiColumns(const double* previous, const double* transitions, int32_t labels,
                           int32_t stride, int32_t column, double* best, int32_t* back) {
  constexpr int kWidth = kLanes;
  Vec top[NV], from[NV];
  for (int v = 0; v < NV; ++v) {
    top[v] = previous[0] + Load(transitions + column + kWidth * v);
    from[v] = Vec{};
  }
  for (int32_t i = 1; i < labels; ++i) {
    const double* row = transitions + static_cast<int64_t>(i) * stride + column;
    const Vec label = Splat(static_cast<double>(i));
    for (int v = 0; v < NV; ++v) {
      const Vec score = previous[i] + Load(row + kWidth * v);
      from[v] = score > top[v] ? label : from[v];
      top[v] = Max(score, top[v]);
    }
  }
  for (int v = 0; v < NV; ++v) {
    Store(best + column + kWidth * v, top[v]);
    for (int k = 0; k < kWidth; ++k) {
      back[column + kWidth * v + k] = static_cast<int32_t>(from[v][k]);
    }
  }
}

// best[j] = max_i previous[i] + transitions[i, j] + emissions[j]; back[j] the smallest such i.
inline void ViterbiStep(const double* previous, const double* transitions, int32_t labels,
                        int32_t stride, const double* emissions, double* best, int32_t* back) {
  constexpr int32_t kWide = 4 * kLanes, kNarrow = 2 * kLanes;
  int32_t column = 0;
  for (; column + kWide <= stride; column += kWide) {
    ViterbiColumns<4>(previous, transitions, labels, stride, column, best, back);
  }
  for (; column + kNarrow <= stride; column += kNarrow) {
    ViterbiColumns<2>(previous, transitions, labels, stride, column, best, back);
  }
  for (; column < stride; column += kLanes) {
    ViterbiColumns<1>(previous, transitions, labels, stride, column, best, back);
  }
  for (int32_t j = 0; j < labels; ++j) best[j] += emissions[j];
}

}  // namespace

double WEFT_KERNEL(ScaledForwardBackward)(const ScaledSentence& s) { return ForwardBackward(s); }

void WEFT_KERNEL(TransitionSums)(const ScaledSentence& s, double* sum) { TransitionSums(s, sum); }

double WEFT_KERNEL(ViterbiPass)(const ViterbiSentence& s, int32_t* path) {
  double* previous = s.row;
  double* best = s.row + s.stride;
  for (int32_t k = 0; k < s.labels; ++k) previous[k] = s.start[k] + s.emissions[k];
  for (int64_t t = 1; t < s.length; ++t) {
    ViterbiStep(previous, s.transitions + (t - 1) * s.step, s.labels, s.stride,
                s.emissions + t * s.labels, best, s.back + t * s.stride);
    double* swap = previous;
    previous = best;
    best = swap;
  }
  int32_t label = 0;
  double score = previous[0] + s.end[0];
  for (int32_t k = 1; k < s.labels; ++k) {
    const double total = previous[k] + s.end[k];
    if (total > score) {
      score = total;
      label = k;
    }
  }
  for (int64_t t = s.length - 1; t > 0; --t) {
    path[t] = label;
    label = s.back[t * s.stride + label];
  }
  path[0] = label;
  return score;
}

}  // namespace weft

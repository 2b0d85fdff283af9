// Compiled once per CPU level; see core/cpu.h.
#include "chain/mat_vec.h"
#include "chain/scaled.h"
#include "core/cpu.h"

extern "C" double log(double);

namespace weft {
namespace {

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

// out = exp(row − maximum), N vectors at a time.
template <int N>
inline void ExpBlock(const double* row, double maximum, double* out) {
  Vec x[N];
  for (int v = 0; v < N; ++v) x[v] = Load(row + v * kLanes) - maximum;
  Exp(x);
  for (int v = 0; v < N; ++v) Store(out + v * kLanes, x[v]);
}

// exp of every row into `out`, its maximum removed; returns the sum of the maxima, NaN where a row
// has no finite score.
template <int NV>
double ExpRows(const double* rows, int64_t length, int32_t stride, double* out) {
  constexpr int kBlock = NV > 0 && NV <= 4 ? NV : 4;
  double sum = 0;
  for (int64_t t = 0; t < length; ++t) {
    const double* row = rows + t * stride;
    Vec best = Load(row);
    ForRow<NV>(stride, [&](int32_t k) { best = Max(best, Load(row + k)); });
    const double maximum = MaxLane(best);
    if (!(maximum - maximum == 0)) return __builtin_nan("");
    int32_t k = 0;
    for (; k + kBlock * kLanes <= stride; k += kBlock * kLanes) {
      ExpBlock<kBlock>(row + k, maximum, out + t * stride + k);
    }
    for (; k < stride; k += kLanes) ExpBlock<1>(row + k, maximum, out + t * stride + k);
    sum += maximum;
  }
  return sum;
}

// Below this a product of a forward and a backward value, both of rows that sum to 1, may have lost
// terms to underflow that matter: the smallest normal number times a wide margin. What a step loses
// is below 2e-308 before its row is scaled, by its own sum and by that of the row before.
constexpr double kLeastMass = 1e-290;

constexpr double kNaN = __builtin_nan("");

// The forward and the backward recursion are independent, each with scales of its own, so one loop
// runs both and their latencies overlap. A row is scaled by what the row before it sums to, which
// is known by the time it is needed: a row of alpha or beta sums to its scale then. Returns the
// logarithm of the forward scales, NaN where a recursion dies out.
template <int NV>
double Recursions(const ScaledSentence& sentence, double* least_scale) {
  const ScaledSentence s = sentence;  // the stores below might be to it for all the compiler knows
  const int64_t last = s.length - 1, stride = s.stride;
  double* backward_scale = s.scale + s.length;
  LogSum logs;
  double c = Product<NV>(s.start, s.emissions, s.stride, s.alpha);
  double d = CopyRow<NV>(s.end, s.stride, s.beta + last * stride);
  Product<NV>(s.emissions + last * stride, s.end, s.stride, s.pair + last * stride);
  double least = c < d ? c : d;
  for (int64_t t = 1; t <= last; ++t) {
    if (!(c > 0) || !(d > 0)) return kNaN;
    logs.Add(c);
    s.scale[t - 1] = c;
    backward_scale[last - t + 1] = d;
    const double by_c = 1 / c, by_d = 1 / d;
    double* a = s.alpha + t * stride;
    const double* e = s.emissions + t * stride;
    c = MatVec<NV>(a - stride, s.forward + (t - 1) * s.step, s.labels, s.stride,
                   [&](int32_t at, Vec sum) {
                     const Vec row = sum * (Load(e + at) * by_c);
                     Store(a + at, row);
                     return row;
                   });
    const int64_t u = last - t;  // backward: beta_u from token u + 1
    double* b = s.beta + u * stride;
    double* weighted = s.pair + u * stride;
    const double* f = s.emissions + u * stride;
    d = MatVec<NV>(weighted + stride, s.backward + u * s.step, s.labels, s.stride,
                   [&](int32_t at, Vec sum) {
                     const Vec row = sum * by_d;
                     Store(b + at, row);
                     Store(weighted + at, row * Load(f + at));
                     return row;
                   });
    const double smaller = c < d ? c : d;
    least = smaller < least ? smaller : least;
  }
  if (!(c > 0) || !(d > 0)) return kNaN;
  s.scale[last] = c;
  backward_scale[0] = d;
  logs.Add(c);
  const double final_sum = Dot<NV>(s.alpha + last * stride, s.end, s.stride) / c;
  if (!(final_sum > 0)) return kNaN;
  logs.Add(final_sum);
  *least_scale = least;
  return logs.Total();
}

// beta becomes the marginals, pair the h_t of scaled.h. The mass of a token is what all paths
// together have there; false where it is too small to vouch for what underflow may have taken.
// The pairs of step t sum, before scaling, to scale[t − 1] times the mass of token t.
template <int NV>
bool Combine(const ScaledSentence& sentence, double least_scale) {
  const ScaledSentence s = sentence;
  const double least = least_scale < 1 ? least_scale : 1.0;
  const double least_mass = kLeastMass / (least * least);
  const double* backward_scale = s.scale + s.length;
  for (int64_t t = 0; t < s.length; ++t) {
    double* b = s.beta + t * s.stride;
    const double mass = Product<NV>(s.alpha + t * s.stride, b, s.stride, b);
    if (!(mass > least_mass * s.scale[t] * backward_scale[t])) return false;
    const double by_mass = 1 / mass;
    Scale<NV>(b, s.stride, by_mass);
    if (t == 0) continue;
    const double factor = s.weight / s.scale[t - 1];  // by_mass · factor may be out of range
    double* pair = s.pair + t * s.stride;
    ForRow<NV>(s.stride, [&](int32_t k) { Store(pair + k, Load(pair + k) * by_mass * factor); });
  }
  return true;
}

template <int NV>
double ForwardBackward(const ScaledSentence& s) {
  const double maxima = ExpRows<NV>(s.scores, s.length, s.stride, s.emissions);
  if (!(maxima - maxima == 0)) return kNaN;
  double least_scale = 1;
  const double logs = Recursions<NV>(s, &least_scale);
  if (!(logs - logs == 0) || !Combine<NV>(s, least_scale)) return kNaN;
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
  for (; i + 2 <= s.labels; i += 2) OuterBlock<2, NV>(s, i, column, sum);
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

double WEFT_KERNEL(ScaledForwardBackward)(const ScaledSentence& s) {
  return ForVectors(s.stride / kLanes,
                    [&](auto vectors) { return ForwardBackward<decltype(vectors)::kCount>(s); });
}

void WEFT_KERNEL(TransitionSums)(const ScaledSentence& s, double* sum) { TransitionSums(s, sum); }

double WEFT_KERNEL(ViterbiPass)(const ViterbiSentence& s, int32_t* path) {
  double* previous = s.row;
  double* best = s.row + s.stride;
  for (int32_t k = 0; k < s.labels; ++k) previous[k] = s.start[k] + s.emissions[k];
  for (int64_t t = 1; t < s.length; ++t) {
    ViterbiStep(previous, s.transitions + (t - 1) * s.step, s.labels, s.stride,
                s.emissions + t * s.labels, best, s.back + t * s.stride);
    double* used = s.keep_rows ? best + s.stride : previous;
    previous = best;
    best = used;
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

// Compiled once per CPU level; see core/cpu.h.
#include "chain/mat_vec.h"
#include "chain/scaled.h"
#include "core/cpu.h"

namespace weft {
namespace {

// Both recursions in one loop, as in scaled_kernels.cpp. With F the step's matrix, c the scale of
// the row before and h of scaled.h, the mass of U in the paths up to a label is a and that from it
// on b:
//   a_t = (a_{t−1} F) ∘ e_t / c + alpha_t ∘ u_t,    b_t = (F b_{t+1}) ∘ e_t / c + h_t ∘ u_t,
//   E[U · 1{y_t = k}] = u_t p_t + h_t ∘ (a_{t−1} F) + alpha_t ∘ (F b_{t+1}).
// Returns E[U].
template <int NV>
double Recursions(const ScaledSentence& sentence, const ScaledCovariance& covariance) {
  const ScaledSentence s = sentence;  // the stores below might be to it for all the compiler knows
  const ScaledCovariance c = covariance;
  const int64_t last = s.length - 1, stride = s.stride;
  for (int64_t t = 0; t <= last; ++t) {
    Product<NV>(c.u + t * stride, s.beta + t * stride, s.stride, c.rows + t * stride);
  }
  Product<NV>(s.alpha, c.u, s.stride, c.forward);
  if (last > 0) {
    Product<NV>(s.pair + last * stride, c.u + last * stride, s.stride, c.backward + last * stride);
  }
  for (int64_t t = 1; t <= last; ++t) {
    const int64_t at = t * stride;
    const double by_scale = 1 / s.scale[t - 1];
    MatVec<NV>(c.forward + at - stride, s.forward + (t - 1) * s.step, s.labels, s.stride,
               [&](int32_t k, Vec sum) {
                 Store(c.rows + at + k, Load(c.rows + at + k) + Load(s.pair + at + k) * sum);
                 const Vec row = sum * (Load(s.emissions + at + k) * by_scale) +
                                 Load(s.alpha + at + k) * Load(c.u + at + k);
                 Store(c.forward + at + k, row);
                 return row;
               });
    const int64_t v = last - t, back = v * stride;  // from token v + 1
    const double by_before = v > 0 ? 1 / s.scale[v - 1] : 0;
    MatVec<NV>(c.backward + back + stride, s.backward + v * s.step, s.labels, s.stride,
               [&](int32_t k, Vec sum) {
                 Store(c.rows + back + k, Load(c.rows + back + k) + Load(s.alpha + back + k) * sum);
                 const Vec row = v > 0 ? sum * (Load(s.emissions + back + k) * by_before) +
                                             Load(s.pair + back + k) * Load(c.u + back + k)
                                       : Vec{};
                 Store(c.backward + back + k, row);
                 return row;
               });
  }
  Vec total = {};
  ForRow<NV>(s.stride, [&](int32_t k) { total += Load(c.rows + k); });
  return Sum(total);
}

// From products with U to covariances with it.
template <int NV>
double Covariances(const ScaledSentence& s, const ScaledCovariance& c) {
  const double mean = Recursions<NV>(s, c);
  for (int64_t t = 0; t < s.length; ++t) {
    const int64_t at = t * s.stride;
    ForRow<NV>(s.stride, [&](int32_t k) {
      Store(c.rows + at + k, Load(c.rows + at + k) - mean * Load(s.beta + at + k));
    });
    if (t == 0) continue;
    ForRow<NV>(s.stride, [&](int32_t k) {
      Store(c.backward + at + k, Load(c.backward + at + k) - mean * Load(s.pair + at + k));
    });
  }
  return mean;
}

}  // namespace

double WEFT_KERNEL(ScaledCovariances)(const ScaledSentence& s, const ScaledCovariance& c) {
  return ForVectors(s.stride / kLanes,
                    [&](auto vectors) { return Covariances<decltype(vectors)::kCount>(s, c); });
}

}  // namespace weft

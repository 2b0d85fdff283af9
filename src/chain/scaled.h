// Forward–backward in scaled probability space: the fast path of lattice.h.
#pragma once

#include <cstdint>

namespace weft {

/// One sentence for the scaled pass. Rows are padded to `stride` (PaddedLabels of K);
/// transitions come exponentiated, with pads of zero.
struct ScaledSentence {
  int64_t length = 0;  ///< L >= 1
  int32_t labels = 0;  ///< K
  int32_t stride = 0;
  const double* scores = nullptr;    ///< [L, stride]: of emissions, pads −inf
  double* emissions = nullptr;       ///< [L, stride]: their exponentials, or where scores are too
  const double* forward = nullptr;   ///< [K, stride]: exp of transitions, from × to
  const double* backward = nullptr;  ///< the same transposed
  int64_t step = 0;                  ///< 0: shared; else K·stride: one pair of matrices a step
  double log_scale = 0;              ///< what was removed from the logarithms, per step
  double weight = 1;                 ///< of the expected transitions
  const double* start = nullptr;     ///< [stride], exponentiated
  const double* end = nullptr;
  double* alpha =
      nullptr;  ///< [L, stride] scratch; after the pass: forward, each row in a scale of its own
  double* beta = nullptr;  ///< [L, stride] scratch; after the pass: p(y_t = k)
  /// [L, stride] scratch; after the pass row t ≥ 1 holds h_t with
  /// weight · p(y_{t−1} = i, y_t = j) = alpha[t−1, i] · forward_t[i, j] · h_t[j].
  double* pair = nullptr;
  double* scale = nullptr;  ///< [2, L] scratch
};

/// Runs both passes and returns the log-partition, or NaN where scaling cannot vouch for the
/// result: some path mass might have been lost to underflow, or there is no path. The caller then
/// takes the log-space pass.
double ScaledForwardBackward(const ScaledSentence& sentence);

/// sum[i, j] += Σ_t alpha[t−1, i] · h_t[j] over the sentence, [K, stride]: expected transitions
/// once multiplied, label pair by label pair, with the shared forward matrix.
void AddTransitionSums(const ScaledSentence& sentence, double* sum);

/// Of a function U(y) = Σ_t u_t(y_t) of label paths; rows are padded as those of the sentence.
struct ScaledCovariance {
  const double* u = nullptr;  ///< [L, stride], pads 0
  double* rows = nullptr;     ///< [L, stride]; becomes Cov(U, 1{y_t = k})
  double* forward = nullptr;  ///< [L, stride] scratch; see backward
  /// [L, stride] scratch; after the pass, of rows t ≥ 1,
  /// Cov(U, 1{y_{t−1} = i, y_t = j}) = forward_t[i, j] · (this->forward[t−1, i] · pair[t, j] +
  /// alpha[t−1, i] · backward[t, j]).
  double* backward = nullptr;
};

/// After a ScaledForwardBackward of weight 1 that vouched for its result. The vector-sized
/// recursion of Wang and Manning 2014, eq. 5: two products of a row with a matrix a token. Returns
/// E[U].
double ScaledCovariances(const ScaledSentence& sentence, const ScaledCovariance& covariance);

/// Best path by max-plus; arguments as in lattice.h, padded rows. Returns the best score.
struct ViterbiSentence {
  int64_t length = 0;
  int32_t labels = 0;
  int32_t stride = 0;
  const double* emissions = nullptr;    ///< [L, K], not padded
  const double* transitions = nullptr;  ///< [K, stride] scores, pads −inf
  int64_t step = 0;                     ///< 0, or K·stride
  const double* start = nullptr;        ///< [K]
  const double* end = nullptr;          ///< [K]
  bool keep_rows = false;
  double* row = nullptr;  ///< [2, stride] scratch; [L, stride] best scores with keep_rows
  int32_t* back =
      nullptr;  ///< [L, stride]: the label before on the best path to each; not of token 0
};
double ViterbiPass(const ViterbiSentence& sentence, int32_t* path);

/// Labels padded to whole SIMD vectors.
inline int32_t PaddedLabels(int32_t labels) { return (labels + 3) / 4 * 4; }

}  // namespace weft

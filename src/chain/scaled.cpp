#include "chain/scaled.h"

#include "core/cpu.h"

namespace weft {

#define WEFT_DECLARE_KERNELS(level)                                                 \
  double ScaledForwardBackward_##level(const ScaledSentence& sentence);             \
  void TransitionSums_##level(const ScaledSentence& sentence, double*);             \
  double ScaledCovariances_##level(const ScaledSentence&, const ScaledCovariance&); \
  double ViterbiPass_##level(const ViterbiSentence& sentence, int32_t* path);
WEFT_DECLARE_KERNELS(baseline)
WEFT_DECLARE_KERNELS(avx2)
#undef WEFT_DECLARE_KERNELS

double ScaledForwardBackward(const ScaledSentence& sentence) {
  static const auto kernel = WEFT_CHOOSE_KERNEL(ScaledForwardBackward);
  return kernel(sentence);
}

void AddTransitionSums(const ScaledSentence& sentence, double* sum) {
  static const auto kernel = WEFT_CHOOSE_KERNEL(TransitionSums);
  kernel(sentence, sum);
}

double ScaledCovariances(const ScaledSentence& sentence, const ScaledCovariance& covariance) {
  static const auto kernel = WEFT_CHOOSE_KERNEL(ScaledCovariances);
  return kernel(sentence, covariance);
}

double ViterbiPass(const ViterbiSentence& sentence, int32_t* path) {
  static const auto kernel = WEFT_CHOOSE_KERNEL(ViterbiPass);
  return kernel(sentence, path);
}

}  // namespace weft

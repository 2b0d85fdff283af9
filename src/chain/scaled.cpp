#include "chain/scaled.h"

#include "core/cpu.h"

namespace weft {

#define WEFT_DECLARE_KERNELS(level)                                               \
  double ScaledForwardBackward64_##level(const ScaledSentence<double>& sentence); \
  double ScaledForwardBackward32_##level(const ScaledSentence<float>& sentence);  \
  void TransitionSums64_##level(const ScaledSentence<double>& sentence, double*); \
  void TransitionSums32_##level(const ScaledSentence<float>& sentence, double*);  \
  double ViterbiPass_##level(const ViterbiSentence& sentence, int32_t* path);
WEFT_DECLARE_KERNELS(baseline)
WEFT_DECLARE_KERNELS(avx2)
#undef WEFT_DECLARE_KERNELS

double ScaledForwardBackward(const ScaledSentence<double>& sentence) {
  static const auto kernel = WEFT_CHOOSE_KERNEL(ScaledForwardBackward64);
  return kernel(sentence);
}

double ScaledForwardBackward(const ScaledSentence<float>& sentence) {
  static const auto kernel = WEFT_CHOOSE_KERNEL(ScaledForwardBackward32);
  return kernel(sentence);
}

void AddTransitionSums(const ScaledSentence<double>& sentence, double* sum) {
  static const auto kernel = WEFT_CHOOSE_KERNEL(TransitionSums64);
  kernel(sentence, sum);
}

void AddTransitionSums(const ScaledSentence<float>& sentence, double* sum) {
  static const auto kernel = WEFT_CHOOSE_KERNEL(TransitionSums32);
  kernel(sentence, sum);
}

double ViterbiPass(const ViterbiSentence& sentence, int32_t* path) {
  static const auto kernel = WEFT_CHOOSE_KERNEL(ViterbiPass);
  return kernel(sentence, path);
}

}  // namespace weft

#include "crf/sparse.h"

#include "core/cpu.h"

namespace weft {

#define WEFT_DECLARE_KERNELS(level)                       \
  void ScoreTokens_##level(const ScoreTask& task);        \
  void AddFrequentRows_##level(const FrequentTask& task); \
  void GatherGradient_##level(const GatherTask& task);
WEFT_DECLARE_KERNELS(baseline)
WEFT_DECLARE_KERNELS(avx2)
#undef WEFT_DECLARE_KERNELS

void ScoreTokens(const ScoreTask& task) {
  static const auto kernel = WEFT_CHOOSE_KERNEL(ScoreTokens);
  kernel(task);
}

void AddFrequentRows(const FrequentTask& task) {
  static const auto kernel = WEFT_CHOOSE_KERNEL(AddFrequentRows);
  kernel(task);
}

void GatherGradient(const GatherTask& task) {
  static const auto kernel = WEFT_CHOOSE_KERNEL(GatherGradient);
  kernel(task);
}

}  // namespace weft

#include "neural/float_kernels.h"

#include "core/cpu.h"

namespace weft {

#define WEFT_DECLARE_KERNELS(level)                                                       \
  void LstmForward_##level(const LstmStep&);                                              \
  void LstmBackward_##level(const LstmBackStep&);                                         \
  void SoftmaxRows_##level(size_t, size_t, size_t, float, float*);                        \
  void SoftmaxRowsBackward_##level(size_t, size_t, size_t, float, const float*, float*);  \
  void SoftmaxColumns_##level(size_t, size_t, size_t, const float*, float*);              \
  void Gelu_##level(size_t, const float*, float*);                                        \
  void GeluBackward_##level(size_t, const float*, const float*, float*);                  \
  void DropValues_##level(size_t, float, uint64_t, const float*, float*);                 \
  void AdamUpdate_##level(size_t, const AdamStep&, const float*, float*, float*, float*); \
  double SumOfSquares_##level(size_t, const float*);                                      \
  void AddColumnSums_##level(size_t, size_t, const float*, float*);
WEFT_DECLARE_KERNELS(baseline)
WEFT_DECLARE_KERNELS(avx2)
#undef WEFT_DECLARE_KERNELS

void LstmForward(const LstmStep& step) {
  static const auto kernel = WEFT_CHOOSE_KERNEL(LstmForward);
  kernel(step);
}

void LstmBackward(const LstmBackStep& step) {
  static const auto kernel = WEFT_CHOOSE_KERNEL(LstmBackward);
  kernel(step);
}

void SoftmaxRows(size_t rows, size_t n, size_t stride, float scale, float* scores) {
  static const auto kernel = WEFT_CHOOSE_KERNEL(SoftmaxRows);
  kernel(rows, n, stride, scale, scores);
}

void SoftmaxRowsBackward(size_t rows, size_t n, size_t stride, float scale, const float* p,
                         float* d) {
  static const auto kernel = WEFT_CHOOSE_KERNEL(SoftmaxRowsBackward);
  kernel(rows, n, stride, scale, p, d);
}

void SoftmaxColumns(size_t groups, size_t rows, size_t columns, const float* scores,
                    float* probabilities) {
  static const auto kernel = WEFT_CHOOSE_KERNEL(SoftmaxColumns);
  kernel(groups, rows, columns, scores, probabilities);
}

void Gelu(size_t count, const float* x, float* out) {
  static const auto kernel = WEFT_CHOOSE_KERNEL(Gelu);
  kernel(count, x, out);
}

void GeluBackward(size_t count, const float* x, const float* d, float* out) {
  static const auto kernel = WEFT_CHOOSE_KERNEL(GeluBackward);
  kernel(count, x, d, out);
}

void DropValues(size_t count, float p, uint64_t seed, const float* x, float* out) {
  static const auto kernel = WEFT_CHOOSE_KERNEL(DropValues);
  kernel(count, p, seed, x, out);
}

void AdamUpdate(size_t count, const AdamStep& step, const float* gradient, float* weights,
                float* moment, float* square) {
  static const auto kernel = WEFT_CHOOSE_KERNEL(AdamUpdate);
  kernel(count, step, gradient, weights, moment, square);
}

double SumOfSquares(size_t count, const float* x) {
  static const auto kernel = WEFT_CHOOSE_KERNEL(SumOfSquares);
  return kernel(count, x);
}

void AddColumnSums(size_t rows, size_t columns, const float* x, float* out) {
  static const auto kernel = WEFT_CHOOSE_KERNEL(AddColumnSums);
  kernel(rows, columns, x, out);
}

}  // namespace weft

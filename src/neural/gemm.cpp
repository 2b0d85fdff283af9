#include "neural/gemm.h"

#include <dnnl.h>
#include <omp.h>

#include "core/error.h"

namespace weft {

void Multiply(const MatrixView& a, const MatrixView& b, float beta, float* out, int64_t stride) {
  const int64_t m = a.transposed ? a.columns : a.rows, k = a.transposed ? a.rows : a.columns;
  const int64_t inner = b.transposed ? b.columns : b.rows, n = b.transposed ? b.rows : b.columns;
  if (k != inner) Fail(Status::kInternal, "cannot multiply ", m, "x", k, " by ", inner, "x", n);
  if (m == 0 || n == 0) return;
  const dnnl_status_t status =
      dnnl_sgemm(a.transposed ? 'T' : 'N', b.transposed ? 'T' : 'N', m, n, k, 1.0f, a.data,
                 a.stride, b.data, b.stride, beta, out, stride);
  if (status != dnnl_success) {
    Fail(status == dnnl_out_of_memory ? Status::kOutOfMemory : Status::kInternal,
         "oneDNN could not multiply ", m, "x", k, " by ", k, "x", n, " (status ",
         static_cast<int>(status), ")");
  }
}

// OpenMP keeps the number of threads for each thread of the host apart; LibTorch asks OpenMP.
OneThread::OneThread() : before_(omp_get_max_threads()) { omp_set_num_threads(1); }

OneThread::~OneThread() { omp_set_num_threads(before_); }

}  // namespace weft

// Matrix products on this machine's processor.
#pragma once

#include <cstdint>

namespace weft {

/// A row-major matrix that someone else owns; `stride` from row to row.
struct MatrixView {
  const float* data = nullptr;
  int64_t rows = 0, columns = 0, stride = 0;
  bool transposed = false;  ///< stands for its transpose; rows and columns are those in memory

  MatrixView() = default;
  MatrixView(const float* values, int64_t r, int64_t c) : MatrixView(values, r, c, c) {}
  MatrixView(const float* values, int64_t r, int64_t c, int64_t s)
      : data(values), rows(r), columns(c), stride(s) {}
  MatrixView T() const {
    MatrixView t = *this;
    t.transposed = !transposed;
    return t;
  }
};

/// out = a·b + beta·out, out [m, n] with rows `stride` apart. On the calling thread, by oneDNN's
/// kernels. Fails with kInternal where the inner dimensions differ or oneDNN refuses.
void Multiply(const MatrixView& a, const MatrixView& b, float beta, float* out, int64_t stride);

/// While it lives, OpenMP and LibTorch run on one thread where the calling thread calls them: work
/// is spread over sentences by weft's own threads, and the host's settings stay as they were.
class OneThread {
 public:
  OneThread();
  ~OneThread();
  OneThread(const OneThread&) = delete;
  OneThread& operator=(const OneThread&) = delete;

 private:
  int before_;
};

}  // namespace weft

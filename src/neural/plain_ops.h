// What ops.h and the optimiser do, by LibTorch's own operations: for tensors that are not on the
// processor. Arguments as there.
#pragma once

#include <cstdint>
#include <vector>

#include "neural/float_kernels.h"
#include "neural/torch.h"

namespace weft::plain {

Tensor Attention(const Tensor& qkv, const std::vector<int64_t>& ends, int64_t heads,
                 double dropout);
Tensor SelectRows(const Tensor& x, const std::vector<int64_t>& rows);
Tensor Lstm(const Tensor& x, const std::vector<int64_t>& steps, const Tensor& input,
            const Tensor& recurrent, const Tensor& bias);

/// In place, on tensors of one shape.
void AdamUpdate(const AdamStep& step, const Tensor& gradient, Tensor weights, Tensor moment,
                Tensor square);
/// The same on rows of `weights`, `moment` and `square` [rows, D], by index, each once; `gradient`
/// [ids.size(), D].
void AdamUpdateRows(const AdamStep& step, const std::vector<int64_t>& ids, const Tensor& gradient,
                    Tensor weights, Tensor moment, Tensor square);

}  // namespace weft::plain

// The part of LibTorch that weft uses: tensors and their gradients. Included by files of this room
// alone, and precompiled for them.
#pragma once

#include <ATen/ATen.h>
#include <torch/csrc/autograd/autograd.h>
#include <torch/csrc/autograd/custom_function.h>
#include <torch/csrc/autograd/grad_mode.h>
#include <torch/csrc/autograd/variable.h>

namespace weft {

using at::Tensor;

}  // namespace weft

// AdamW with groups of parameters, gradient clipping and a learning rate that falls linearly.
#pragma once

#include <cstdint>
#include <vector>

#include "core/parallel.h"
#include "neural/float_kernels.h"
#include "neural/parameters.h"
#include "neural/tensors.h"

namespace weft {

/// The gradient of a part of a batch.
struct Gradient {
  std::vector<at::Tensor> dense;  ///< by parameter; undefined where there is none
  struct Rows {
    const Parameter* table;
    std::vector<int64_t> ids;  ///< may repeat
    at::Tensor values;         ///< [ids.size(), D], on the processor
  };
  std::vector<Rows> rows;
};

/// Adds parts up into the first of them, in their order.
void Merge(std::vector<Gradient>* parts);

struct OptimizerOptions {
  double rates[4] = {};   ///< by ParameterGroup
  double decays[4] = {};  ///< weight decay, likewise
  double beta1 = 0.9, beta2 = 0.999, epsilon = 1e-8;
  double clip_norm = 1;     ///< of the whole gradient; 0: no clipping
  int64_t total_steps = 0;  ///< at which the rates reach 0; 0: they stay
  int64_t warmup_steps = 0;
};

/// One per training stage. Embeddings are updated where a batch looked rows up: the moments and the
/// decay of other rows rest.
class AdamW {
 public:
  AdamW(Parameters* parameters, const OptimizerOptions& options, Executor* executor);
  /// Adds the parts in their order and takes a step. Returns the norm of the gradient, before
  /// clipping; where that is not finite no step is taken.
  double Step(std::vector<Gradient> parts);
  /// Goes on after `steps` steps; what they made of the moments is the caller's to set.
  void Resume(int64_t steps) { step_ = steps; }
  /// The moments of parameters that are not frozen: "first.NAME" and "second.NAME".
  std::vector<NamedTensor> moments() const;

 private:
  struct Moments {
    at::Tensor first, second;
  };
  struct SummedRows {
    std::vector<int64_t> ids;   // distinct, ascending
    std::vector<float> values;  // [ids.size(), D]
  };
  void Update(const AdamStep& step, const at::Tensor& gradient, const at::Tensor& value,
              const Moments& moments) const;
  void UpdateRows(const AdamStep& step, const SummedRows& rows, const at::Tensor& value,
                  const Moments& moments) const;
  SummedRows SumRows(size_t parameter, const std::vector<Gradient>& parts) const;
  AdamStep Settings(const Parameter& parameter, double clip) const;

  Parameters* parameters_;
  const OptimizerOptions options_;
  Executor* executor_;
  std::vector<Moments> moments_;
  int64_t step_ = 0;
};

}  // namespace weft

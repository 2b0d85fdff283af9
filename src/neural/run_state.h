// Where a neural training run stands, beside tensors: a section of its checkpoints.
#pragma once

#include <cstdint>
#include <vector>

#include "core/progress.h"

namespace weft {

struct RunState {
  std::string encoder;  ///< checksum of what the encoder is beside its parameters
  int64_t steps = 0;    ///< of the stage
  Progress progress;    ///< its phase tells the stage
  std::vector<double> objectives;
  double best_f1 = -1;
  int64_t misses = 0;  ///< evaluations since the best
  uint8_t stepped = 0, has_best = 0;

  template <typename Archive>
  void save(Archive& archive) const {
    archive(encoder, progress.phase, steps, progress.iteration, progress.max_iterations,
            progress.objective, progress.dev_f1, progress.seconds, uint8_t{progress.finished},
            uint8_t{progress.converged}, progress.stop_reason, objectives, best_f1, misses, stepped,
            has_best);
  }
  template <typename Archive>
  void load(Archive& archive) {
    uint8_t finished = 0, converged = 0;
    archive(encoder, progress.phase, steps, progress.iteration, progress.max_iterations,
            progress.objective, progress.dev_f1, progress.seconds, finished, converged,
            progress.stop_reason, objectives, best_f1, misses, stepped, has_best);
    progress.finished = finished != 0;
    progress.converged = converged != 0;
  }
};

}  // namespace weft

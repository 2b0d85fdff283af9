// A bidirectional LSTM over sequences of different lengths.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "neural/parameters.h"

namespace weft {

/// The order in which an LSTM reads sequences that stand end to end: step by step, the longest
/// sequence first.
struct StepOrder {
  explicit StepOrder(const std::vector<int64_t>& lengths);

  std::vector<int64_t> steps;     ///< how many sequences have a t-th step
  std::vector<int64_t> forward;   ///< row of the sequences end to end, by place in step order
  std::vector<int64_t> backward;  ///< the same where every sequence is read from its end
  std::vector<int64_t> back_from_forward, back_from_backward;  ///< place in step order, by row
  std::vector<int64_t> last;  ///< place of each sequence's last step, in either order
};

class LstmLayer {
 public:
  /// `units` of each direction.
  LstmLayer(const std::string& name, int64_t width, int64_t units, Parameters* parameters,
            Random* random);
  int64_t width() const { return 2 * units_; }
  /// x [N, width of the input]: sequences end to end. Returns [N, 2·units].
  at::Tensor Forward(const at::Tensor& x, const StepOrder& order) const;
  /// The state after the last step of each sequence in both directions: [sequences, 2·units].
  at::Tensor Last(const at::Tensor& x, const StepOrder& order) const;

 private:
  struct Direction {
    Parameter *input, *recurrent, *bias;
  };
  at::Tensor Run(const Direction& direction, const at::Tensor& x, const std::vector<int64_t>& order,
                 const std::vector<int64_t>& steps) const;

  int64_t units_;
  Direction forward_, backward_;
};

}  // namespace weft

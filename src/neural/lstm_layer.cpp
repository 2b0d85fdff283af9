#include "neural/lstm_layer.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "neural/ops.h"

namespace weft {

StepOrder::StepOrder(const std::vector<int64_t>& lengths) {
  std::vector<size_t> by_length(lengths.size());
  std::iota(by_length.begin(), by_length.end(), size_t{0});
  std::stable_sort(by_length.begin(), by_length.end(),
                   [&](size_t a, size_t b) { return lengths[a] > lengths[b]; });
  std::vector<int64_t> begins(lengths.size());
  int64_t rows = 0;
  for (size_t s = 0; s < lengths.size(); ++s) {
    begins[s] = rows;
    rows += lengths[s];
  }
  back_from_forward.resize(static_cast<size_t>(rows));
  back_from_backward.resize(static_cast<size_t>(rows));
  last.resize(lengths.size());
  size_t active = lengths.size();
  for (int64_t t = 0; static_cast<int64_t>(forward.size()) < rows; ++t) {
    while (active > 0 && lengths[by_length[active - 1]] <= t) --active;
    steps.push_back(static_cast<int64_t>(active));
    for (size_t i = 0; i < active; ++i) {
      const size_t s = by_length[i];
      const auto place = static_cast<int64_t>(forward.size());
      const int64_t row = begins[s] + t, reversed = begins[s] + lengths[s] - 1 - t;
      back_from_forward[static_cast<size_t>(row)] = place;
      back_from_backward[static_cast<size_t>(reversed)] = place;
      if (t == lengths[s] - 1) last[s] = place;
      forward.push_back(row);
      backward.push_back(reversed);
    }
  }
}

LstmLayer::LstmLayer(const std::string& name, int64_t width, int64_t units, Parameters* parameters,
                     Random* random)
    : units_(units) {
  for (Direction* direction : {&forward_, &backward_}) {
    const std::string prefix = name + (direction == &forward_ ? ".forward." : ".backward.");
    const double bound = 1 / std::sqrt(static_cast<double>(units));
    at::Tensor bias = at::zeros({4 * units});
    bias.slice(0, units, 2 * units).fill_(1);  // Jozefowicz et al. 2015: forget little at first
    direction->input = &parameters->Add(prefix + "input", GlorotWeights(4 * units, width, random),
                                        ParameterGroup::kEncoder);
    direction->recurrent =
        &parameters->Add(prefix + "recurrent", UniformWeights({4 * units, units}, bound, random),
                         ParameterGroup::kEncoder);
    direction->bias = &parameters->Add(prefix + "bias", bias, ParameterGroup::kEncoder);
  }
}

at::Tensor LstmLayer::Run(const Direction& direction, const at::Tensor& x,
                          const std::vector<int64_t>& order,
                          const std::vector<int64_t>& steps) const {
  return Lstm(SelectRows(x, order), steps, direction.input->value, direction.recurrent->value,
              direction.bias->value);
}

at::Tensor LstmLayer::Forward(const at::Tensor& x, const StepOrder& order) const {
  const at::Tensor forward = Run(forward_, x, order.forward, order.steps);
  const at::Tensor backward = Run(backward_, x, order.backward, order.steps);
  return at::cat({SelectRows(forward, order.back_from_forward),
                  SelectRows(backward, order.back_from_backward)},
                 1);
}

at::Tensor LstmLayer::Last(const at::Tensor& x, const StepOrder& order) const {
  const at::Tensor forward = Run(forward_, x, order.forward, order.steps);
  const at::Tensor backward = Run(backward_, x, order.backward, order.steps);
  return at::cat({SelectRows(forward, order.last), SelectRows(backward, order.last)}, 1);
}

}  // namespace weft

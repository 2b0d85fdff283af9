#include <cstring>

#include "neural/float_kernels.h"
#include "neural/gemm.h"
#include "neural/ops.h"
#include "neural/plain_ops.h"

namespace weft {
namespace {

using torch::autograd::AutogradContext;
using torch::autograd::Function;
using torch::autograd::tensor_list;

class LstmFunction : public Function<LstmFunction> {
 public:
  static Tensor forward(AutogradContext* context, const Tensor& x, const Tensor& input,
                        const Tensor& recurrent, const Tensor& bias, std::vector<int64_t> steps) {
    const int64_t tokens = x.size(0), units = recurrent.size(1);
    Tensor gates = bias.unsqueeze(0).expand({tokens, 4 * units}).contiguous();
    Multiply({x.data_ptr<float>(), tokens, x.size(1)},
             MatrixView(input.data_ptr<float>(), 4 * units, x.size(1)).T(), 1,
             gates.data_ptr<float>(), 4 * units);
    Tensor cells = at::empty({tokens, units}, x.options());
    Tensor tanhs = at::empty_like(cells), hidden = at::empty_like(cells);
    const MatrixView back = MatrixView(recurrent.data_ptr<float>(), 4 * units, units).T();
    int64_t at = 0, before = -1;
    for (const int64_t sequences : steps) {
      LstmStep step;
      step.sequences = static_cast<size_t>(sequences);
      step.units = static_cast<size_t>(units);
      step.gates = gates.data_ptr<float>() + at * 4 * units;
      if (before >= 0) {
        step.cell = cells.data_ptr<float>() + before * units;
        Multiply({hidden.data_ptr<float>() + before * units, sequences, units}, back, 1, step.gates,
                 4 * units);
      }
      step.next_cell = cells.data_ptr<float>() + at * units;
      step.next_tanh = tanhs.data_ptr<float>() + at * units;
      step.hidden = hidden.data_ptr<float>() + at * units;
      LstmForward(step);
      before = at;
      at += sequences;
    }
    context->save_for_backward({x, input, recurrent, gates, cells, tanhs, hidden});
    context->saved_data["steps"] = std::move(steps);
    return hidden;
  }

  static tensor_list backward(AutogradContext* context, tensor_list gradients) {
    const tensor_list saved = context->get_saved_variables();
    const Tensor &x = saved[0], &input = saved[1], &recurrent = saved[2], &gates = saved[3],
                 &cells = saved[4], &tanhs = saved[5], &hidden = saved[6];
    const std::vector<int64_t> steps = context->saved_data["steps"].toIntVector();
    const int64_t tokens = x.size(0), units = recurrent.size(1),
                  first = steps.empty() ? 0 : steps[0];
    Tensor d_hidden = gradients[0].clone(at::MemoryFormat::Contiguous);
    Tensor d_gates = at::empty_like(gates), d_cell = at::zeros({first, units}, x.options());
    // Hidden states before each step but the first, in the order of their gates.
    Tensor previous = at::empty({tokens - first, units}, x.options());
    const MatrixView forth(recurrent.data_ptr<float>(), 4 * units, units);
    int64_t at = tokens;
    for (size_t t = steps.size(); t-- > 0;) {
      const int64_t sequences = steps[t];
      at -= sequences;
      const int64_t before = t > 0 ? at - steps[t - 1] : 0;
      LstmBackStep step;
      step.sequences = static_cast<size_t>(sequences);
      step.units = static_cast<size_t>(units);
      step.gates = gates.data_ptr<float>() + at * 4 * units;
      step.cell = t > 0 ? cells.data_ptr<float>() + before * units : nullptr;
      step.next_tanh = tanhs.data_ptr<float>() + at * units;
      step.d_hidden = d_hidden.data_ptr<float>() + at * units;
      step.d_cell = d_cell.data_ptr<float>();
      step.d_gates = d_gates.data_ptr<float>() + at * 4 * units;
      LstmBackward(step);
      if (t == 0) break;
      Multiply({step.d_gates, sequences, 4 * units}, forth, 1,
               d_hidden.data_ptr<float>() + before * units, units);
      std::memcpy(previous.data_ptr<float>() + (at - first) * units,
                  hidden.data_ptr<float>() + before * units,
                  static_cast<size_t>(sequences * units) * sizeof(float));
    }
    return {InputGradient(context, d_gates, input), WeightGradient(d_gates, x, 0),
            WeightGradient(d_gates, previous, first), BiasGradient(d_gates), Tensor()};
  }

 private:
  static Tensor InputGradient(AutogradContext* context, const Tensor& d_gates,
                              const Tensor& input) {
    if (!context->needs_input_grad(0)) return {};
    Tensor dx = at::empty({d_gates.size(0), input.size(1)}, input.options());
    Multiply({d_gates.data_ptr<float>(), d_gates.size(0), d_gates.size(1)},
             {input.data_ptr<float>(), input.size(0), input.size(1)}, 0, dx.data_ptr<float>(),
             dx.size(1));
    return dx;
  }

  // Σ over rows of d_gates, from row `begin`, times those of x.
  static Tensor WeightGradient(const Tensor& d_gates, const Tensor& x, int64_t begin) {
    Tensor d = at::zeros({d_gates.size(1), x.size(1)}, x.options());
    if (x.size(0) == 0) return d;
    const MatrixView rows(d_gates.data_ptr<float>() + begin * d_gates.size(1),
                          d_gates.size(0) - begin, d_gates.size(1));
    Multiply(rows.T(), {x.data_ptr<float>(), x.size(0), x.size(1)}, 0, d.data_ptr<float>(),
             d.size(1));
    return d;
  }

  static Tensor BiasGradient(const Tensor& d_gates) {
    Tensor d = at::zeros({d_gates.size(1)}, d_gates.options());
    AddColumnSums(static_cast<size_t>(d_gates.size(0)), static_cast<size_t>(d_gates.size(1)),
                  d_gates.data_ptr<float>(), d.data_ptr<float>());
    return d;
  }
};

}  // namespace

Tensor Lstm(const Tensor& x, const std::vector<int64_t>& steps, const Tensor& input,
            const Tensor& recurrent, const Tensor& bias) {
  if (!x.is_cpu()) return plain::Lstm(x, steps, input, recurrent, bias);
  return LstmFunction::apply(x.contiguous(), input, recurrent, bias, steps);
}

}  // namespace weft

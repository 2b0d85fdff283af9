#include "neural/ops.h"

#include <algorithm>

#include "neural/float_kernels.h"
#include "neural/gemm.h"
#include "neural/plain_ops.h"

namespace weft {
namespace {

using torch::autograd::AutogradContext;
using torch::autograd::Function;
using torch::autograd::tensor_list;

MatrixView View(const Tensor& x) { return {x.data_ptr<float>(), x.size(0), x.size(1)}; }

class LinearFunction : public Function<LinearFunction> {
 public:
  static Tensor forward(AutogradContext* context, const Tensor& x, const Tensor& weight,
                        const Tensor& bias) {
    context->save_for_backward({x, weight});
    Tensor out = bias.unsqueeze(0).expand({x.size(0), bias.size(0)}).contiguous();
    Multiply(View(x), View(weight).T(), 1, out.data_ptr<float>(), out.size(1));
    return out;
  }

  static tensor_list backward(AutogradContext* context, tensor_list gradients) {
    const tensor_list saved = context->get_saved_variables();
    const Tensor &x = saved[0], &weight = saved[1];
    const Tensor d = gradients[0].contiguous();
    Tensor dx, dweight, dbias;
    if (context->needs_input_grad(0)) {
      dx = at::empty_like(x);
      Multiply(View(d), View(weight), 0, dx.data_ptr<float>(), dx.size(1));
    }
    if (context->needs_input_grad(1)) {
      dweight = at::empty_like(weight);
      Multiply(View(d).T(), View(x), 0, dweight.data_ptr<float>(), dweight.size(1));
    }
    if (context->needs_input_grad(2)) {
      dbias = at::zeros({d.size(1)}, d.options());
      AddColumnSums(static_cast<size_t>(d.size(0)), static_cast<size_t>(d.size(1)),
                    d.data_ptr<float>(), dbias.data_ptr<float>());
    }
    return {dx, dweight, dbias};
  }
};

class DropFunction : public Function<DropFunction> {
 public:
  static Tensor forward(AutogradContext* context, const Tensor& x, double p, int64_t seed) {
    context->saved_data["p"] = p;
    context->saved_data["seed"] = seed;
    return Apply(x, p, seed);
  }

  static tensor_list backward(AutogradContext* context, tensor_list gradients) {
    return {Apply(gradients[0].contiguous(), context->saved_data["p"].toDouble(),
                  context->saved_data["seed"].toInt()),
            Tensor(), Tensor()};
  }

 private:
  static Tensor Apply(const Tensor& x, double p, int64_t seed) {
    Tensor out = at::empty_like(x);
    DropValues(static_cast<size_t>(x.numel()), static_cast<float>(p), static_cast<uint64_t>(seed),
               x.data_ptr<float>(), out.data_ptr<float>());
    return out;
  }
};

class GeluFunction : public Function<GeluFunction> {
 public:
  static Tensor forward(AutogradContext* context, const Tensor& x) {
    context->save_for_backward({x});
    Tensor out = at::empty_like(x);
    weft::Gelu(static_cast<size_t>(x.numel()), x.data_ptr<float>(), out.data_ptr<float>());
    return out;
  }

  static tensor_list backward(AutogradContext* context, tensor_list gradients) {
    const Tensor x = context->get_saved_variables()[0], d = gradients[0].contiguous();
    Tensor out = at::empty_like(x);
    GeluBackward(static_cast<size_t>(x.numel()), x.data_ptr<float>(), d.data_ptr<float>(),
                 out.data_ptr<float>());
    return {out};
  }
};

class SelectFunction : public Function<SelectFunction> {
 public:
  static Tensor forward(AutogradContext* context, const Tensor& x, std::vector<int64_t> rows) {
    const int64_t width = x.size(1);
    Tensor out = at::empty({static_cast<int64_t>(rows.size()), width}, x.options());
    float* to = out.data_ptr<float>();
    for (const int64_t row : rows) {
      to = std::copy_n(x.data_ptr<float>() + row * width, width, to);
    }
    context->saved_data["rows"] = std::move(rows);
    context->saved_data["count"] = x.size(0);
    return out;
  }

  static tensor_list backward(AutogradContext* context, tensor_list gradients) {
    const Tensor d = gradients[0].contiguous();
    const int64_t width = d.size(1);
    Tensor out = at::zeros({context->saved_data["count"].toInt(), width}, d.options());
    const float* from = d.data_ptr<float>();
    for (const int64_t row : context->saved_data["rows"].toIntVector()) {
      AddColumnSums(1, static_cast<size_t>(width), from, out.data_ptr<float>() + row * width);
      from += width;
    }
    return {out, Tensor()};
  }
};

}  // namespace

Tensor SelectRows(const Tensor& x, const std::vector<int64_t>& rows) {
  if (x.is_cpu()) return SelectFunction::apply(x.contiguous(), rows);
  return plain::SelectRows(x, rows);
}

Tensor Linear(const Tensor& x, const Tensor& weight, const Tensor& bias) {
  if (!x.is_cpu()) return at::linear(x, weight, bias);
  return LinearFunction::apply(x.contiguous(), weight, bias);
}

Tensor Gelu(const Tensor& x) {
  if (!x.is_cpu()) return at::gelu(x);
  return GeluFunction::apply(x.contiguous());
}

Tensor Drop(const Tensor& x, double p, uint64_t seed) {
  if (p == 0) return x;
  if (!x.is_cpu()) return at::dropout(x, p, true);
  return DropFunction::apply(x.contiguous(), p, static_cast<int64_t>(seed));
}

}  // namespace weft

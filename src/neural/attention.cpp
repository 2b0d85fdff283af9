#include <cmath>

#include "neural/float_kernels.h"
#include "neural/gemm.h"
#include "neural/ops.h"
#include "neural/plain_ops.h"

namespace weft {
namespace {

using torch::autograd::AutogradContext;
using torch::autograd::Function;
using torch::autograd::tensor_list;

// Where the matrices of one sequence and head stand in qkv [N, 3D] and in tensors like it.
struct Place {
  int64_t begin, length, head, heads, width;  // width: D

  int64_t head_width() const { return width / heads; }
  // Queries 0, keys 1, values 2.
  int64_t offset(int64_t part) const {
    return begin * 3 * width + part * width + head * head_width();
  }
  MatrixView Part(const float* qkv, int64_t part) const {
    return {qkv + offset(part), length, head_width(), 3 * width};
  }
  int64_t out_offset() const { return begin * width + head * head_width(); }
  MatrixView Out(const float* out) const {
    return {out + out_offset(), length, head_width(), width};
  }
};

// Calls visit(place, offset of its probabilities [length, length], number) for all.
template <typename Visit>
void ForPlaces(const std::vector<int64_t>& ends, int64_t heads, int64_t width, Visit visit) {
  int64_t begin = 0, offset = 0;
  uint64_t number = 0;
  for (const int64_t end : ends) {
    for (int64_t head = 0; head < heads; ++head) {
      visit(Place{begin, end - begin, head, heads, width}, offset, number++);
      offset += (end - begin) * (end - begin);
    }
    begin = end;
  }
}

int64_t ProbabilityCount(const std::vector<int64_t>& ends, int64_t heads) {
  int64_t count = 0, begin = 0;
  for (const int64_t end : ends) {
    count += heads * (end - begin) * (end - begin);
    begin = end;
  }
  return count;
}

struct Shape {
  int64_t heads;
  double dropout;
  uint64_t seed;
  float scale(int64_t width) const { return 1.0f / std::sqrt(static_cast<float>(width / heads)); }
};

class AttentionFunction : public Function<AttentionFunction> {
 public:
  static Tensor forward(AutogradContext* context, const Tensor& qkv, std::vector<int64_t> ends,
                        int64_t heads, double dropout, int64_t seed) {
    const int64_t width = qkv.size(1) / 3;
    const Shape shape{heads, dropout, static_cast<uint64_t>(seed)};
    Tensor all = at::empty({ProbabilityCount(ends, heads)}, qkv.options());
    Tensor out = at::empty({qkv.size(0), width}, qkv.options());
    std::vector<float> dropped;
    const float* in = qkv.data_ptr<float>();
    float* to = out.data_ptr<float>();
    ForPlaces(ends, heads, width, [&](const Place& place, int64_t offset, uint64_t number) {
      float* p = all.data_ptr<float>() + offset;
      const auto n = static_cast<size_t>(place.length);
      Multiply(place.Part(in, 0), place.Part(in, 1).T(), 0, p, place.length);
      SoftmaxRows(n, n, n, shape.scale(width), p);
      const float* used = p;
      if (dropout > 0) {
        dropped.resize(n * n);
        DropValues(n * n, static_cast<float>(dropout), shape.seed + number, p, dropped.data());
        used = dropped.data();
      }
      Multiply({used, place.length, place.length}, place.Part(in, 2), 0, to + place.out_offset(),
               width);
    });
    context->save_for_backward({qkv, all});
    context->saved_data["ends"] = std::move(ends);
    context->saved_data["heads"] = heads;
    context->saved_data["dropout"] = dropout;
    context->saved_data["seed"] = seed;
    return out;
  }

  static tensor_list backward(AutogradContext* context, tensor_list gradients) {
    const tensor_list saved = context->get_saved_variables();
    const Tensor &qkv = saved[0], &all = saved[1];
    const Shape shape{context->saved_data["heads"].toInt(),
                      context->saved_data["dropout"].toDouble(),
                      static_cast<uint64_t>(context->saved_data["seed"].toInt())};
    const int64_t width = qkv.size(1) / 3;
    const Tensor d = gradients[0].contiguous();
    Tensor out = at::empty_like(qkv);
    const float *in = qkv.data_ptr<float>(), *d_out = d.data_ptr<float>();
    float* to = out.data_ptr<float>();
    std::vector<float> dropped, d_p;
    ForPlaces(context->saved_data["ends"].toIntVector(), shape.heads, width,
              [&](const Place& place, int64_t offset, uint64_t number) {
                const float* p = all.data_ptr<float>() + offset;
                const auto n = static_cast<size_t>(place.length);
                const MatrixView given = place.Out(d_out);
                const int64_t stride = 3 * width;
                d_p.resize(n * n);
                Multiply(given, place.Part(in, 2).T(), 0, d_p.data(), place.length);
                const float* used = p;
                if (shape.dropout > 0) {
                  const auto rate = static_cast<float>(shape.dropout);
                  dropped.resize(n * n);
                  DropValues(n * n, rate, shape.seed + number, p, dropped.data());
                  DropValues(n * n, rate, shape.seed + number, d_p.data(), d_p.data());
                  used = dropped.data();
                }
                Multiply(MatrixView(used, place.length, place.length).T(), given, 0,
                         to + place.offset(2), stride);
                SoftmaxRowsBackward(n, n, n, shape.scale(width), p, d_p.data());
                const MatrixView d_scores(d_p.data(), place.length, place.length);
                Multiply(d_scores, place.Part(in, 1), 0, to + place.offset(0), stride);
                Multiply(d_scores.T(), place.Part(in, 0), 0, to + place.offset(1), stride);
              });
    return {out, Tensor(), Tensor(), Tensor(), Tensor()};
  }
};

}  // namespace

Tensor Attention(const Tensor& qkv, const std::vector<int64_t>& ends, int64_t heads, double dropout,
                 uint64_t seed) {
  if (!qkv.is_cpu()) return plain::Attention(qkv, ends, heads, dropout);
  return AttentionFunction::apply(qkv.contiguous(), ends, heads, dropout,
                                  static_cast<int64_t>(seed));
}

}  // namespace weft

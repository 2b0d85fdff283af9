#include "neural/parameters.h"

#include <cmath>

#include "core/error.h"
#include "neural/ops.h"

namespace weft {

Parameter& Parameters::Add(std::string name, at::Tensor value, ParameterGroup group) {
  Require(!Find(name), "there are two parameters \"", name, "\"");
  all_.push_back(std::make_unique<Parameter>());
  Parameter& added = *all_.back();
  added.name = std::move(name);
  added.value = std::move(value);
  added.group = group;
  return added;
}

Parameter* Parameters::Find(const std::string& name) const {
  for (const auto& parameter : all_) {
    if (parameter->name == name) return parameter.get();
  }
  return nullptr;
}

int64_t Parameters::NumValues() const {
  int64_t count = 0;
  for (const auto& parameter : all_) count += parameter->value.numel();
  return count;
}

at::Tensor UniformWeights(at::IntArrayRef shape, double bound, Random* random) {
  at::Tensor weights = at::empty(shape, at::kFloat);
  float* values = weights.data_ptr<float>();
  for (int64_t i = 0; i < weights.numel(); ++i) {
    values[i] = static_cast<float>(bound * (2 * random->Uniform() - 1));
  }
  return weights;
}

at::Tensor GlorotWeights(int64_t out, int64_t in, Random* random) {
  return UniformWeights({out, in}, std::sqrt(6.0 / static_cast<double>(out + in)), random);
}

at::Tensor ForwardPass::Drop(const at::Tensor& x, double p) {
  return training_ ? weft::Drop(x, p, NextSeed()) : x;
}

at::Tensor ForwardPass::Rows(const Parameter& table, const std::vector<int64_t>& ids) {
  const at::Tensor index = at::tensor(ids, at::TensorOptions(at::kLong)).to(table.value.device());
  at::Tensor rows;
  {
    const at::NoGradGuard plain;
    rows = at::index_select(table.value, 0, index);
  }
  if (training_ && !table.frozen) {
    rows.requires_grad_(true);
    lookups_.push_back({&table, ids, rows});
  }
  return rows;
}

}  // namespace weft

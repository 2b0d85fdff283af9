#include "neural/optimizer.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/error.h"
#include "neural/plain_ops.h"

namespace weft {
namespace {

constexpr int64_t kChunk = 1 << 16;  // values of a parameter that one thread takes at a time

void AddInto(const at::Tensor& from, at::Tensor* to) {
  if (!from.defined()) return;
  if (!to->defined()) {
    *to = from.contiguous();
  } else {
    to->add_(from);
  }
}

double SquareSum(const at::Tensor& x) {
  if (!x.is_cpu()) return x.to(at::kDouble).square().sum().item<double>();
  return SumOfSquares(static_cast<size_t>(x.numel()), x.data_ptr<float>());
}

}  // namespace

void Merge(std::vector<Gradient>* parts) {
  const at::NoGradGuard plain;
  Gradient& all = parts->front();
  for (size_t p = 1; p < parts->size(); ++p) {
    Gradient& part = (*parts)[p];
    for (size_t i = 0; i < all.dense.size(); ++i) AddInto(part.dense[i], &all.dense[i]);
    for (Gradient::Rows& rows : part.rows) all.rows.push_back(std::move(rows));
  }
  parts->resize(1);
}

AdamW::AdamW(Parameters* parameters, const OptimizerOptions& options, Executor* executor)
    : parameters_(parameters),
      options_(options),
      executor_(executor),
      moments_(parameters->size()) {
  for (size_t i = 0; i < parameters->size(); ++i) {
    const Parameter& parameter = (*parameters)[i];
    if (parameter.frozen) continue;
    moments_[i] = {at::zeros_like(parameter.value), at::zeros_like(parameter.value)};
  }
}

double AdamW::Step(std::vector<Gradient> parts) {
  const size_t count = parameters_->size();
  std::vector<at::Tensor> dense(count);
  std::vector<SummedRows> rows(count);
  const at::NoGradGuard plain;
  std::vector<double> squares(count, 0.0);
  executor_->ForEach(static_cast<int64_t>(count), [&](int64_t index, int) {
    const auto i = static_cast<size_t>(index);
    if ((*parameters_)[i].frozen) return;
    if ((*parameters_)[i].rows) {
      rows[i] = SumRows(i, parts);
      squares[i] = SumOfSquares(rows[i].values.size(), rows[i].values.data());
      return;
    }
    for (const Gradient& part : parts) AddInto(part.dense[i], &dense[i]);
    if (dense[i].defined()) squares[i] = SquareSum(dense[i]);
  });
  const double norm = std::sqrt(std::accumulate(squares.begin(), squares.end(), 0.0));
  if (!std::isfinite(norm)) return norm;
  ++step_;
  const double clip =
      options_.clip_norm > 0 && norm > options_.clip_norm ? options_.clip_norm / norm : 1;
  for (size_t i = 0; i < count; ++i) {
    const Parameter& parameter = (*parameters_)[i];
    if (parameter.frozen) continue;
    const AdamStep step = Settings(parameter, clip);
    if (parameter.rows) {
      UpdateRows(step, rows[i], parameter.value, moments_[i]);
    } else if (dense[i].defined()) {
      Update(step, dense[i], parameter.value, moments_[i]);
    }
  }
  return norm;
}

std::vector<NamedTensor> AdamW::moments() const {
  std::vector<NamedTensor> named;
  for (size_t i = 0; i < moments_.size(); ++i) {
    const std::string& name = (*parameters_)[i].name;
    if ((*parameters_)[i].frozen) continue;
    named.push_back({"first." + name, moments_[i].first});
    named.push_back({"second." + name, moments_[i].second});
  }
  return named;
}

void AdamW::Update(const AdamStep& step, const at::Tensor& gradient, const at::Tensor& value,
                   const Moments& moments) const {
  if (!value.is_cpu()) {
    plain::AdamUpdate(step, gradient, value, moments.first, moments.second);
    return;
  }
  const float* from = gradient.data_ptr<float>();
  float *weights = value.data_ptr<float>(), *first = moments.first.data_ptr<float>(),
        *second = moments.second.data_ptr<float>();
  executor_->ForChunks(value.numel(), kChunk, [&](int64_t, int64_t begin, int64_t end, int) {
    AdamUpdate(static_cast<size_t>(end - begin), step, from + begin, weights + begin, first + begin,
               second + begin);
  });
}

void AdamW::UpdateRows(const AdamStep& step, const SummedRows& rows, const at::Tensor& value,
                       const Moments& moments) const {
  const int64_t width = value.size(1), count = static_cast<int64_t>(rows.ids.size());
  if (!value.is_cpu()) {
    const at::Tensor gradient = at::tensor(rows.values).view({count, width}).to(value.device());
    plain::AdamUpdateRows(step, rows.ids, gradient, value, moments.first, moments.second);
    return;
  }
  for (int64_t r = 0; r < count; ++r) {
    const int64_t at = rows.ids[static_cast<size_t>(r)] * width;
    AdamUpdate(static_cast<size_t>(width), step, rows.values.data() + r * width,
               value.data_ptr<float>() + at, moments.first.data_ptr<float>() + at,
               moments.second.data_ptr<float>() + at);
  }
}

AdamW::SummedRows AdamW::SumRows(size_t parameter, const std::vector<Gradient>& parts) const {
  struct Place {
    int64_t id;
    const float* values;
  };
  const Parameter* table = &(*parameters_)[parameter];
  const auto width = static_cast<size_t>(table->value.size(1));
  std::vector<Place> places;
  for (const Gradient& part : parts) {
    for (const Gradient::Rows& rows : part.rows) {
      if (rows.table != table) continue;
      const float* values = rows.values.data_ptr<float>();
      for (size_t i = 0; i < rows.ids.size(); ++i) {
        places.push_back({rows.ids[i], values + i * width});
      }
    }
  }
  std::stable_sort(places.begin(), places.end(),
                   [](const Place& a, const Place& b) { return a.id < b.id; });
  SummedRows sums;
  for (const Place& place : places) {
    if (sums.ids.empty() || sums.ids.back() != place.id) {
      sums.ids.push_back(place.id);
      sums.values.resize(sums.values.size() + width, 0.0f);
    }
    AddColumnSums(1, width, place.values, sums.values.data() + sums.values.size() - width);
  }
  return sums;
}

AdamStep AdamW::Settings(const Parameter& parameter, double clip) const {
  const auto group = static_cast<size_t>(parameter.group);
  double rate = options_.rates[group] * parameter.rate;
  if (step_ <= options_.warmup_steps) {
    rate *= static_cast<double>(step_) / static_cast<double>(options_.warmup_steps);
  } else if (options_.total_steps > 0) {
    const auto left = static_cast<double>(options_.total_steps - step_ + 1);
    rate *= std::max(0.0, left / static_cast<double>(options_.total_steps - options_.warmup_steps));
  }
  const auto n = static_cast<double>(step_);
  AdamStep step;
  step.beta1 = static_cast<float>(options_.beta1);
  step.beta2 = static_cast<float>(options_.beta2);
  step.epsilon = static_cast<float>(options_.epsilon);
  step.rate = static_cast<float>(rate / (1 - std::pow(options_.beta1, n)));
  step.variance = static_cast<float>(1 / (1 - std::pow(options_.beta2, n)));
  step.decay = parameter.decays ? static_cast<float>(1 - rate * options_.decays[group]) : 1;
  step.gradient = static_cast<float>(clip);
  return step;
}

}  // namespace weft

#include "weak/confusion_prior.h"

#include <algorithm>
#include <cmath>

#include "weak/confusion_family.h"

namespace weft {
namespace {

AccuracyBound BoundOf(const ConfusionPrior& prior, size_t source) {
  const LabelParts& parts = *prior.parts;
  const size_t k = parts.class_of.size(), classes = parts.classes();
  AccuracyBound bound;
  const double least = prior.accuracy_bound;
  bound.fire_ratio = std::max(1.0, least / (1 - least) * prior.outside_odds[source]);
  bound.in_repertoire.assign(classes, 0);
  for (size_t v = 0; v < k; ++v) {
    const bool names = static_cast<int32_t>(v) != parts.outside;
    if (names && prior.repertoire[source * k + v]) bound.in_repertoire[parts.class_of[v]] = 1;
  }
  const double types = static_cast<double>(
      std::count(bound.in_repertoire.begin(), bound.in_repertoire.end(), uint8_t{1}));
  for (size_t c = 0; c < classes; ++c) {
    bound.chance.push_back(
        std::max(types > 0 ? 1 / types : 0, prior.named_rates[source * classes + c]));
    bound.right.push_back(std::max(least, bound.chance[c]));
  }
  return bound;
}

}  // namespace

std::vector<double> ConfusionPrior::Maximise(Span<const double> counts,
                                             std::vector<uint8_t>* adversarial) const {
  const size_t k = static_cast<size_t>(shape.labels);
  std::vector<double> table(shape.size(), 0.0), sum(k * k);
  for (int32_t slot = 0; slot < shape.slots(); ++slot) {
    const size_t base = shape.Base(slot), source = static_cast<size_t>(slot / shape.contexts);
    for (size_t i = 0; i < sum.size(); ++i) sum[i] = counts[base + i] + pseudo_counts[base + i];
    const bool bounded = accuracy_bound > 0;
    const AccuracyBound bound = bounded ? BoundOf(*this, source) : AccuracyBound();
    bool worse = false;
    const auto fit = family == ConfusionFamily::kFull ? FullConfusion : FactoredConfusion;
    const std::vector<double> p = fit(sum, *parts, bounded ? &bound : nullptr, &worse);
    if (worse && adversarial) (*adversarial)[source] = 1;
    for (size_t i = 0; i < p.size(); ++i) table[base + i] = std::max(p[i], kImpossible);
  }
  return table;
}

double ConfusionPrior::LogDensity(const Confusion& confusion) const {
  const size_t k = static_cast<size_t>(shape.labels);
  double sum = 0;
  for (int32_t slot = 0; slot < shape.slots(); ++slot) {
    const size_t base = shape.Base(slot);
    for (size_t i = base; i < base + k * k; ++i) {
      if (pseudo_counts[i] > 0) sum += pseudo_counts[i] * std::log(confusion.p()[i]);
    }
  }
  return sum;
}

}  // namespace weft

#include "weak/reliability.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "weak/label_parts.h"

namespace weft {

Proportion ProportionOf(double part, double of) {
  constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  if (!(of > 0)) return {kNone, kNone, kNone, 0};
  constexpr double kZ = 1.959963984540054;  // of 95 %
  const double p = std::clamp(part / of, 0.0, 1.0), z2 = kZ * kZ / of;
  const double middle = (p + z2 / 2) / (1 + z2);
  const double half = kZ * std::sqrt(p * (1 - p) / of + z2 / (4 * of)) / (1 + z2);
  return {p, std::min(p, std::max(0.0, middle - half)), std::max(p, std::min(1.0, middle + half)),
          of};
}

std::vector<std::string> TypesOf(const LabelSet& labels, Scheme scheme) {
  const LabelParts parts(labels, scheme);
  return {parts.names.begin() + (parts.has_outside() ? 1 : 0), parts.names.end()};
}

std::vector<TypeReliability> ReliabilityOf(const SourceEstimate& source, const LabelSet& labels,
                                           Scheme scheme) {
  if (source.truths.empty()) return {};
  const LabelParts parts(labels, scheme);
  const size_t k = source.truths.size(), classes = parts.classes();
  std::vector<double> both(classes, 0.0), votes(classes, 0.0), truths(classes, 0.0);
  for (size_t truth = 0; truth < k; ++truth) {
    const size_t c = parts.class_of[truth];
    truths[c] += source.truths[truth];
    for (size_t vote = 0; vote < k; ++vote) {
      const double count = source.truths[truth] * source.confusion[truth * (k + 1) + vote];
      votes[parts.class_of[vote]] += count;
      if (parts.class_of[vote] == c) both[c] += count;
    }
  }
  std::vector<TypeReliability> types;
  for (size_t c = parts.has_outside() ? 1 : 0; c < classes; ++c) {
    types.push_back(
        {parts.names[c], ProportionOf(both[c], votes[c]), ProportionOf(both[c], truths[c])});
  }
  return types;
}

}  // namespace weft

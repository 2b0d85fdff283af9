#include "weak/confusion_family.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace weft {
namespace {

// How often something is named, or O said, by group of true labels; group 0 is O itself.
struct Fires {
  explicit Fires(size_t groups) : named(groups, 0.0), outside(groups, 0.0) {}
  double Rate(size_t group) const {
    const double all = named[group] + outside[group];
    return all > 0 ? named[group] / all : 0;
  }
  std::vector<double> named, outside;
};

// The f that maximises named · log f + outside · log(1 − f) + others · log(1 − ratio · f): the rate
// at O where other groups are held at `ratio` times it. `named` counts them all.
double HeldRate(double named, double outside, double others, double ratio) {
  // 0 of the derivative, times f (1 − f) (1 − ratio · f): a f² − b f + named, whose smaller root
  // lies in [0, 1 / ratio].
  const double a = ratio * (named + outside + others);
  const double b = named * (1 + ratio) + outside + ratio * others;
  return named > 0 ? 2 * named / (b + std::sqrt(std::max(0.0, b * b - 4 * a * named))) : 0;
}

// p(something is named | group), the exact maximum of a product of binomials under Rate(g) >=
// ratio · Rate(0) for every group in `bounded`. In the logarithms of the rates the product is
// concave and the bounds are linear; so the groups that end at their bound are the lowest ones, and
// taking them in by rising rate finds them.
std::vector<double> FireRates(const Fires& fires, std::vector<size_t> bounded, double ratio,
                              bool* adversarial) {
  std::vector<double> rates;
  for (size_t group = 0; group < fires.named.size(); ++group) rates.push_back(fires.Rate(group));
  std::sort(bounded.begin(), bounded.end(),
            [&](size_t a, size_t b) { return rates[a] < rates[b]; });
  if (!bounded.empty() && rates[bounded[0]] < rates[0]) *adversarial = true;
  double named = fires.named[0], others = 0;
  for (size_t group : bounded) {
    if (!(rates[group] < ratio * rates[0])) break;
    named += fires.named[group];
    others += fires.outside[group];
    rates[0] = HeldRate(named, fires.outside[0], others, ratio);
  }
  for (size_t group : bounded) rates[group] = std::max(rates[group], ratio * rates[0]);
  return rates;
}

void Normalise(std::vector<double>* p) {
  const double sum = std::accumulate(p->begin(), p->end(), 0.0);
  for (double& x : *p) x = sum > 0 ? x / sum : 1.0 / static_cast<double>(p->size());
}

// Makes the share of the entries that `right` picks at least what `bound` says of class `c`, the
// others in proportion.
template <typename Right>
void RaiseRight(const AccuracyBound& bound, size_t c, const Right& right, std::vector<double>* p,
                bool* adversarial) {
  double share = 0, ways = 0;
  for (size_t i = 0; i < p->size(); ++i) {
    if (!right(i)) continue;
    share += (*p)[i];
    ++ways;
  }
  if (share < bound.chance[c]) *adversarial = true;
  const double least = bound.right[c];
  if (share >= least) return;
  for (size_t i = 0; i < p->size(); ++i) {
    if (!right(i)) {
      (*p)[i] *= (1 - least) / (1 - share);
    } else {
      (*p)[i] = share > 0 ? (*p)[i] * least / share : least / ways;
    }
  }
}

}  // namespace

std::vector<double> FullConfusion(const std::vector<double>& counts, const LabelParts& parts,
                                  const AccuracyBound* bound, bool* adversarial) {
  const size_t k = parts.class_of.size();
  const size_t outside = parts.has_outside() ? static_cast<size_t>(parts.outside) : k;
  // Group 0 is the row of O, group z + 1 that of any other label.
  const auto group = [&](size_t z) { return z == outside ? 0 : z + 1; };
  Fires fires(k + 1);
  std::vector<std::vector<double>> choices(k, std::vector<double>(k, 0.0));  // of what is named
  std::vector<size_t> bounded;
  for (size_t z = 0; z < k; ++z) {
    for (size_t v = 0; v < k; ++v) {
      (v == outside ? fires.outside : fires.named)[group(z)] += counts[v * k + z];
      if (v != outside) choices[z][v] = counts[v * k + z];
    }
    const bool empty = fires.named[group(z)] + fires.outside[group(z)] <= 0;
    if (empty) {  // nothing is known of this label: every vote is as likely as any
      std::fill(choices[z].begin(), choices[z].end(), 1.0);
      fires.named[group(z)] = static_cast<double>(k - (outside < k));
      fires.outside[group(z)] = outside < k;
      if (outside < k) choices[z][outside] = 0;
    } else if (bound && outside < k && z != outside && bound->in_repertoire[parts.class_of[z]]) {
      bounded.push_back(group(z));
    }
  }
  const std::vector<double> rates =
      FireRates(fires, bounded, bound ? bound->fire_ratio : 1, adversarial);
  std::vector<double> p(k * k);
  for (size_t z = 0; z < k; ++z) {
    const double sum = std::accumulate(choices[z].begin(), choices[z].end(), 0.0);
    for (double& choice : choices[z]) choice = sum > 0 ? choice / sum : 0;
    const size_t c = parts.class_of[z];
    if (bound && z != outside && bound->in_repertoire[c]) {
      const auto right = [&](size_t v) { return parts.class_of[v] == c; };
      RaiseRight(*bound, c, right, &choices[z], adversarial);
    }
    const double fire = outside < k ? rates[group(z)] : 1;
    for (size_t v = 0; v < k; ++v) p[v * k + z] = v == outside ? 1 - fire : fire * choices[z][v];
  }
  return p;
}

std::vector<double> FactoredConfusion(const std::vector<double>& counts, const LabelParts& parts,
                                      const AccuracyBound* bound, bool* adversarial) {
  const size_t k = parts.class_of.size(), classes = parts.classes();
  const size_t outside = parts.has_outside() ? static_cast<size_t>(parts.outside) : k;
  const size_t first_type = parts.has_outside() ? 1 : 0;
  Fires fires(classes);
  std::vector<std::vector<double>> types(classes, std::vector<double>(classes, 0.0));
  // Row 0 is for a true O, row 1 + p for position p.
  std::vector<std::vector<double>> positions(parts.positions + 1,
                                             std::vector<double>(parts.positions, 0.0));
  const auto row_of = [&](size_t z) { return z == outside ? 0 : 1 + parts.position[z]; };
  for (size_t z = 0; z < k; ++z) {
    const size_t c = parts.class_of[z];
    for (size_t v = 0; v < k; ++v) {
      const double n = counts[v * k + z];
      if (v == outside) {
        fires.outside[c] += n;
        continue;
      }
      fires.named[c] += n;
      types[c][parts.class_of[v]] += n;
      positions[row_of(z)][parts.position[v]] += n;
    }
  }
  std::vector<size_t> bounded;
  for (size_t c = first_type; bound && outside < k && c < classes; ++c) {
    const bool known = fires.named[c] + fires.outside[c] > 0;
    if (known && bound->in_repertoire[c]) bounded.push_back(c);
  }
  const std::vector<double> rates =
      FireRates(fires, bounded, bound ? bound->fire_ratio : 1, adversarial);
  for (size_t c = 0; c < classes; ++c) {
    std::vector<double> named(types[c].begin() + static_cast<ptrdiff_t>(first_type),
                              types[c].end());
    Normalise(&named);
    std::copy(named.begin(), named.end(), types[c].begin() + static_cast<ptrdiff_t>(first_type));
    if (bound && c >= first_type && bound->in_repertoire[c]) {
      const auto right = [&](size_t b) { return b == c; };
      RaiseRight(*bound, c, right, &types[c], adversarial);
    }
  }
  for (std::vector<double>& row : positions) Normalise(&row);
  std::vector<double> p(k * k);
  for (size_t z = 0; z < k; ++z) {
    const size_t c = parts.class_of[z];
    const double fire = outside < k ? rates[c] : 1;
    for (size_t v = 0; v < k; ++v) {
      p[v * k + z] = v == outside ? 1 - fire
                                  : fire * types[c][parts.class_of[v]] *
                                        positions[row_of(z)][parts.position[v]];
    }
  }
  return p;
}

}  // namespace weft

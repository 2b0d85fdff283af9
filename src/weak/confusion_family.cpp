#include "weak/confusion_family.h"

#include <algorithm>
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

// Makes Rate(g) >= Rate(0) for every group in `bounded`, by pooling counts: the exact maximum of a
// product of binomials under that order, where the lowest groups share one rate with O.
bool PoolBelow(std::vector<size_t> bounded, Fires* fires) {
  std::sort(bounded.begin(), bounded.end(),
            [&](size_t a, size_t b) { return fires->Rate(a) < fires->Rate(b); });
  double named = fires->named[0], outside = fires->outside[0];
  size_t pooled = 0;
  while (pooled < bounded.size()) {
    const size_t group = bounded[pooled];
    if (!(fires->Rate(group) * (named + outside) < named)) break;
    named += fires->named[group];
    outside += fires->outside[group];
    ++pooled;
  }
  if (pooled == 0) return false;
  bounded.resize(pooled);
  bounded.push_back(0);
  for (size_t group : bounded) {
    fires->named[group] = named;
    fires->outside[group] = outside;
  }
  return true;
}

void Normalise(std::vector<double>* p) {
  const double sum = std::accumulate(p->begin(), p->end(), 0.0);
  for (double& x : *p) x = sum > 0 ? x / sum : 1.0 / static_cast<double>(p->size());
}

// Makes the share of the entries that `right` picks at least `least`, the others in proportion.
template <typename Right>
bool RaiseTo(double least, const Right& right, std::vector<double>* p) {
  double share = 0;
  for (size_t i = 0; i < p->size(); ++i) share += right(i) ? (*p)[i] : 0;
  if (share >= least || !(share > 0)) return false;
  for (size_t i = 0; i < p->size(); ++i) {
    (*p)[i] *= right(i) ? least / share : (1 - least) / (1 - share);
  }
  return true;
}

}  // namespace

std::vector<double> FullConfusion(const std::vector<double>& counts, const LabelParts& parts,
                                  const ChanceBound* bound, bool* held) {
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
    if (bound && z != outside && bound->in_repertoire[parts.class_of[z]]) {
      bounded.push_back(group(z));
    }
    const bool empty = fires.named[group(z)] + fires.outside[group(z)] <= 0;
    if (empty) {  // nothing is known of this label: every vote is as likely as any
      std::fill(choices[z].begin(), choices[z].end(), 1.0);
      fires.named[group(z)] = static_cast<double>(k - (outside < k));
      fires.outside[group(z)] = outside < k;
      if (outside < k) choices[z][outside] = 0;
    }
  }
  if (bound && outside < k && PoolBelow(bounded, &fires)) *held = true;
  std::vector<double> p(k * k);
  for (size_t z = 0; z < k; ++z) {
    const double sum = std::accumulate(choices[z].begin(), choices[z].end(), 0.0);
    for (double& choice : choices[z]) choice = sum > 0 ? choice / sum : 0;
    const size_t c = parts.class_of[z];
    if (bound && z != outside && bound->in_repertoire[c]) {
      const auto right = [&](size_t v) { return parts.class_of[v] == c; };
      if (RaiseTo(bound->right[c], right, &choices[z])) *held = true;
    }
    const double fire = outside < k ? fires.Rate(group(z)) : 1;
    for (size_t v = 0; v < k; ++v) p[v * k + z] = v == outside ? 1 - fire : fire * choices[z][v];
  }
  return p;
}

std::vector<double> FactoredConfusion(const std::vector<double>& counts, const LabelParts& parts,
                                      const ChanceBound* bound, bool* held) {
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
  for (size_t c = first_type; bound && c < classes; ++c) {
    if (bound->in_repertoire[c]) bounded.push_back(c);
  }
  if (bound && outside < k && PoolBelow(bounded, &fires)) *held = true;
  for (size_t c = 0; c < classes; ++c) {
    std::vector<double> named(types[c].begin() + static_cast<ptrdiff_t>(first_type),
                              types[c].end());
    Normalise(&named);
    std::copy(named.begin(), named.end(), types[c].begin() + static_cast<ptrdiff_t>(first_type));
    if (bound && c >= first_type && bound->in_repertoire[c]) {
      const auto right = [&](size_t b) { return b == c; };
      if (RaiseTo(bound->right[c], right, &types[c])) *held = true;
    }
  }
  for (std::vector<double>& row : positions) Normalise(&row);
  std::vector<double> p(k * k);
  for (size_t z = 0; z < k; ++z) {
    const size_t c = parts.class_of[z];
    const double fire = outside < k ? fires.Rate(c) : 1;
    for (size_t v = 0; v < k; ++v) {
      p[v * k + z] = v == outside ? 1 - fire
                                  : fire * types[c][parts.class_of[v]] *
                                        positions[row_of(z)][parts.position[v]];
    }
  }
  return p;
}

}  // namespace weft

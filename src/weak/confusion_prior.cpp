#include "weak/confusion_prior.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace weft {
namespace {

// Scales the entries of `p` that `chosen` picks so that they sum to `total`.
template <typename Chosen>
void ScaleTo(double total, const Chosen& chosen, std::vector<double>* p) {
  double sum = 0;
  for (size_t v = 0; v < p->size(); ++v) sum += chosen(v) ? (*p)[v] : 0;
  if (!(sum > 0)) return;
  for (size_t v = 0; v < p->size(); ++v) {
    if (chosen(v)) (*p)[v] *= total / sum;
  }
}

}  // namespace

std::vector<double> ConfusionPrior::Maximise(Span<const double> counts) const {
  const size_t k = static_cast<size_t>(shape.labels);
  std::vector<double> table(shape.size(), 0.0), p(k);
  for (int32_t j = 0; j < shape.sources; ++j) {
    const size_t base = static_cast<size_t>(shape.Row(j, 0)) * k;
    for (size_t z = 0; z < k; ++z) {
      for (size_t v = 0; v < k; ++v) {
        const size_t i = base + v * k + z;
        p[v] = counts[i] + pseudo_counts[i];
      }
      const double sum = std::accumulate(p.begin(), p.end(), 0.0);
      // Nothing is known of this true label: every vote is as likely as any.
      if (sum > 0) {
        for (double& x : p) x /= sum;
      } else {
        std::fill(p.begin(), p.end(), 1.0 / static_cast<double>(k));
      }
      if (min_accuracy > 0) Bound(j, static_cast<int32_t>(z), &p);
      for (size_t v = 0; v < k; ++v) table[base + v * k + z] = p[v];
    }
  }
  return table;
}

// The constrained maximum of Σ n_v log p_v, where `p` comes as the free one, n / Σn. Each bound
// that the free maximum breaks holds with equality at the constrained one, and what a bound does
// not touch stays in proportion.
void ConfusionPrior::Bound(int32_t source, int32_t truth, std::vector<double>* p) const {
  const size_t z = static_cast<size_t>(truth);
  const size_t o = static_cast<size_t>(outside);  // kNoLabel: no index
  double& right = (*p)[z];
  if (!(right > 0)) return;  // outside the source's repertoire
  const double rate =
      vote_rates[static_cast<size_t>(source) * p->size() + static_cast<size_t>(truth)];
  const auto wrong_type = [&](size_t v) { return v != z && v != o; };
  if (truth != outside) {
    const double fires = outside == kNoLabel ? 1 : 1 - (*p)[o];
    if (right < min_accuracy * fires) {
      right = min_accuracy * fires;
      ScaleTo((1 - min_accuracy) * fires, wrong_type, p);
    }
  }
  if (right >= rate) return;
  right = rate;
  ScaleTo(
      1 - rate, [&](size_t v) { return v != z; }, p);
  if (truth == outside || outside == kNoLabel || !((*p)[o] > 0)) return;
  const double most_wrong = rate * (1 - min_accuracy) / min_accuracy;
  if (1 - rate - (*p)[o] > most_wrong) {
    ScaleTo(most_wrong, wrong_type, p);
    (*p)[o] = 1 - rate - most_wrong;
  }
}

double ConfusionPrior::LogDensity(const Confusion& confusion) const {
  const size_t k = static_cast<size_t>(shape.labels);
  double sum = 0;
  for (int32_t j = 0; j < shape.sources; ++j) {
    const size_t base = static_cast<size_t>(shape.Row(j, 0)) * k;
    for (size_t i = base; i < base + k * k; ++i) {
      if (pseudo_counts[i] > 0) sum += pseudo_counts[i] * LogOrImpossible(confusion.p()[i]);
    }
  }
  return sum;
}

ConfusionPrior SettlePrior(const ConfusionSettings& settings, VoteTableShape shape, int32_t outside,
                           Span<const double> counts, std::vector<uint8_t>* repertoire) {
  const size_t k = static_cast<size_t>(shape.labels), sources = static_cast<size_t>(shape.sources);
  ConfusionPrior prior;
  prior.shape = shape;
  prior.outside = outside;
  prior.min_accuracy = settings.min_accuracy;
  prior.pseudo_counts.assign(shape.size(), 0.0);
  prior.vote_rates.assign(sources * k, 0.0);
  repertoire->assign(sources * k, 0);
  std::vector<double> known(shape.size(), 0.0);
  AddPseudoCounts(settings.priors, shape, outside, counts, known);
  for (size_t j = 0; j < sources; ++j) {
    double all = 0;
    for (size_t v = 0; v < k; ++v) {
      const size_t row =
          static_cast<size_t>(shape.Row(static_cast<int32_t>(j), static_cast<int32_t>(v))) * k;
      const double cast = std::accumulate(counts.begin() + row, counts.begin() + row + k, 0.0);
      if (!(cast > 0)) continue;
      all += cast;
      prior.vote_rates[j * k + v] = cast;
      (*repertoire)[j * k + v] = 1;
      for (size_t i = row; i < row + k; ++i) {
        prior.pseudo_counts[i] = settings.smoothing + settings.vote_prior * counts[i] + known[i];
      }
    }
    for (size_t v = 0; v < k && all > 0; ++v) prior.vote_rates[j * k + v] /= all;
  }
  return prior;
}

}  // namespace weft

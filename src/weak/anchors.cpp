#include "weak/anchors.h"

#include <algorithm>

namespace weft {
namespace {

constexpr double kTwoWitnesses = 1.75;  // near 2: sources that repeat each other a little still do
constexpr double kLeastShare = 0.01;    // bounds the anchor of a source that nobody corroborates

// The counts of all sources together by context, [contexts, K + 1, K].
std::vector<double> Pooled(VoteTableShape shape, Span<const double> counts) {
  const size_t table = shape.Base(1), all = table * static_cast<size_t>(shape.contexts);
  std::vector<double> pooled(all, 0.0);
  for (size_t i = 0; i < counts.size(); ++i) pooled[i % all] += counts[i];
  return pooled;
}

}  // namespace

void CorroborationCounts::Add(const VoteBlock& block, const std::vector<double>& tokens,
                              int32_t outside, const std::vector<double>& redundancy,
                              Span<double> sums) const {
  struct Witness {
    size_t source;
    double weight;
  };
  std::vector<Witness> witnesses;
  for (int64_t p = 0; p < block.patterns(); ++p) {
    const Span<const int32_t> rows = block.Rows(p);
    const double* weights = block.Weights(p);
    witnesses.clear();
    for (size_t i = 0; i < rows.size(); ++i) {
      const VoteBlock::Vote& vote = block.VoteOf(rows[i]);
      if (!vote.Names(outside)) continue;
      witnesses.push_back({static_cast<size_t>(vote.source), weights ? weights[i] : 1});
    }
    const double n = tokens[static_cast<size_t>(p)];
    for (const Witness& own : witnesses) {
      double others = 0;
      for (const Witness& other : witnesses) {
        if (other.source == own.source) continue;
        const double repeats = redundancy.empty() ? 0 : redundancy[own.source * j_ + other.source];
        others += other.weight * (1 - repeats);
      }
      sums[own.source] += n;
      if (others >= kTwoWitnesses) sums[j_ + own.source] += n;
    }
  }
}

std::vector<double> PseudoCounts(const AnchorSettings& settings, VoteTableShape shape,
                                 int32_t outside, Span<const double> starting_counts,
                                 const std::vector<double>& corroborated,
                                 const std::vector<uint8_t>& annotator,
                                 const std::vector<uint8_t>& repertoire) {
  const size_t k = static_cast<size_t>(shape.labels);
  const std::vector<double> pooled = Pooled(shape, starting_counts);
  std::vector<double> pseudo(shape.size(), 0.0), known(shape.size(), 0.0);
  AddPseudoCounts(settings.priors, shape, outside, starting_counts, known);
  for (int32_t slot = 0; slot < shape.slots(); ++slot) {
    const size_t source = static_cast<size_t>(slot / shape.contexts);
    const int32_t context = slot % shape.contexts;
    const uint8_t* used = repertoire.data() + source * k;
    const double share = corroborated[source];
    const double anchor = settings.anchor * (1 - share) / std::max(share, kLeastShare);
    const double smoothing =
        context == 0 ? settings.smoothing : settings.smoothing / static_cast<double>(k);
    const double* mean = pooled.data() + shape.Base(context);
    for (size_t z = 0; z < k; ++z) {
      double row = 0;
      for (size_t v = 0; v < k; ++v) row += used[v] ? mean[v * k + z] : 0;
      const double pool = annotator[source] && row > 0 ? settings.pool / row : 0;
      for (size_t v = 0; v < k; ++v) {
        if (!used[v]) continue;  // no pseudo-count makes a vote possible that it never cast
        const size_t i = shape.Base(slot) + v * k + z;
        pseudo[i] = smoothing + anchor * starting_counts[i] + pool * mean[v * k + z] + known[i];
      }
    }
  }
  return pseudo;
}

}  // namespace weft

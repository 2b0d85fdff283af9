#include "weak/shares.h"

#include <algorithm>
#include <numeric>

namespace weft {
namespace {

void AddVote(const VoteBlock::Vote& vote, double weight, size_t k, double* out) {
  if (!vote.soft) {
    out[vote.top] += weight;
    return;
  }
  for (size_t v = 0; v < k; ++v) {
    out[v] += weight * static_cast<double>(vote.soft[v]);
  }
}

bool AnyNames(const VoteBlock& block, Span<const int32_t> rows, int32_t outside) {
  return std::any_of(rows.begin(), rows.end(), [&](int32_t row) {
    const int32_t top = block.VoteOf(row).top;
    return top != kNoLabel && top != outside;
  });
}

}  // namespace

void VoteShares(const VoteBlock& block, const ShareSettings& settings, Span<double> shares) {
  const size_t k = static_cast<size_t>(block.shape().labels);
  for (int64_t p = 0; p < block.patterns(); ++p) {
    const Span<const int32_t> rows = block.Rows(p);
    const bool named = AnyNames(block, rows, settings.outside);
    double* out = shares.data() + static_cast<size_t>(p) * k;
    std::fill_n(out, k, 0.0);
    for (int32_t row : rows) {
      const VoteBlock::Vote& vote = block.VoteOf(row);
      if (vote.top == kNoLabel) continue;
      double weight =
          settings.weights.empty() ? 1 : settings.weights[static_cast<size_t>(vote.source)];
      if (named && vote.top == settings.outside) weight *= settings.outside_weight;
      AddVote(vote, weight, k, out);
    }
    const double sum = std::accumulate(out, out + k, 0.0);
    if (sum > 0) {
      for (size_t z = 0; z < k; ++z) out[z] /= sum;
    } else {
      std::copy(settings.no_opinion.begin(), settings.no_opinion.end(), out);
    }
  }
}

std::vector<double> NoOpinion(int32_t labels, int32_t outside) {
  if (outside == kNoLabel) return std::vector<double>(static_cast<size_t>(labels), 1.0 / labels);
  std::vector<double> all(static_cast<size_t>(labels), 0.0);
  all[static_cast<size_t>(outside)] = 1;
  return all;
}

}  // namespace weft

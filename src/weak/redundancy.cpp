#include "weak/redundancy.h"

#include <algorithm>
#include <cmath>

namespace weft {
namespace {

constexpr double kSmoothing = 0.5;  // of a row of the confusion matrices behind "independently"

// Adds the beliefs over a run of tokens that the same sources annotated to each pair of them.
template <typename PairOf>
void FlushPresence(const std::vector<size_t>& sources, const PairOf& pair_of, double* sums,
                   std::vector<double>* beliefs) {
  for (size_t i = 0; i < sources.size(); ++i) {
    for (size_t o = 0; o < i; ++o) {
      double* pair =
          sums + pair_of(std::max(sources[i], sources[o]), std::min(sources[i], sources[o]));
      for (size_t z = 0; z < beliefs->size(); ++z) pair[2 + z] += (*beliefs)[z];
    }
  }
  std::fill(beliefs->begin(), beliefs->end(), 0.0);
}

}  // namespace

void PairCounts::Add(const VoteBlock& block, const std::vector<double>& tokens,
                     const std::vector<double>& beliefs, int32_t outside, Span<double> sums) const {
  const size_t k = static_cast<size_t>(k_);
  const auto pair_of = [this](size_t a, size_t b) { return Pair(a, b); };
  std::vector<VoteBlock::Vote> votes;
  std::vector<size_t> sources, before;
  std::vector<double> believed(k, 0.0);
  for (int64_t p = 0; p < block.patterns(); ++p) {
    votes.clear();
    sources.clear();
    for (int32_t row : block.Rows(p)) {
      votes.push_back(block.VoteOf(row));
      sources.push_back(static_cast<size_t>(votes.back().source));
    }
    if (sources != before) FlushPresence(before, pair_of, sums.data(), &believed);
    before = sources;
    const double n = tokens[static_cast<size_t>(p)];
    const double* belief = beliefs.data() + static_cast<size_t>(p) * k;
    for (size_t z = 0; z < k; ++z) believed[z] += n * belief[z];
    for (size_t i = 0; i < votes.size(); ++i) {
      const VoteBlock::Vote& vote = votes[i];
      const size_t column = static_cast<size_t>(vote.top == kNoLabel ? k_ : vote.top);
      double* table = sums.data() + sources[i] * Table() + column * k;
      for (size_t z = 0; z < k; ++z) table[z] += n * belief[z];
      if (!vote.Names(outside)) continue;
      for (size_t o = 0; o < votes.size(); ++o) {
        if (o == i || (o < i && votes[o].Names(outside))) continue;  // that pair is counted
        double* pair =
            sums.data() + Pair(std::max(sources[i], sources[o]), std::min(sources[i], sources[o]));
        if (votes[o].top == vote.top) pair[0] += n;
        pair[1] += n;
      }
    }
  }
  FlushPresence(before, pair_of, sums.data(), &believed);
}

// [J, K, K]: p(vote | true), smoothed over each source's repertoire.
std::vector<double> PairCounts::Confusions(Span<const double> sums,
                                           const std::vector<uint8_t>& repertoire) const {
  const size_t k = static_cast<size_t>(k_), j = static_cast<size_t>(j_);
  std::vector<double> p(j * k * k, 0.0);
  for (size_t s = 0; s < j; ++s) {
    const double* counts = sums.data() + s * Table();
    const uint8_t* used = repertoire.data() + s * k;
    const double labels = static_cast<double>(std::count(used, used + k, uint8_t{1}));
    for (size_t z = 0; z < k; ++z) {
      double row = 0;
      for (size_t v = 0; v < k; ++v) row += counts[v * k + z];
      for (size_t v = 0; v < k; ++v) {
        if (!used[v]) continue;
        p[(s * k + v) * k + z] = (counts[v * k + z] + kSmoothing / labels) / (row + kSmoothing);
      }
    }
  }
  return p;
}

std::vector<double> PairCounts::Redundancy(Span<const double> sums,
                                           const std::vector<uint8_t>& repertoire, int32_t outside,
                                           double shrink) const {
  const size_t k = static_cast<size_t>(k_), j = static_cast<size_t>(j_);
  const std::vector<double> p = Confusions(sums, repertoire);
  std::vector<double> redundancy(j * j, 0.0);
  for (size_t a = 1; a < j; ++a) {
    for (size_t b = 0; b < a; ++b) {
      const double* pair = sums.data() + Pair(a, b);
      const double either = pair[1];
      if (!(either > 0)) continue;
      double same = 0, any = 0;  // expected if they erred independently
      for (size_t z = 0; z < k; ++z) {
        double both = 0, names_a = 0, names_b = 0;
        for (size_t v = 0; v < k; ++v) {
          if (static_cast<int32_t>(v) == outside) continue;
          const double pa = p[(a * k + v) * k + z], pb = p[(b * k + v) * k + z];
          both += pa * pb;
          names_a += pa;
          names_b += pb;
        }
        same += pair[2 + z] * both;
        any += pair[2 + z] * (names_a + names_b - names_a * names_b);
      }
      const double found = pair[0] / either, expected = any > 0 ? same / any : 0;
      if (!(expected < 1)) continue;
      const double excess =
          std::max(0.0, (found - expected) / (1 - expected)) * either / (either + shrink);
      redundancy[a * j + b] = redundancy[b * j + a] = std::max(0.0, 2 * excess - 1);
    }
  }
  return redundancy;
}

}  // namespace weft

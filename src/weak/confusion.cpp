#include "weak/confusion.h"

#include <algorithm>
#include <cmath>

namespace weft {

double LogOrImpossible(double p) {
  return p > 0 ? std::max(std::log(p), kLogImpossible) : kLogImpossible;
}

void Confusion::Set(std::vector<double> p) {
  p_ = std::move(p);
  log_p_.resize(p_.size());
  std::transform(p_.begin(), p_.end(), log_p_.begin(), LogOrImpossible);
  const size_t k = static_cast<size_t>(shape_.labels);
  for (int32_t j = 0; j < shape_.sources; ++j) {
    const size_t begin = static_cast<size_t>(shape_.Row(j, kNoLabel)) * k;
    std::fill_n(p_.begin() + static_cast<ptrdiff_t>(begin), k, 1.0);
    std::fill_n(log_p_.begin() + static_cast<ptrdiff_t>(begin), k, 0.0);
  }
}

// [soft votes, K]: Σ_votes p(vote | true) x_vote.
void Confusion::SoftTables(const VoteBlock& block, std::vector<double>* p) const {
  const size_t k = static_cast<size_t>(shape_.labels);
  p->assign(block.soft().size() * k, 0.0);
  for (size_t i = 0; i < block.soft().size(); ++i) {
    const VoteBlock::SoftVote& vote = block.soft()[i];
    const double* table = p_.data() + static_cast<size_t>(shape_.Row(vote.source, 0)) * k;
    double* out = p->data() + i * k;
    for (size_t v = 0; v < k; ++v) {
      const double x = static_cast<double>(vote.p[v]);
      for (size_t z = 0; z < k; ++z) out[z] += table[v * k + z] * x;
    }
  }
}

void Confusion::Score(const VoteBlock& block, Span<double> scores) const {
  const size_t k = static_cast<size_t>(shape_.labels), hard = shape_.rows();
  std::vector<double> soft;
  SoftTables(block, &soft);
  std::transform(soft.begin(), soft.end(), soft.begin(), LogOrImpossible);
  for (int64_t p = 0; p < block.patterns(); ++p) {
    double* out = scores.data() + static_cast<size_t>(p) * k;
    std::fill_n(out, k, 0.0);
    for (int32_t row : block.Rows(p)) {
      const size_t r = static_cast<size_t>(row);
      const double* in = r < hard ? log_p_.data() + r * k : soft.data() + (r - hard) * k;
      for (size_t z = 0; z < k; ++z) out[z] += in[z];
    }
  }
}

void Confusion::Count(const VoteBlock& block, Span<const double> posteriors,
                      Span<double> counts) const {
  const size_t k = static_cast<size_t>(shape_.labels), hard = shape_.rows();
  std::vector<double> soft_counts(block.soft().size() * k, 0.0);
  for (int64_t p = 0; p < block.patterns(); ++p) {
    const double* in = posteriors.data() + static_cast<size_t>(p) * k;
    for (int32_t row : block.Rows(p)) {
      const size_t r = static_cast<size_t>(row);
      double* out = r < hard ? counts.data() + r * k : soft_counts.data() + (r - hard) * k;
      for (size_t z = 0; z < k; ++z) out[z] += in[z];
    }
  }
  if (soft_counts.empty()) return;
  std::vector<double> soft;
  SoftTables(block, &soft);
  for (size_t i = 0; i < block.soft().size(); ++i) {
    const VoteBlock::SoftVote& vote = block.soft()[i];
    const size_t base = static_cast<size_t>(shape_.Row(vote.source, 0)) * k;
    for (size_t z = 0; z < k; ++z) {
      if (!(soft[i * k + z] > 0)) continue;
      const double scale = soft_counts[i * k + z] / soft[i * k + z];
      for (size_t v = 0; v < k; ++v) {
        counts[base + v * k + z] += scale * p_[base + v * k + z] * static_cast<double>(vote.p[v]);
      }
    }
  }
}

void CountPlainly(const VoteBlock& block, Span<const double> posteriors, Span<double> counts) {
  // With every vote as likely as any, a soft vote's own distribution decides.
  Confusion even(block.shape());
  even.Set(std::vector<double>(block.shape().size(), 1.0 / block.shape().labels));
  even.Count(block, posteriors, counts);
}

}  // namespace weft

#include "weak/confusion.h"

#include <algorithm>
#include <cmath>

namespace weft {

void Confusion::Set(std::vector<double> p) {
  p_ = std::move(p);
  log_p_.resize(p_.size());
  std::transform(p_.begin(), p_.end(), log_p_.begin(),
                 [](double x) { return std::log(std::max(x, kImpossible)); });
  const size_t k = static_cast<size_t>(shape_.labels);
  for (int32_t slot = 0; slot < shape_.slots(); ++slot) {
    const ptrdiff_t abstains = static_cast<ptrdiff_t>(shape_.Base(slot) + k * k);
    std::fill_n(p_.begin() + abstains, k, 1.0);
    std::fill_n(log_p_.begin() + abstains, k, 0.0);
  }
}

// [soft votes, K]: Σ_votes p(vote | true) x_vote.
void Confusion::SoftTables(const VoteBlock& block, std::vector<double>* p) const {
  const size_t k = static_cast<size_t>(shape_.labels);
  p->assign(block.soft().size() * k, 0.0);
  for (size_t i = 0; i < block.soft().size(); ++i) {
    const VoteBlock::SoftVote& vote = block.soft()[i];
    const double* table = p_.data() + shape_.Base(vote.slot);
    double* out = p->data() + i * k;
    for (size_t v = 0; v < k; ++v) {
      const double x = static_cast<double>(vote.p[v]);
      for (size_t z = 0; z < k; ++z) out[z] += table[v * k + z] * x;
    }
    for (size_t z = 0; z < k; ++z) out[z] = std::max(out[z], kImpossible);
  }
}

void Confusion::Score(const VoteBlock& block, Span<double> scores) const {
  const size_t k = static_cast<size_t>(shape_.labels), hard = shape_.rows();
  std::vector<double> soft;
  SoftTables(block, &soft);
  for (double& p : soft) p = std::log(p);
  for (int64_t p = 0; p < block.patterns(); ++p) {
    double* out = scores.data() + static_cast<size_t>(p) * k;
    std::fill_n(out, k, 0.0);
    const double* weight = block.Weights(p);
    for (int32_t row : block.Rows(p)) {
      const size_t r = static_cast<size_t>(row);
      const double* in = r < hard ? log_p_.data() + r * k : soft.data() + (r - hard) * k;
      const double w = weight ? *weight++ : 1;
      for (size_t z = 0; z < k; ++z) out[z] += w * in[z];
    }
  }
}

void Confusion::Count(const VoteBlock& block, Span<const double> posteriors,
                      Span<double> counts) const {
  const size_t k = static_cast<size_t>(shape_.labels), hard = shape_.rows();
  std::vector<double> soft_counts(block.soft().size() * k, 0.0);
  for (int64_t p = 0; p < block.patterns(); ++p) {
    const double* in = posteriors.data() + static_cast<size_t>(p) * k;
    const double* weight = block.Weights(p);
    for (int32_t row : block.Rows(p)) {
      const size_t r = static_cast<size_t>(row);
      double* out = r < hard ? counts.data() + r * k : soft_counts.data() + (r - hard) * k;
      const double w = weight ? *weight++ : 1;
      for (size_t z = 0; z < k; ++z) out[z] += w * in[z];
    }
  }
  if (soft_counts.empty()) return;
  std::vector<double> soft;
  SoftTables(block, &soft);
  for (size_t i = 0; i < block.soft().size(); ++i) {
    const VoteBlock::SoftVote& vote = block.soft()[i];
    const size_t base = shape_.Base(vote.slot);
    for (size_t z = 0; z < k; ++z) {
      const double scale = soft_counts[i * k + z] / soft[i * k + z];
      for (size_t v = 0; v < k; ++v) {
        counts[base + v * k + z] += scale * p_[base + v * k + z] * static_cast<double>(vote.p[v]);
      }
    }
  }
}

bool Confusion::Excludes(const VoteBlock& block, int64_t p, int32_t truth) const {
  constexpr double kNoMore = kImpossible * 1.01;  // what rounding may make of it
  const Span<const int32_t> rows = block.Rows(p);
  return std::any_of(rows.begin(), rows.end(), [&](int32_t row) {
    const VoteBlock::Vote& vote = block.VoteOf(row);
    if (vote.top == kNoLabel) return false;
    if (!vote.soft) return at(vote.slot, vote.top, truth) <= kNoMore;
    double sum = 0;
    for (int32_t v = 0; v < shape_.labels; ++v) {
      sum += at(vote.slot, v, truth) * static_cast<double>(vote.soft[v]);
    }
    return sum <= kNoMore;
  });
}

void CountPlainly(const VoteBlock& block, Span<const double> posteriors, Span<double> counts) {
  // With every vote as likely as any, a soft vote's own distribution decides.
  Confusion even(block.shape());
  even.Set(std::vector<double>(block.shape().size(), 1.0 / block.shape().labels));
  even.Count(block, posteriors, counts);
}

}  // namespace weft

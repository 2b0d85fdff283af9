#include "method/targets.h"

#include <algorithm>
#include <cmath>

#include "core/error.h"

namespace weft {

Targets::Targets(const Corpus& corpus, const SoftLabels* soft, const std::vector<float>& weights,
                 Need need)
    : corpus_(&corpus),
      soft_(soft && soft->hard.empty() ? soft : nullptr),
      labels_(soft ? soft->labels : corpus.labels()) {
  const auto sentences = static_cast<size_t>(corpus.num_sentences());
  Require(weights.empty() || weights.size() == sentences, "expected one weight for each of ",
          sentences, " sentences, found ", weights.size());
  Require(corpus.num_tokens() > 0, "cannot train on an empty corpus",
          corpus.name().empty() ? "" : ": ", corpus.name());
  Require(labels_.size() > 0 && (soft || need == Need::kNone || corpus.has_gold()),
          "cannot train on ", corpus.name().empty() ? "a corpus" : corpus.name(),
          ": no token has a label; expected gold or soft labels");
  if (soft_) CheckSizes();
  const auto tokens = static_cast<size_t>(corpus.num_tokens());
  if (soft && !soft->hard.empty()) {
    Require(soft->hard.size() == tokens, "expected labels of ", tokens, " tokens, found ",
            soft->hard.size());
    all_hard_ = soft->hard;
  } else if (!soft_) {
    all_hard_ = {corpus.gold(0).data(), tokens};
  }
  const auto known = [](int32_t label) { return label != kNoLabel; };
  const bool some = soft_ || std::any_of(all_hard_.begin(), all_hard_.end(), known);
  Require(some || need == Need::kNone, "cannot train on ",
          corpus.name().empty() ? "a corpus" : corpus.name(), ": no token has a label",
          soft ? " (option negative_share leaves some of those that no source names)" : "");
  weights_ = weights.empty() ? std::vector<float>(sentences, 1.0f) : weights;
  partial_.assign(sentences, 0);
  for (size_t s = 0; s < sentences; ++s) {
    Require(weights_[s] >= 0 && std::isfinite(weights_[s]), "the weight of sentence ", s,
            " must be a finite number >= 0, found ", weights_[s]);
    if (soft_) {
      if (!SoftlyLabelled(static_cast<int64_t>(s))) weights_[s] = 0;
      if (weights_[s] > 0) labelled_tokens_ += corpus.length(static_cast<int64_t>(s));
      continue;
    }
    size_t labelled = 0;
    for (const int32_t y : hard(static_cast<int64_t>(s))) labelled += y != kNoLabel;
    if (labelled == 0) weights_[s] = 0;
    if (weights_[s] > 0) labelled_tokens_ += static_cast<int64_t>(labelled);
    partial_[s] = labelled > 0 && labelled < hard(static_cast<int64_t>(s)).size();
  }
}

void Targets::CheckSizes() const {
  const auto k = static_cast<size_t>(labels_.size());
  const auto tokens = static_cast<size_t>(corpus_->num_tokens());
  const auto sentences = static_cast<size_t>(corpus_->num_sentences());
  Require(soft_->unary.size() == tokens * k, "expected soft labels of ", tokens, " tokens by ", k,
          " labels, found ", soft_->unary.size(), " numbers");
  Require(soft_->pairwise_sum.empty() || soft_->pairwise_sum.size() == sentences * k * k,
          "expected pairwise sums of ", sentences, " sentences by ", k, " by ", k,
          " labels, found ", soft_->pairwise_sum.size(), " numbers");
}

bool Targets::SoftlyLabelled(int64_t s) const {
  const auto k = static_cast<size_t>(labels_.size());
  const auto begin = static_cast<size_t>(corpus_->begin(s)),
             end = static_cast<size_t>(corpus_->end(s));
  const double* rows = soft_->unary.data();
  if (std::all_of(rows + begin * k, rows + end * k, [](double p) { return p == 0; })) return false;
  for (size_t t = begin; t < end; ++t) {
    double sum = 0;
    bool in_range = true;
    for (size_t j = 0; j < k; ++j) {
      sum += rows[t * k + j];
      in_range &= rows[t * k + j] >= 0;
    }
    Require(in_range && std::abs(sum - 1) < 1e-3, "the soft label of token ", t,
            " must be a distribution, but sums to ", sum);
  }
  return true;
}

void Targets::AddBigrams(int64_t s, double weight, double* counts) const {
  const auto k = static_cast<size_t>(labels_.size());
  if (!soft_) {
    const Span<const int32_t> y = hard(s);
    for (size_t t = 1; t < y.size(); ++t) {
      if (y[t - 1] == kNoLabel || y[t] == kNoLabel) continue;
      counts[static_cast<size_t>(y[t - 1]) * k + static_cast<size_t>(y[t])] += weight;
    }
  } else if (!soft_->pairwise_sum.empty()) {
    const double* sums = soft_->pairwise_sum.data() + static_cast<size_t>(s) * k * k;
    for (size_t i = 0; i < k * k; ++i) counts[i] += weight * sums[i];
  } else {
    for (int64_t t = corpus_->begin(s) + 1; t < corpus_->end(s); ++t) {
      ForLabels(t - 1, [&](int32_t from, double p) {
        double* row = counts + static_cast<size_t>(from) * k;
        ForLabels(t, [&](int32_t to, double q) { row[to] += weight * p * q; });
      });
    }
  }
}

}  // namespace weft

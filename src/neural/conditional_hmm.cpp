#include "neural/conditional_hmm.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/error.h"
#include "neural/float_kernels.h"

namespace weft {
namespace {

// Probabilities of single precision may be 0 where logits are a hundred apart.
double LogOf(float p) { return p > 0 ? std::log(static_cast<double>(p)) : -745.0; }

}  // namespace

ConditionalPass::ConditionalPass(const ConditionalShape& shape, const TransitionRules* rules)
    : shape_(shape),
      rules_(rules),
      flat_(shape.labels),
      explained_(static_cast<size_t>(shape.labels)) {
  Require(shape.outside >= 0 && shape.outside < shape.labels,
          "a conditional HMM begins after label \"O\", which the ", shape.labels,
          " labels do not have");
  const std::vector<double> zeros(shape.matrix(), 0.0);
  const Span<const double> ends(zeros.data(), static_cast<size_t>(shape.labels));
  flat_.Set(zeros, ends, ends, rules);
  lattice_.labels = shape.labels;
  lattice_.transitions = &flat_;
}

const Lattice& ConditionalPass::Score(const std::vector<ReadVotes>& votes, size_t length,
                                      const float* logits) {
  Normalise(length, logits);
  emissions_.assign(length * static_cast<size_t>(shape_.labels), 0.0);
  ScorePriors(length);
  ScoreVotes(votes, length);
  lattice_.length = static_cast<int64_t>(length);
  lattice_.emissions = emissions_.data();
  lattice_.step_transitions = shape_.chained && length > 1 ? steps_.data() : nullptr;
  return lattice_;
}

// Each group of outputs, [rows, columns], becomes a distribution over rows for every column.
void ConditionalPass::Normalise(size_t length, const float* logits) {
  const size_t width = shape_.width(), k = static_cast<size_t>(shape_.labels);
  if (probabilities_.size() < length * width) probabilities_.resize(length * width);
  for (size_t t = 0; t < length; ++t) {
    const float* from = logits + t * width;
    float* to = probabilities_.data() + t * width;
    SoftmaxColumns(1, k, shape_.chained ? k : 1, from, to);
    SoftmaxColumns(static_cast<size_t>(shape_.sources), k, k, from + shape_.prior_width(),
                   to + shape_.prior_width());
  }
}

void ConditionalPass::ScorePriors(size_t length) {
  const size_t width = shape_.width(), k = static_cast<size_t>(shape_.labels);
  const size_t columns = shape_.chained ? k : 1;
  if (shape_.chained && length > 1 && steps_.size() < (length - 1) * k * k) {
    steps_.resize((length - 1) * k * k);
  }
  for (size_t t = 0; t < length; ++t) {
    const float* p = probabilities_.data() + t * width;
    if (t == 0 || !shape_.chained) {
      const size_t from = shape_.chained ? static_cast<size_t>(shape_.outside) : 0;
      for (size_t to = 0; to < k; ++to) emissions_[t * k + to] = LogOf(p[to * columns + from]);
      continue;
    }
    double* step = steps_.data() + (t - 1) * k * k;
    for (size_t from = 0; from < k; ++from) {
      for (size_t to = 0; to < k; ++to) {
        const bool allowed = !rules_ || rules_->transition[from * k + to];
        step[from * k + to] =
            allowed ? LogOf(p[to * k + from]) : -std::numeric_limits<double>::infinity();
      }
    }
  }
}

void ConditionalPass::ScoreVotes(const std::vector<ReadVotes>& votes, size_t length) {
  const size_t width = shape_.width(), k = static_cast<size_t>(shape_.labels);
  for (const ReadVotes& row : votes) {
    const size_t first = shape_.prior_width() + static_cast<size_t>(row.source) * shape_.matrix();
    for (size_t t = 0; t < length; ++t) {
      const int32_t vote = row.labels[t];
      if (vote == kNoLabel) continue;
      const float* p = probabilities_.data() + t * width + first;
      const float* soft = SoftVote(row, t, k);
      double* scores = emissions_.data() + t * k;
      for (size_t i = 0; i < k; ++i) {
        float said = 0;
        if (soft) {
          for (size_t n = 0; n < k; ++n) said += p[n * k + i] * soft[n];
        } else {
          said = p[static_cast<size_t>(vote) * k + i];
        }
        scores[i] += row.weight * LogOf(said);
      }
    }
  }
}

double ConditionalPass::Add(const std::vector<ReadVotes>& votes, size_t length, const float* logits,
                            float* gradient) {
  const Lattice& lattice = Score(votes, length, logits);
  const auto k = static_cast<size_t>(shape_.labels);
  unary_.resize(length * k);
  MarginalsOut out;
  out.unary = unary_.data();
  if (lattice.step_transitions) {
    pairs_.resize((length - 1) * k * k);
    out.pairwise = pairs_.data();
  }
  const double log_z = Marginals(lattice, &workspace_, out);
  std::fill_n(gradient, length * shape_.width(), 0.0f);
  PriorGradient(length, gradient);
  for (const ReadVotes& row : votes) VoteGradient(row, length, gradient);
  return -log_z;
}

// Of transitions Σ_to ξ(from, to) = γ_{t−1}(from): the gradient is γ_{t−1}(from)·p(to | from) − ξ.
void ConditionalPass::PriorGradient(size_t length, float* gradient) const {
  const size_t width = shape_.width(), k = static_cast<size_t>(shape_.labels);
  const size_t columns = shape_.chained ? k : 1;
  for (size_t t = 0; t < length; ++t) {
    const float* p = probabilities_.data() + t * width;
    float* d = gradient + t * width;
    if (t == 0 || !shape_.chained) {
      const size_t from = shape_.chained ? static_cast<size_t>(shape_.outside) : 0;
      for (size_t to = 0; to < k; ++to) {
        d[to * columns + from] = p[to * columns + from] - static_cast<float>(unary_[t * k + to]);
      }
      continue;
    }
    const double* before = unary_.data() + (t - 1) * k;
    const double* pairs = pairs_.data() + (t - 1) * k * k;
    for (size_t to = 0; to < k; ++to) {
      for (size_t from = 0; from < k; ++from) {
        d[to * k + from] = static_cast<float>(before[from] * static_cast<double>(p[to * k + from]) -
                                              pairs[from * k + to]);
      }
    }
  }
}

// γ(k)·(p(n | k) − what of the vote came by n): 1 for the vote itself, where it is one label.
void ConditionalPass::VoteGradient(const ReadVotes& votes, size_t length, float* gradient) {
  const size_t width = shape_.width(), k = static_cast<size_t>(shape_.labels);
  const size_t first = shape_.prior_width() + static_cast<size_t>(votes.source) * shape_.matrix();
  for (size_t t = 0; t < length; ++t) {
    const int32_t vote = votes.labels[t];
    if (vote == kNoLabel) continue;
    const float* p = probabilities_.data() + t * width + first;
    const float* soft = SoftVote(votes, t, k);
    const double* posterior = unary_.data() + t * k;
    float* d = gradient + t * width + first;
    for (size_t i = 0; i < k; ++i) {
      double said = 0;
      for (size_t n = 0; soft && n < k; ++n) said += static_cast<double>(p[n * k + i] * soft[n]);
      explained_[i] = votes.weight * posterior[i] / (said > 0 ? said : 1);
    }
    for (size_t n = 0; n < k; ++n) {
      for (size_t i = 0; i < k; ++i) {
        const auto probability = static_cast<double>(p[n * k + i]);
        const double came = soft ? probability * static_cast<double>(soft[n]) * explained_[i]
                                 : (n == static_cast<size_t>(vote) ? explained_[i] : 0.0);
        d[n * k + i] += static_cast<float>(votes.weight * posterior[i] * probability - came);
      }
    }
  }
}

}  // namespace weft

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

ConditionalPass::ConditionalPass(const ConditionalShape& shape, std::vector<float> constants,
                                 const TransitionRules* rules)
    : shape_(shape),
      first_vote_(shape.priors_vary ? shape.prior_width() : 0),
      constants_(std::move(constants)),
      rules_(rules),
      flat_(shape.labels),
      explained_(static_cast<size_t>(shape.labels)) {
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
  const size_t width = shape_.outputs(), k = static_cast<size_t>(shape_.labels);
  const auto slots = static_cast<size_t>(shape_.votes_vary ? shape_.slots() : 0);
  if (probabilities_.size() < length * width) probabilities_.resize(length * width);
  for (size_t t = 0; t < length; ++t) {
    const float* from = logits + t * width;
    float* to = probabilities_.data() + t * width;
    if (shape_.priors_vary) SoftmaxColumns(1, k, shape_.priors(), from, to);
    SoftmaxColumns(slots, k, k, from + first_vote_, to + first_vote_);
  }
}

// [K, priors].
const float* ConditionalPass::PriorsOf(size_t t) const {
  return shape_.priors_vary ? probabilities_.data() + t * shape_.outputs() : constants_.data();
}

// [slots, K, K].
const float* ConditionalPass::VotesOf(size_t t) const {
  return shape_.votes_vary ? probabilities_.data() + t * shape_.outputs() + first_vote_
                           : constants_.data();
}

void ConditionalPass::ScorePriors(size_t length) {
  const size_t k = static_cast<size_t>(shape_.labels), columns = shape_.priors();
  if (shape_.chained && length > 1 && steps_.size() < (length - 1) * k * k) {
    steps_.resize((length - 1) * k * k);
  }
  for (size_t t = 0; t < length; ++t) {
    const float* p = PriorsOf(t);
    if (t == 0 || !shape_.chained) {
      for (size_t to = 0; to < k; ++to) {
        emissions_[t * k + to] = LogOf(p[to * columns + shape_.start()]);
      }
      continue;
    }
    double* step = steps_.data() + (t - 1) * k * k;
    for (size_t from = 0; from < k; ++from) {
      for (size_t to = 0; to < k; ++to) {
        const bool allowed = !rules_ || rules_->transition[from * k + to];
        step[from * k + to] =
            allowed ? LogOf(p[to * columns + from]) : -std::numeric_limits<double>::infinity();
      }
    }
  }
}

// Where the matrix of a vote begins among those of its token.
size_t ConditionalPass::MatrixOf(const ReadVotes& votes, size_t t) const {
  return static_cast<size_t>(SlotOf(votes, t, shape_.contexts, shape_.outside)) * shape_.matrix();
}

void ConditionalPass::ScoreVotes(const std::vector<ReadVotes>& votes, size_t length) {
  const auto k = static_cast<size_t>(shape_.labels);
  for (const ReadVotes& row : votes) {
    for (size_t t = 0; t < length; ++t) {
      const int32_t vote = row.labels[t];
      if (vote == kNoLabel) continue;
      const float* p = VotesOf(t) + MatrixOf(row, t);
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
                            const ConditionalLearning& learning, float* gradient) {
  const Lattice& lattice = Score(votes, length, logits);
  double loss = -Posteriors(lattice);
  if (learning.through_posteriors) loss = -WeighPosteriors(lattice);
  std::fill_n(gradient, length * shape_.outputs(), 0.0f);
  if (shape_.priors_vary) PriorGradient(length, gradient);
  if (shape_.votes_vary) {
    for (const ReadVotes& row : votes) VoteGradient(row, length, gradient);
  }
  if (learning.anchor > 0) {
    loss += learning.anchor * Distance(length, learning.anchors, learning.anchor, gradient);
  }
  return loss;
}

double ConditionalPass::Posteriors(const Lattice& lattice) {
  const auto k = static_cast<size_t>(shape_.labels);
  const auto length = static_cast<size_t>(lattice.length);
  unary_.resize(length * k);
  MarginalsOut out;
  out.unary = unary_.data();
  if (lattice.step_transitions) {
    pairs_.resize((length - 1) * k * k);
    out.pairwise = pairs_.data();
  }
  return Marginals(lattice, &workspace_, out);
}

// The derivative of Σ_z p(z | votes)·log p(z, votes) by the score of anything that a path may hold
// is its posterior times one plus what log p(z, votes) is expected to be above its mean where the
// path holds it. Puts these in the place of posteriors; returns the mean.
double ConditionalPass::WeighPosteriors(const Lattice& lattice) {
  const auto k = static_cast<size_t>(shape_.labels);
  const auto length = static_cast<size_t>(lattice.length);
  const double mean = ExpectedScores(lattice);
  const bool steps = lattice.step_transitions != nullptr;
  for (size_t t = 1; steps && t < length; ++t) {
    const size_t pair = (t - 1) * k * k;
    for (size_t from = 0; from < k; ++from) {
      for (size_t to = 0; to < k; ++to) {
        const size_t i = pair + from * k + to;
        if (!(pairs_[i] > 0)) continue;
        const double score = before_[(t - 1) * k + from] + lattice.step_transitions[i] +
                             emissions_[t * k + to] + after_[t * k + to];
        pairs_[i] *= 1 + score - mean;
      }
    }
  }
  for (size_t i = 0; i < length * k; ++i) {
    if (unary_[i] > 0) unary_[i] *= 1 + before_[i] + after_[i] - mean;
  }
  return mean;
}

// The scores that paths through a label are expected to have up to it, its own among them, and
// after it; returns those of all paths. Unchained, the other tokens' scores are what they are.
double ConditionalPass::ExpectedScores(const Lattice& lattice) {
  const auto k = static_cast<size_t>(shape_.labels);
  const auto length = static_cast<size_t>(lattice.length);
  before_.assign(emissions_.begin(), emissions_.begin() + static_cast<int64_t>(length * k));
  after_.assign(length * k, 0.0);
  const bool steps = lattice.step_transitions != nullptr;
  double mean = 0, elsewhere = 0;
  for (size_t t = 0; t < length; ++t) {
    for (size_t from = 0; steps && t > 0 && from < k; ++from) {
      for (size_t to = 0; to < k; ++to) {
        const size_t i = (t - 1) * k * k + from * k + to;
        if (!(pairs_[i] > 0)) continue;
        before_[t * k + to] += pairs_[i] / unary_[t * k + to] *
                               (before_[(t - 1) * k + from] + lattice.step_transitions[i]);
      }
    }
    double sum = 0;
    for (size_t i = t * k; i < (t + 1) * k; ++i) sum += unary_[i] > 0 ? unary_[i] * before_[i] : 0;
    for (size_t i = t * k; !steps && i < (t + 1) * k; ++i) after_[i] = -sum;
    elsewhere += sum;
    mean = sum;
  }
  if (!steps) {
    for (double& score : after_) score += elsewhere;
    return elsewhere;
  }
  for (size_t t = length - 1; t-- > 0;) {
    for (size_t from = 0; from < k; ++from) {
      for (size_t to = 0; to < k; ++to) {
        const size_t i = t * k * k + from * k + to;
        if (!(pairs_[i] > 0)) continue;
        after_[t * k + from] +=
            pairs_[i] / unary_[t * k + from] *
            (lattice.step_transitions[i] + emissions_[(t + 1) * k + to] + after_[(t + 1) * k + to]);
      }
    }
  }
  return mean;
}

double ConditionalPass::AddDistance(size_t length, const float* logits, Span<const float> anchors,
                                    double weight, float* gradient) {
  Normalise(length, logits);
  return Distance(length, anchors, weight, gradient);
}

// Of probabilities p out of a column of logits: 2·p·(d − Σ p·d), d the distances.
double ConditionalPass::Distance(size_t length, Span<const float> anchors, double weight,
                                 float* gradient) const {
  const size_t width = shape_.outputs(), k = static_cast<size_t>(shape_.labels);
  double sum = 0;
  const auto add = [&](size_t t, size_t first, size_t columns) {
    const float* p = probabilities_.data() + t * width;
    float* out = gradient + t * width;
    for (size_t c = first; c < first + columns; ++c) {
      double mean = 0;
      for (size_t i = c; i < c + k * columns; i += columns) {
        const auto d = static_cast<double>(p[i] - anchors[i]);
        sum += d * d;
        mean += static_cast<double>(p[i]) * d;
      }
      for (size_t i = c; i < c + k * columns; i += columns) {
        const auto probability = static_cast<double>(p[i]);
        const double d = static_cast<double>(p[i] - anchors[i]) - mean;
        out[i] += static_cast<float>(2 * weight * probability * d);
      }
    }
  };
  for (size_t t = 0; t < length; ++t) {
    if (shape_.priors_vary) add(t, 0, shape_.priors());
    for (size_t first = first_vote_; first < width; first += shape_.matrix()) add(t, first, k);
  }
  return sum;
}

// Of transitions Σ_to ξ(from, to) = γ_{t−1}(from): the gradient is γ_{t−1}(from)·p(to | from) − ξ.
void ConditionalPass::PriorGradient(size_t length, float* gradient) const {
  const size_t width = shape_.outputs(), k = static_cast<size_t>(shape_.labels);
  const size_t columns = shape_.priors(), start = shape_.start();
  for (size_t t = 0; t < length; ++t) {
    const float* p = PriorsOf(t);
    float* d = gradient + t * width;
    if (t == 0 || !shape_.chained) {
      for (size_t to = 0; to < k; ++to) {
        d[to * columns + start] = p[to * columns + start] - static_cast<float>(unary_[t * k + to]);
      }
      continue;
    }
    const double* before = unary_.data() + (t - 1) * k;
    const double* pairs = pairs_.data() + (t - 1) * k * k;
    for (size_t to = 0; to < k; ++to) {
      for (size_t from = 0; from < k; ++from) {
        d[to * columns + from] = static_cast<float>(
            before[from] * static_cast<double>(p[to * columns + from]) - pairs[from * k + to]);
      }
    }
  }
}

// γ(k)·(p(n | k) − what of the vote came by n): 1 for the vote itself, where it is one label.
void ConditionalPass::VoteGradient(const ReadVotes& votes, size_t length, float* gradient) {
  const size_t width = shape_.outputs(), k = static_cast<size_t>(shape_.labels);
  for (size_t t = 0; t < length; ++t) {
    const int32_t vote = votes.labels[t];
    if (vote == kNoLabel) continue;
    const size_t first = MatrixOf(votes, t);
    const float* p = VotesOf(t) + first;
    const float* soft = SoftVote(votes, t, k);
    const double* posterior = unary_.data() + t * k;
    float* d = gradient + t * width + first_vote_ + first;
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

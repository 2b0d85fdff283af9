// Stochastic gradient steps on the likelihood with AdaGrad's step sizes (Duchi et al. 2011).
#include <cmath>

#include "core/error.h"
#include "crf/online.h"
#include "crf/optimizer.h"

namespace weft {
namespace {

class AdagradOptimizer : public CrfOptimizer {
 public:
  AdagradOptimizer(const TrainingInput& input, const CrfTrainingData* data)
      : data_(data),
        cancel_(input.cancel),
        labels_(static_cast<size_t>(data->features.labels)),
        rate_(input.options.GetFloat("learning_rate")),
        delta_(input.options.GetFloat("delta")),
        c2_(input.options.GetFloat("c2")),
        sentence_(*data),
        order_(*data, static_cast<uint64_t>(input.options.GetInt("seed"))),
        weights_(static_cast<size_t>(data->features.size()), 0.0),
        squares_(weights_.size(), 0.0),
        decay_(weights_.size(), 0.0) {
    SpreadPenalty();
  }

  // The objective is Σ of the sentences' losses as each was met, with the penalty of the end.
  Outcome Iterate() override {
    Outcome outcome;
    double loss = 0;
    for (const int64_t s : order_.Next()) {
      if (cancel_ && cancel_->cancelled()) {
        return {0, false, true, false, "cancelled"};
      }
      loss += Learn(s);
    }
    for (const double w : weights_) loss += c2_ * w * w;
    Require(std::isfinite(loss), "the training loss is no longer finite (", loss,
            "); expected a lower learning_rate");
    outcome.objective = loss;
    outcome.converged = outcome.finished = std::abs(last_loss_ - loss) < delta_ * loss;
    if (outcome.finished) outcome.reason = "the objective hardly falls any more (delta)";
    last_loss_ = loss;
    return outcome;
  }

  Span<const double> weights() const override { return weights_; }

 private:
  // Each feature pays its share of the gradient 2·c2·w of the penalty whenever it is met, so that
  // an epoch adds up to the whole.
  void SpreadPenalty() {
    const FeatureSet& features = data_->features;
    std::vector<double> met(weights_.size(), 0.0);
    for (size_t a = 0; a + 1 < features.bounds.size(); ++a) {
      const auto count =
          static_cast<double>(data_->inverted.bounds[a + 1] - data_->inverted.bounds[a]);
      for (size_t f = features.bounds[a]; f < features.bounds[a + 1]; ++f) met[f] = count;
    }
    for (auto f = static_cast<size_t>(features.num_states()); f < met.size(); ++f) {
      met[f] = static_cast<double>(order_.size());
    }
    for (size_t f = 0; f < met.size(); ++f) decay_[f] = met[f] > 0 ? 2 * c2_ / met[f] : 0;
  }

  // −log p(labels) of the sentence, times its weight; steps along its gradient.
  double Learn(int64_t s) {
    const Targets& targets = data_->targets;
    const double weight = targets.weight(s);
    const Lattice& lattice = sentence_.Score(s, weights_);
    const auto length = static_cast<size_t>(lattice.length);
    unary_.resize(length * labels_);
    pairs_.assign(labels_ * labels_, 0.0);
    MarginalsOut out;
    out.unary = unary_.data();
    out.pairwise_sum = pairs_.data();
    double loss = Marginals(lattice, &workspace_, out);
    if (targets.partial(s)) {
      loss -= SubtractClamped(s);
    } else {
      loss -= SubtractTargets(s, lattice);
    }
    sentence_.ForFeatures(s, [&](size_t f, size_t label, size_t t, double value) {
      Step(f, weight * unary_[t * labels_ + label] * value);
    });
    const auto states = static_cast<size_t>(data_->features.num_states());
    for (size_t b = 0; b < data_->features.bigrams.size(); ++b) {
      Step(states + b, weight * pairs_[static_cast<size_t>(data_->features.bigrams[b])]);
    }
    return weight * loss;
  }

  // Takes the target distribution out of unary_ and pairs_; returns its expected score.
  double SubtractTargets(int64_t s, const Lattice& lattice) {
    double score = 0;
    const int64_t first = data_->corpus.sentence_bounds[static_cast<size_t>(s)];
    for (size_t t = 0; t < static_cast<size_t>(lattice.length); ++t) {
      data_->targets.ForLabels(first + static_cast<int64_t>(t), [&](int32_t label, double p) {
        const size_t at = t * labels_ + static_cast<size_t>(label);
        score += p * lattice.emissions[at];
        unary_[at] -= p;
      });
    }
    target_pairs_.assign(labels_ * labels_, 0.0);
    data_->targets.AddBigrams(s, 1, target_pairs_.data());
    for (size_t i = 0; i < pairs_.size(); ++i) {
      score += target_pairs_[i] * lattice.transitions->scores()[i];
      pairs_[i] -= target_pairs_[i];
    }
    return score;
  }

  // The same for partial labels: the paths that agree with them. Returns their log-partition.
  double SubtractClamped(int64_t s) {
    const Lattice& clamped = sentence_.Clamp(data_->targets.hard(s));
    clamped_.resize(unary_.size());
    target_pairs_.assign(labels_ * labels_, 0.0);
    MarginalsOut out;
    out.unary = clamped_.data();
    out.pairwise_sum = target_pairs_.data();
    const double log_z = Marginals(clamped, &workspace_, out);
    for (size_t i = 0; i < unary_.size(); ++i) unary_[i] -= clamped_[i];
    for (size_t i = 0; i < pairs_.size(); ++i) pairs_[i] -= target_pairs_[i];
    return log_z;
  }

  void Step(size_t feature, double gradient) {
    gradient += decay_[feature] * weights_[feature];
    if (gradient == 0) return;
    squares_[feature] += gradient * gradient;
    weights_[feature] -= rate_ * gradient / std::sqrt(squares_[feature]);
  }

  const CrfTrainingData* data_;
  std::shared_ptr<const CancelFlag> cancel_;
  const size_t labels_;
  const double rate_, delta_, c2_;
  OnlineSentence sentence_;
  EpochOrder order_;
  std::vector<double> weights_, squares_, decay_;
  std::vector<double> unary_, pairs_, clamped_, target_pairs_;
  ChainWorkspace workspace_;
  double last_loss_ = INFINITY;
};

}  // namespace

std::unique_ptr<CrfOptimizer> NewAdagradOptimizer(const TrainingInput& input,
                                                  const CrfTrainingData* data) {
  return std::make_unique<AdagradOptimizer>(input, data);
}

}  // namespace weft

// The averaged perceptron for chains (Collins 2002); for partial labels with the best path that
// agrees with them in place of the gold path (Sun et al. 2009).
#include "core/error.h"
#include "crf/online.h"
#include "crf/optimizer.h"

namespace weft {
namespace {

class PerceptronOptimizer : public CrfOptimizer {
 public:
  PerceptronOptimizer(const TrainingInput& input, const CrfTrainingData* data)
      : data_(data),
        cancel_(input.cancel),
        sentence_(*data),
        order_(*data, static_cast<uint64_t>(input.options.GetInt("seed"))),
        weights_(static_cast<size_t>(data->features.size()), 0.0),
        weighted_(weights_.size(), 0.0),
        averaged_(weights_.size(), 0.0),
        bigram_feature_(
            static_cast<size_t>(data->features.labels) * static_cast<size_t>(data->features.labels),
            -1) {
    if (data->targets.soft()) {
      Fail(Status::kUnsupported,
           "algorithm ap learns from hard labels alone; expected lbfgs or adagrad for soft ones");
    }
    for (size_t b = 0; b < data->features.bigrams.size(); ++b) {
      bigram_feature_[static_cast<size_t>(data->features.bigrams[b])] =
          data->features.num_states() + static_cast<int64_t>(b);
    }
  }

  Outcome Iterate() override {
    Outcome outcome;
    int64_t wrong = 0;
    for (const int64_t s : order_.Next()) {
      if (cancel_ && cancel_->cancelled()) {
        return {0, false, true, false, "cancelled"};
      }
      wrong += Learn(s);
      ++seen_;
    }
    // Σ over steps of the weights after them, divided by the steps.
    for (size_t f = 0; f < weights_.size(); ++f) {
      averaged_[f] = weights_[f] - (seen_ > 0 ? weighted_[f] / static_cast<double>(seen_) : 0);
    }
    outcome.objective = static_cast<double>(wrong);
    outcome.finished = outcome.converged = wrong == 0;
    if (wrong == 0) outcome.reason = "no training token is wrong any more";
    return outcome;
  }

  Span<const double> weights() const override { return averaged_; }

 private:
  // Number of tokens whose label is wrong.
  int64_t Learn(int64_t s) {
    const Span<const int32_t> hard = data_->targets.hard(s);
    predicted_.resize(hard.size());
    gold_.assign(hard.begin(), hard.end());
    Viterbi(sentence_.Score(s, weights_), &workspace_, predicted_);
    if (data_->targets.partial(s)) Viterbi(sentence_.Clamp(hard), &workspace_, gold_);
    int64_t wrong = 0;
    for (size_t t = 0; t < gold_.size(); ++t) wrong += gold_[t] != predicted_[t];
    if (wrong == 0) return 0;
    const double step = data_->targets.weight(s);
    sentence_.ForFeatures(s, [&](size_t f, size_t label, size_t t, double value) {
      if (gold_[t] == predicted_[t]) return;
      if (static_cast<int32_t>(label) == gold_[t]) Add(f, step * value);
      if (static_cast<int32_t>(label) == predicted_[t]) Add(f, -step * value);
    });
    for (size_t t = 1; t < gold_.size(); ++t) {
      if (gold_[t - 1] == predicted_[t - 1] && gold_[t] == predicted_[t]) continue;
      AddBigram(gold_[t - 1], gold_[t], step);
      AddBigram(predicted_[t - 1], predicted_[t], -step);
    }
    return wrong;
  }

  void Add(size_t feature, double amount) {
    weights_[feature] += amount;
    weighted_[feature] += amount * static_cast<double>(seen_);
  }

  void AddBigram(int32_t from, int32_t to, double amount) {
    const int64_t feature =
        bigram_feature_[static_cast<size_t>(from) * static_cast<size_t>(data_->features.labels) +
                        static_cast<size_t>(to)];
    if (feature >= 0) Add(static_cast<size_t>(feature), amount);
  }

  const CrfTrainingData* data_;
  std::shared_ptr<const CancelFlag> cancel_;
  OnlineSentence sentence_;
  EpochOrder order_;
  std::vector<double> weights_, weighted_, averaged_;  // weighted_: Σ of updates times when
  std::vector<int64_t> bigram_feature_;                // [K, K], -1: there is none
  std::vector<int32_t> predicted_, gold_;
  ChainWorkspace workspace_;
  int64_t seen_ = 0;  // sentences so far
};

}  // namespace

std::unique_ptr<CrfOptimizer> NewPerceptronOptimizer(const TrainingInput& input,
                                                     const CrfTrainingData* data) {
  return std::make_unique<PerceptronOptimizer>(input, data);
}

}  // namespace weft

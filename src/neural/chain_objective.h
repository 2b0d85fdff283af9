// What a neural tagger minimises: a function of the lattice of each sentence, whose emissions an
// encoder gives, and its gradient.
#pragma once

#include <cstdint>
#include <vector>

#include "chain/lattice.h"
#include "crf/likelihood.h"
#include "neural/conditional_hmm.h"
#include "neural/hidden_crf.h"

namespace weft {

/// Gradients of what the sentences of a batch share.
struct ChainGradient {
  std::vector<double> transitions, start, end;  ///< [K, K], [K], [K]
  std::vector<double> sources;                  ///< [slots, K, K], or empty
};

/// One per thread. Begin, Add for each sentence, Finish.
class ChainObjective {
 public:
  virtual ~ChainObjective() = default;
  /// `transitions` must outlive Finish.
  virtual void Begin(const Transitions& transitions) = 0;
  /// The value for sentence `s`, nats, from its emission scores [L, K], but for what Finish
  /// returns; writes its gradient [L, K].
  virtual double Add(int64_t s, const float* emissions, float* gradient) = 0;
  /// Adds the gradients of all sentences since Begin; returns what of their values depends on the
  /// transitions alone.
  virtual double Finish(ChainGradient* gradient) = 0;
};

/// The negative log-likelihood of hard, partial or soft labels (crf/likelihood.h).
class LabelObjective : public ChainObjective, private SentenceScorer {
 public:
  /// Borrows both; `targets` are of `corpus`.
  LabelObjective(const Corpus& corpus, const Targets& targets);
  void Begin(const Transitions& transitions) override;
  double Add(int64_t s, const float* emissions, float* gradient) override;
  double Finish(ChainGradient* gradient) override;

 private:
  const Transitions& transitions() const override { return *transitions_; }
  int64_t begin(int64_t s) const override;
  void Score(int64_t begin, int64_t end, double* rows) const override;
  double EndScores(int64_t s) const;

  const Corpus* corpus_;
  const Targets* targets_;
  LikelihoodPass likelihood_;
  LabelBigrams bigrams_;
  const Transitions* transitions_ = nullptr;
  const float* emissions_ = nullptr;  // of the sentence that is scored
  std::vector<double> rows_, transition_gradient_, start_, end_;
};

/// The negative log-likelihood of votes under the hidden CRF (neural/hidden_crf.h).
class VoteObjective : public ChainObjective {
 public:
  /// Borrows both; `votes` by sentence. `weights` are set before Begin.
  VoteObjective(const std::vector<VoteRows>& votes, const SourceWeights& weights);
  void Begin(const Transitions& transitions) override;
  double Add(int64_t s, const float* emissions, float* gradient) override;
  double Finish(ChainGradient* gradient) override;

 private:
  const std::vector<VoteRows>* votes_;
  const SourceWeights* weights_;
  HiddenCrfPass pass_;
  std::vector<double> start_, end_;
};

/// The loss of votes under the conditional HMM (neural/conditional_hmm.h), of "emissions" that are
/// its outputs, [L, outputs].
class ConditionalObjective : public ChainObjective {
 public:
  /// Borrows corpus, settings, labels and learning. `constants` as ConditionalPass's.
  ConditionalObjective(const Corpus& corpus, const VoteSettings& settings, const LabelSet& labels,
                       const ConditionalShape& shape, std::vector<float> constants,
                       const ConditionalLearning& learning)
      : reader_(corpus, settings, labels),
        pass_(shape, std::move(constants)),
        learning_(learning) {}
  void Begin(const Transitions&) override {}
  double Add(int64_t s, const float* emissions, float* gradient) override;
  double Finish(ChainGradient*) override { return 0; }

 private:
  VoteReader reader_;
  ConditionalPass pass_;
  const ConditionalLearning& learning_;
};

/// The squared distance of such outputs from probabilities that are the same for every token: what
/// the conditional HMM is pre-trained by.
class DistanceObjective : public ChainObjective {
 public:
  /// Borrows all but the shape. `anchors` [outputs].
  DistanceObjective(const Corpus& corpus, const ConditionalShape& shape,
                    const std::vector<float>& anchors)
      : corpus_(corpus), width_(shape.outputs()), pass_(shape), anchors_(anchors) {}
  void Begin(const Transitions&) override {}
  double Add(int64_t s, const float* emissions, float* gradient) override;
  double Finish(ChainGradient*) override { return 0; }

 private:
  const Corpus& corpus_;
  const size_t width_;
  ConditionalPass pass_;
  const std::vector<float>& anchors_;
};

}  // namespace weft

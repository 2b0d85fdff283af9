// Training objectives of a CRF: sums over sentences of a value and its gradient.
//
// A step of the optimiser is accumulate → reduce → update: CorpusObjective::Evaluate sums value and
// gradient over this process's sentences into one flat buffer, hands it to the reduce hook (which
// may replace it by the sum over all processes), and the optimiser updates the weights. What is
// summed is a SentenceObjective: a function of a sentence's lattice alone. Likelihood is one;
// expectation constraints are another.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "chain/lattice.h"
#include "core/parallel.h"
#include "core/span.h"
#include "crf/encoded_corpus.h"
#include "crf/features.h"
#include "crf/frequent_sums.h"
#include "crf/weight_table.h"

namespace weft {

/// The lattices of a training corpus under the current weights.
class SentenceScorer {
 public:
  virtual ~SentenceScorer() = default;
  virtual const Transitions& transitions() const = 0;
  virtual int64_t begin(int64_t s) const = 0;  ///< first token of sentence s
  int64_t length(int64_t s) const { return begin(s + 1) - begin(s); }
  /// Emission scores of tokens [begin, end) into `rows` [end − begin, stride], pads −inf.
  virtual void Score(int64_t begin, int64_t end, double* rows) const = 0;
};

/// Scratch of one thread; kept from step to step.
class ObjectiveScratch {
 public:
  virtual ~ObjectiveScratch() = default;
};

class SentenceObjective {
 public:
  virtual ~SentenceObjective() = default;
  virtual std::unique_ptr<ObjectiveScratch> NewScratch() const = 0;
  /// The value summed over sentences [begin, end), to be minimised, in nats. Writes its gradient
  /// with respect to the emission scores into `rows` [tokens of these sentences, stride] (pads 0)
  /// and adds that with respect to the transition scores to `transitions` [K, K].
  virtual double Accumulate(int64_t begin, int64_t end, const SentenceScorer& scorer,
                            ObjectiveScratch* scratch, double* rows, double* transitions) const = 0;
  /// What depends on the transition scores alone, once for all sentences of this process: returns
  /// its value and adds its gradient to `transitions` [K, K].
  virtual double TransitionTerm(const Transitions& scores, double* transitions) const = 0;
};

/// A sentence objective over a corpus, as a function of the feature weights.
class CorpusObjective : private SentenceScorer {
 public:
  /// Borrows features, objective and executor, not the corpus. `reduce` may be empty.
  CorpusObjective(const EncodedCorpus& corpus, InvertedIndex inverted, const FeatureSet& features,
                  const SentenceObjective& objective, Executor* executor,
                  std::function<void(Span<double>)> reduce);
  ~CorpusObjective() override;

  int64_t size() const { return features_->size(); }
  /// f(w), with its gradient in gradient() until the next call. Deterministic: bit by bit the same
  /// for any number of threads.
  double Evaluate(const double* weights);
  /// [F]
  Span<const double> gradient() const { return {buffer_.data() + 1, buffer_.size() - 1}; }

 private:
  struct Chunks;
  const Transitions& transitions() const override { return transitions_; }
  int64_t begin(int64_t s) const override { return sentence_bounds_[static_cast<size_t>(s)]; }
  void Score(int64_t begin, int64_t end, double* rows) const override;

  void LoadWeights(const double* weights);
  double AccumulateSentences();
  double AccumulateChunk(int64_t chunk, int worker, double* transitions);
  void GatherAttributes();
  void ForAttributeChunks(const std::function<void(int64_t begin, int64_t end, int worker)>& task);
  double GatherTransitions();

  const FeatureSet* features_;
  const SentenceObjective* objective_;
  Executor* executor_;
  std::function<void(Span<double>)> reduce_;
  std::vector<int64_t> sentence_bounds_;  // in tokens
  InvertedIndex inverted_;
  WeightTable table_;
  OccurrenceLists occurrences_;
  FrequentSums frequent_;
  Transitions transitions_;
  std::vector<double> rows_;  // [tokens, stride] gradient of the emission scores
  std::unique_ptr<Chunks> chunks_;
  std::vector<double> buffer_;  // [1 + F] value, gradient
};

}  // namespace weft

// One stage of training a network: mini-batches, gradients, steps of the optimiser.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "core/parallel.h"
#include "neural/chain_objective.h"
#include "neural/network.h"
#include "neural/optimizer.h"

namespace weft {

/// Sentences in mini-batches, epoch after epoch, at random. Passes pack sentences without padding,
/// so batches of similar lengths would save nothing; and they were found to make training swing:
/// short sentences and long ones are not alike.
class BatchOrder {
 public:
  /// There must be a sentence.
  BatchOrder(std::vector<int64_t> sentences, int64_t batch_size, uint64_t seed);
  int64_t batches_per_epoch() const;
  std::vector<int64_t> Next();

 private:
  std::vector<int64_t> sentences_;
  const int64_t batch_size_;
  Random random_;
  size_t next_ = 0;  // where in the epoch's sentences the next batch begins
};

struct StageOptions {
  int64_t batch_size = 16;
  int64_t epochs = 1;
  int64_t max_steps = 0;  ///< 0: as the epochs are
  bool falling_rates = true;
  double loss_scale = 1;  ///< of the batch's mean over sentences
  uint64_t seed = 1;
  OptimizerOptions optimizer;  ///< total_steps is set by the stage
};

class TrainingStage {
 public:
  using NewObjective = std::function<std::unique_ptr<ChainObjective>()>;
  /// Called before each step: makes ready what objectives read beside the transitions.
  using Prepare = std::function<void()>;

  /// Borrows network, input and executor. `weights` by sentence: those of weight 0 are left out.
  TrainingStage(TaggerNetwork* network, const EncoderInput& input, std::vector<double> weights,
                const Corpus& corpus, NewObjective new_objective, Prepare prepare,
                const StageOptions& options, Executor* executor);

  int64_t total_steps() const { return total_steps_; }
  int64_t steps_per_epoch() const { return order_.batches_per_epoch(); }
  int64_t steps() const { return steps_; }
  const AdamW& optimizer() const { return *optimizer_; }
  /// Before the first step: goes on after `steps` of them. Batches and the streams of dropout
  /// follow from the seed; parameters and moments are the caller's to set.
  void Resume(int64_t steps);
  bool done() const { return steps_ >= total_steps_; }

  /// The mean loss of the batch's sentences, nats. Where it or the gradient is not finite, no
  /// parameter was changed.
  double Step();

 private:
  struct Shard {
    std::vector<int64_t> sentences;
    Gradient gradient;
    ChainGradient chain;
    double value = 0;
  };
  std::vector<Shard> Cut(std::vector<int64_t> batch) const;
  void Run(const Transitions& transitions, double scale, ChainObjective* objective, uint64_t seed,
           Shard* shard) const;
  void AddChain(const ChainGradient& chain, double scale, Gradient* gradient) const;

  TaggerNetwork* network_;
  const EncoderInput& input_;
  const Corpus& corpus_;
  const Prepare prepare_;
  const StageOptions options_;
  Executor* executor_;
  BatchOrder order_;
  int64_t total_steps_, steps_ = 0;
  Random seeds_;
  std::unique_ptr<AdamW> optimizer_;
  std::vector<std::unique_ptr<ChainObjective>> objectives_;  // by worker
};

}  // namespace weft

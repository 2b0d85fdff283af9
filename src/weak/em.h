// Expectation–maximisation through one seam: accumulate expected counts over chunks into a flat
// array, reduce it over processes, update in closed form. Every EM of weft runs here.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/options.h"
#include "method/model.h"

namespace weft {

/// Adds up what `accumulate(chunk, worker, part)` puts into each chunk's own part [size], in chunk
/// order, then hands the sums to `input.reduce`. The seam of every training here: nothing but the
/// sums leaves a process. False if the run was cancelled meanwhile.
bool SumChunks(const TrainingInput& input, int64_t chunks, size_t size,
               const std::function<void(int64_t chunk, int worker, Span<double> part)>& accumulate,
               std::vector<double>* sums);

/// A model that EM can fit. Sums have a fixed size; element 0 is the log-likelihood (nats), the
/// rest are expected counts in the model's own layout. Parameters change in FinishPass and Update
/// alone, so chunks may be accumulated by several threads.
class EmProblem {
 public:
  virtual ~EmProblem() = default;
  virtual int64_t chunks() const = 0;

  /// Passes over the votes before EM, each through the same seam; the last one gives priors and
  /// first parameters.
  virtual int passes() const = 0;
  virtual size_t pass_size(int pass) const = 0;
  virtual void AccumulatePass(int pass, int64_t chunk, Span<double> sums) = 0;
  virtual void FinishPass(int pass, Span<const double> sums) = 0;

  /// After the passes: whether EM has anything to go by. If not, it takes no step.
  virtual bool identifiable() const = 0;

  virtual size_t size() const = 0;
  /// E-step: adds what one chunk of the training corpus contributes under the current parameters.
  virtual void Accumulate(int64_t chunk, int worker, Span<double> sums) = 0;
  /// M-step: the parameters that maximise the expected log-likelihood plus LogPrior().
  virtual void Update(Span<const double> sums) = 0;
  /// log p(parameters) up to a constant, nats: what the objective adds to the log-likelihood.
  virtual double LogPrior() const = 0;
  /// The current parameters as a model. `sums` are those of the last E-step.
  virtual std::shared_ptr<Model> NewModel(Span<const double> sums) const = 0;
};

/// When EM ends.
struct EmSettings {
  int64_t iterations = 0;  ///< at most
  double tolerance = 0;    ///< relative gain of the objective below which it has converged
  enum class Stop { kObjective, kDevF1, kDevLikelihood };
  Stop stop = Stop::kObjective;
  int64_t patience = 0;  ///< iterations without a gain on dev before the end
};

/// Adds "iterations", "tolerance", "stop" and "patience".
void AddEmOptions(const EmSettings& defaults, OptionTable* table);
/// Reads them. Fails with kInvalidArgument where `stop` needs a development corpus (or its gold
/// labels) that is not there.
EmSettings ReadEmOptions(const Options& options, const Corpus* dev);

/// Runs EM: the first step makes the passes over the votes, then each step is one M-step and the
/// E-step that tells its objective, log-likelihood + log-prior, which therefore never falls.
class EmTrainer : public Trainer {
 public:
  EmTrainer(TrainingInput input, EmSettings settings, std::string phase,
            std::unique_ptr<EmProblem> problem);

  bool Step() override;
  const Progress& progress() const override { return progress_; }
  std::shared_ptr<const Model> TakeModel() override;
  const std::vector<double>& objectives() const override { return objectives_; }

 private:
  bool Expect();
  bool Begin();
  void CheckConverged(double before);
  void CheckDev();
  void Finish(bool converged, const std::string& reason);

  TrainingInput input_;
  EmSettings settings_;
  std::unique_ptr<EmProblem> problem_;
  Progress progress_;
  std::vector<double> sums_, objectives_;
  std::shared_ptr<const Model> best_;
  double objective_ = 0, best_dev_ = 0;
  int64_t since_best_ = 0;
  bool begun_ = false;
  std::chrono::steady_clock::time_point start_;
};

}  // namespace weft

// What all neural training runs have in common.
#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "method/model.h"
#include "method/targets.h"
#include "neural/model.h"
#include "neural/stage.h"
#include "neural/tensors.h"

namespace weft {

/// The network of a neural model.
const TaggerNetwork& NetworkOf(const Model& model);

/// The stages of a run, one after the other; each keeps its best parameters by dev F1.
class StagedTrainer : public Trainer {
 public:
  /// `outputs` as TaggerNetwork::New's.
  StagedTrainer(std::string method, TrainingInput input, int64_t outputs = 0);

  bool Step() override;
  const Progress& progress() const override { return progress_; }
  const std::vector<double>& objectives() const override { return objectives_; }
  std::shared_ptr<const Model> TakeModel() override;
  std::vector<Section> Save() const override;
  void Restore(std::vector<Section> sections) override;

 protected:
  /// What follows when a stage has ended: false where nothing does.
  virtual bool NextStage() { return false; }
  /// The hidden CRF's part of the model, or null.
  virtual std::shared_ptr<const HiddenSources> Sources() const { return nullptr; }
  /// `read`: what need not be read again to be decoded.
  virtual std::shared_ptr<Model> MakeModel(std::shared_ptr<const TaggerNetwork> network,
                                           CorpusReading read) const;

  /// The network is a model before any step, which training may not make worse on dev.
  void BeginsAsModel() { stepped_ = true; }
  CorpusReading train_reading() const { return {input_.train, read_}; }
  StageOptions CommonOptions() const;
  /// Learning rates by the options "PREFIXlearning_rate…".
  void SetRates(const std::string& prefix, OptimizerOptions* optimizer) const;
  void BeginLabels(const StageOptions& stage, const std::string& phase);
  void Begin(const std::string& phase, std::vector<double> weights, TrainingStage::Prepare prepare,
             const StageOptions& stage, TrainingStage::NewObjective new_objective);

  const TrainingInput& input() const { return input_; }
  const Options& options() const { return options_; }
  const Targets& targets() const { return targets_; }
  TaggerNetwork* network() { return network_.get(); }

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point released_ = Clock::now();  // memory that was free

  std::shared_ptr<Model> NewModel(std::shared_ptr<const TaggerNetwork> network,
                                  CorpusReading read = {}) const;
  void EvaluateDev();
  bool EndStage(const std::string& reason, bool converged);
  bool EndDiverged();
  bool Finish(const std::string& reason, bool converged);
  std::vector<const Parameter*> Learned() const;
  std::vector<at::Tensor> Copies() const;
  void KeepBest(TaggerNetwork* network) const;
  std::vector<NamedTensor> Tensors() const;
  std::string EncoderChecksum() const;

  const std::string method_;
  Clock::time_point started_;
  const TrainingInput input_;
  const Options options_;
  const Targets targets_;
  const int64_t patience_;
  std::unique_ptr<TaggerNetwork> network_;
  const std::shared_ptr<const EncoderInput> read_;
  const CorpusReading dev_;
  std::unique_ptr<TrainingStage> stage_;
  Progress progress_;
  std::vector<double> objectives_;
  // By learned parameter, of the stage: the best on dev; without patience those that gave a finite
  // loss in the last step of an epoch, kept against a later one that does not.
  std::vector<at::Tensor> best_;
  double best_f1_ = -1;
  int64_t misses_ = 0;  // evaluations since the best
  bool stepped_ = false, cancelled_ = false;
};

}  // namespace weft

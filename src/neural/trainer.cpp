#include "neural/trainer.h"

#include <numeric>

#include "core/error.h"
#include "neural/initial_sources.h"
#include "neural/staged_trainer.h"
#include "weak/vote_options.h"

namespace weft {
namespace {

class NeuralCrfTrainer : public StagedTrainer {
 public:
  NeuralCrfTrainer(const std::string& method, TrainingInput input)
      : StagedTrainer(method, std::move(input)) {
    BeginLabels(CommonOptions(), method);
  }
};

class NhcrfTrainer : public StagedTrainer {
 public:
  explicit NhcrfTrainer(TrainingInput input) : StagedTrainer("nhcrf", std::move(input)) {
    CheckVotes(*this->input().train, "nhcrf");
    const bool free = options().GetString("weak_rows") == "free";
    auto sources = std::make_shared<HiddenSources>();
    sources->settings = ReadVoteOptions(options(), *this->input().train, OMeans::kOutside);
    sources->settings.contexts =
        ContextsOf(!free && options().GetString("vote_context") == "span", *this->input().train);
    votes_ = CountVotes(*this->input().train, sources->settings, targets());
    if (!free && options().GetBool("redundancy")) {
      sources->settings.redundancy =
          MeasureRedundancy(*this->input().train, sources->settings, targets(), votes_,
                            options().GetFloat("redundancy_shrink"), this->input().executor.get());
    }
    sources->shares = votes_.shares;
    sources->tokens = votes_.tokens;
    const auto k = static_cast<size_t>(votes_.labels);
    for (size_t row = 0; row * k < votes_.counts.size(); ++row) {
      const auto begin = votes_.counts.begin() + static_cast<int64_t>(row * k);
      sources->labels.push_back(std::accumulate(begin, begin + static_cast<int64_t>(k), 0.0));
    }
    sources_ = std::move(sources);
    if (options().GetInt("first_epochs") == 0) {
      BeginVotes();
      return;
    }
    StageOptions stage = CommonOptions();
    stage.epochs = options().GetInt("first_epochs");
    stage.batch_size = options().GetInt("first_batch_size");
    SetRates("first_", &stage.optimizer);
    BeginLabels(stage, "nhcrf, first labels");
  }

 protected:
  bool NextStage() override {
    if (network()->has_sources()) return false;
    BeginVotes();
    return true;
  }

  std::shared_ptr<const HiddenSources> Sources() const override {
    return weights_ ? sources_ : nullptr;
  }

 private:
  void BeginVotes() {
    network()->AddSources(InitialSources(votes_, options()));
    network()->parameters().Find("sources")->frozen = options().GetBool("freeze_sources");
    weights_ = network()->NewSourceWeights(sources_->settings, targets().labels().Find("O"));
    rows_ = ReadVoteRows(*input().train, sources_->settings, targets().labels(), weights_->shape());
    StageOptions stage = CommonOptions();
    stage.loss_scale = 1 / std::max(1.0, votes_.sources_per_sentence);
    Begin(
        "nhcrf", votes_.sentence_weights, [this] { weights_->Set(network()->source_weights()); },
        stage, [this] { return std::make_unique<VoteObjective>(rows_, *weights_); });
  }

  VoteCounts votes_;
  std::shared_ptr<const HiddenSources> sources_;
  std::unique_ptr<SourceWeights> weights_;
  std::vector<VoteRows> rows_;
};

TrainingInput Checked(TrainingInput input) {
  Require(input.train != nullptr, "cannot train without a corpus");
  if (input.dev) {
    Require(input.dev->has_gold(), "scoring needs gold labels, but ", input.dev->name(),
            " has none");
  }
  if (!input.executor) input.executor = std::make_shared<Executor>(1);
  return input;
}

}  // namespace

std::unique_ptr<Trainer> TrainNeuralCrf(const std::string& method, TrainingInput input) {
  return std::make_unique<NeuralCrfTrainer>(method, Checked(std::move(input)));
}

std::unique_ptr<Trainer> TrainNhcrf(TrainingInput input) {
  return std::make_unique<NhcrfTrainer>(Checked(std::move(input)));
}

}  // namespace weft

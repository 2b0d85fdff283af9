// The conditional HMM's training runs (Li et al. 2021, § 4.2).
#include <cmath>

#include "core/error.h"
#include "method/decode.h"
#include "neural/conditional_model.h"
#include "neural/conditional_start.h"
#include "neural/staged_trainer.h"
#include "neural/trainer.h"
#include "weak/vote_options.h"

namespace weft {
namespace {

void CheckInput(const std::string& method, TrainingInput* input) {
  Require(input->train != nullptr, "cannot train without a corpus");
  CheckVotes(*input->train, method);
  if (!input->executor) input->executor = std::make_shared<Executor>(1);
  if (!input->dev) return;
  Require(input->dev->has_gold() && input->dev->has_votes(),
          "a development corpus needs gold labels and votes, which ", input->dev->name(),
          " does not have");
}

TrainingInput WithBeliefs(TrainingInput input, std::shared_ptr<const SoftLabels> beliefs) {
  input.soft = std::move(beliefs);
  return input;
}

class ChmmTrainer : public StagedTrainer {
 public:
  ChmmTrainer(const std::string& method, const TrainingInput& input, ConditionalStart start)
      : StagedTrainer(method, WithBeliefs(input, start.beliefs),
                      static_cast<int64_t>(start.shape.outputs())),
        method_(method),
        shape_(start.shape),
        constants_(std::move(start.constants)),
        settings_(std::move(start.settings)) {
    learning_.through_posteriors = options().GetString("em_gradient") == "through";
    learning_.anchor = options().GetFloat("anchor");
    for (const float logit : start.logits) learning_.anchors.push_back(std::exp(logit));
    network()->parameters().Find("emissions.bias")->decays = false;  // log-probabilities
    if (!this->input().start) {
      if (options().GetInt("pretrain_epochs") > 0) {
        Pretrain();
        return;
      }
      SetOutputs(start.logits);
      BeginsAsModel();
    }
    BeginVotes();
  }

  std::shared_ptr<const Model> TakeModel() override;

 protected:
  std::shared_ptr<Model> MakeModel(std::shared_ptr<const TaggerNetwork> network,
                                   CorpusReading read) const override {
    auto model =
        std::make_shared<ConditionalModel>(std::move(network), shape_, constants_, std::move(read));
    model->SetVotes(settings_, {});
    return model;
  }

  bool NextStage() override {
    if (!pretraining_) return false;
    BeginVotes();
    return true;
  }

 private:
  // The same for every token: where pre-training would end.
  void SetOutputs(const std::vector<float>& logits) {
    const at::NoGradGuard plain;
    const Parameters& parameters = network()->parameters();
    parameters.Find("emissions.weight")->value.zero_();
    std::copy(logits.begin(), logits.end(),
              parameters.Find("emissions.bias")->value.data_ptr<float>());
  }

  void Pretrain() {
    pretraining_ = true;
    StageOptions stage = CommonOptions();
    stage.epochs = options().GetInt("pretrain_epochs");
    Begin(method_ + ", statistics",
          std::vector<double>(static_cast<size_t>(input().train->num_sentences()), 1.0), nullptr,
          stage, [this] {
            return std::make_unique<DistanceObjective>(*input().train, shape_, learning_.anchors);
          });
  }

  void BeginVotes() {
    pretraining_ = false;
    std::vector<double> weights;
    for (int64_t s = 0; s < input().train->num_sentences(); ++s) {
      weights.push_back(input().train->num_votes(s) > 0 ? 1 : 0);
    }
    Begin(method_, std::move(weights), nullptr, CommonOptions(), [this] {
      return std::make_unique<ConditionalObjective>(*input().train, settings_, targets().labels(),
                                                    shape_, constants_, learning_);
    });
  }

  const std::string method_;
  const ConditionalShape shape_;
  const std::vector<float> constants_;  // probabilities
  const VoteSettings settings_;
  ConditionalLearning learning_;
  bool pretraining_ = false;
};

// What the sources did where the model believes which label.
std::shared_ptr<const Model> ChmmTrainer::TakeModel() {
  const auto model = std::static_pointer_cast<const ConditionalModel>(StagedTrainer::TakeModel());
  const Corpus& corpus = *input().train;
  DecodeOptions wanted;
  wanted.marginals = true;
  const Decoded found =
      Decode(*model->With(train_reading()), corpus, wanted, input().executor.get());
  const auto k = static_cast<size_t>(shape_.labels), rows = k + 1;
  std::vector<double> counts(static_cast<size_t>(shape_.sources) * rows * k, 0.0);
  std::vector<double> tokens(static_cast<size_t>(shape_.sources), 0.0);
  VoteReader reader(corpus, settings_, model->labels());
  for (int64_t s = 0; s < corpus.num_sentences(); ++s) {
    for (const ReadVotes& votes : reader.Read(s)) {
      const auto j = static_cast<size_t>(votes.source);
      for (int64_t t = 0; t < corpus.length(s); ++t) {
        const int32_t vote = votes.labels[t];
        const size_t row = vote == kNoLabel ? k : static_cast<size_t>(vote);
        const double* p = found.marginals.data() + static_cast<size_t>(corpus.begin(s) + t) * k;
        for (size_t i = 0; i < k; ++i) counts[(j * rows + row) * k + i] += p[i];
        tokens[j] += 1;
      }
    }
  }
  const VoteTableShape table{shape_.sources, shape_.labels, 1};
  auto judged = std::static_pointer_cast<ConditionalModel>(model->Copy());
  judged->SetVotes(settings_, EstimateSources(settings_, table, shape_.outside, counts, tokens));
  return judged;
}

}  // namespace

std::unique_ptr<Trainer> TrainChmm(const std::string& method, TrainingInput input) {
  CheckInput(method, &input);
  return std::make_unique<ChmmTrainer>(method, input, FitStart(method, input));
}

}  // namespace weft

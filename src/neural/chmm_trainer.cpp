// The conditional HMM's training runs (Li et al. 2021, § 4.2).
#include <cmath>

#include "core/error.h"
#include "method/decode.h"
#include "neural/conditional_model.h"
#include "neural/initial_sources.h"
#include "neural/staged_trainer.h"
#include "neural/trainer.h"
#include "weak/methods.h"
#include "weak/vote_options.h"

namespace weft {
namespace {

// What majority voting believes: the statistics that training begins with count against it.
std::shared_ptr<const SoftLabels> Majority(const TrainingInput& run) {
  TrainingInput input;
  input.train = run.train;
  input.executor = run.executor;
  input.options = Options(MvMethod().options);
  const std::unique_ptr<Trainer> trainer = MvMethod().train(std::move(input));
  while (trainer->Step()) {
  }
  const std::shared_ptr<const Model> model = trainer->TakeModel();
  DecodeOptions wanted;
  wanted.marginals = true;
  Decoded found = Decode(*model, *run.train, wanted, run.executor.get());
  auto soft = std::make_shared<SoftLabels>();
  soft->labels = model->labels();
  soft->unary = std::move(found.marginals);
  return soft;
}

TrainingInput WithMajority(TrainingInput input) {
  Require(input.train != nullptr, "cannot train without a corpus");
  CheckVotes(*input.train, "chmm");
  if (!input.executor) input.executor = std::make_shared<Executor>(1);
  if (input.dev) {
    Require(input.dev->has_gold() && input.dev->has_votes(),
            "a development corpus needs gold "
            "labels and votes, which ",
            input.dev->name(), " does not have");
  }
  input.soft = Majority(input);
  return input;
}

ConditionalShape ShapeOf(const std::string& method, const TrainingInput& input) {
  ConditionalShape shape;
  shape.labels = input.soft->labels.size();
  shape.sources = static_cast<int32_t>(input.train->sources().size());
  shape.chained = method == "chmm";
  shape.outside = std::max(input.soft->labels.Find("O"), 0);
  return shape;
}

// Rows [to] of counts of one condition as log-probabilities.
void LogShares(const double* counts, size_t k, size_t step, double smoothing, float* out) {
  double total = smoothing * static_cast<double>(k);
  for (size_t n = 0; n < k; ++n) total += counts[n];
  for (size_t n = 0; n < k; ++n) {
    out[n * step] = static_cast<float>(std::log((counts[n] + smoothing) / total));
  }
}

class ChmmTrainer : public StagedTrainer {
 public:
  ChmmTrainer(const std::string& method, TrainingInput input)
      : ChmmTrainer(method, WithMajority(std::move(input)), Prepared()) {}

  std::shared_ptr<const Model> TakeModel() override;

 protected:
  std::shared_ptr<Model> MakeModel(std::shared_ptr<const TaggerNetwork> network,
                                   CorpusReading read) const override {
    auto model = std::make_shared<ConditionalModel>(std::move(network), shape_, std::move(read));
    model->SetVotes(settings_, estimates_);
    return model;
  }

 private:
  struct Prepared {};
  ChmmTrainer(const std::string& method, TrainingInput input, Prepared)
      : StagedTrainer(method, input, static_cast<int64_t>(ShapeOf(method, input).width())),
        shape_(ShapeOf(method, input)) {
    settings_ = ReadVoteOptions(options(), *this->input().train, OMeans::kOutside);
    settings_.sparsity_epsilon = options().GetFloat("sparsity_epsilon");
    const VoteCounts votes = CountVotes(*this->input().train, settings_, targets());
    SetInitialOutputs(votes);
    Begin(method, votes.sentence_weights, nullptr, CommonOptions(), [this] {
      return std::make_unique<ConditionalObjective>(*this->input().train, settings_,
                                                    targets().labels(), shape_);
    });
  }

  // Outputs that are the same for every token: the statistics of an HMM.
  void SetInitialOutputs(const VoteCounts& votes);

  const ConditionalShape shape_;
  VoteSettings settings_;
  std::vector<SourceEstimate> estimates_;
};

void ChmmTrainer::SetInitialOutputs(const VoteCounts& votes) {
  const auto k = static_cast<size_t>(shape_.labels);
  const double smoothing = options().GetFloat("smoothing");
  std::vector<double> priors(shape_.prior_width(), 0.0);
  const Corpus& corpus = *input().train;
  for (int64_t s = 0; s < corpus.num_sentences(); ++s) {
    if (corpus.length(s) == 0) continue;
    if (!shape_.chained) {
      for (int64_t t = corpus.begin(s); t < corpus.end(s); ++t) {
        targets().ForLabels(
            t, [&](int32_t label, double p) { priors[static_cast<size_t>(label)] += p; });
      }
      continue;
    }
    targets().AddBigrams(s, 1, priors.data());
    targets().ForLabels(corpus.begin(s), [&](int32_t label, double p) {
      priors[static_cast<size_t>(shape_.outside) * k + static_cast<size_t>(label)] += p;
    });
  }
  std::vector<float> bias(shape_.width());
  const size_t columns = shape_.chained ? k : 1;
  for (size_t from = 0; from < columns; ++from) {
    LogShares(priors.data() + from * k, k, columns, smoothing, bias.data() + from);
  }
  for (size_t j = 0; j < static_cast<size_t>(shape_.sources); ++j) {
    for (size_t label = 0; label < k; ++label) {
      LogShares(votes.counts.data() + (j * k + label) * k, k, k, smoothing,
                bias.data() + shape_.prior_width() + j * k * k + label);
    }
  }
  const at::NoGradGuard plain;
  network()->parameters().Find("emissions.weight")->value.zero_();
  network()
      ->parameters()
      .Find("emissions.bias")
      ->value.copy_(at::from_blob(bias.data(), {static_cast<int64_t>(bias.size())}, at::kFloat));
}

// What the sources did where the model believes which label.
std::shared_ptr<const Model> ChmmTrainer::TakeModel() {
  const std::shared_ptr<const Model> model = StagedTrainer::TakeModel();
  const Corpus& corpus = *input().train;
  DecodeOptions wanted;
  wanted.marginals = true;
  const Decoded found = Decode(*model, corpus, wanted, input().executor.get());
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
  estimates_ = EstimateSources(settings_, table, model->labels().Find("O"), counts, tokens);
  auto judged = std::static_pointer_cast<ConditionalModel>(model->Copy());
  judged->SetVotes(settings_, estimates_);
  return judged;
}

}  // namespace

std::unique_ptr<Trainer> TrainChmm(const std::string& method, TrainingInput input) {
  return std::make_unique<ChmmTrainer>(method, std::move(input));
}

}  // namespace weft

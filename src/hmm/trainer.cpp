#include <chrono>
#include <cmath>

#include "core/error.h"
#include "eval/scores.h"
#include "hmm/expectations.h"
#include "hmm/method.h"
#include "hmm/model.h"

namespace weft {
namespace {

// Counts what is labelled, at once; then Baum–Welch over what is not.
class HmmTaggerTrainer : public Trainer {
 public:
  explicit HmmTaggerTrainer(TrainingInput input)
      : input_(std::move(input)),
        targets_(*input_.train, input_.soft.get(), input_.sentence_weights),
        unlabelled_(*input_.train, targets_, input_.sentence_weights,
                    input_.options.GetFloat("unlabelled_weight")) {
    if (input_.reduce) {
      Fail(Status::kUnsupported, "method hmm-tagger cannot be trained by several processes");
    }
    progress_.phase = "hmm-tagger";
    if (!unlabelled_.empty()) progress_.max_iterations = input_.options.GetInt("iterations");
  }

  bool Step() override;
  const Progress& progress() const override { return progress_; }
  const std::vector<double>& objectives() const override { return objectives_; }
  std::shared_ptr<const Model> TakeModel() override {
    if (!best_) Fail(Status::kState, "there is no model before the first training step");
    return best_;
  }

 private:
  std::shared_ptr<const TagCounts> Count(bool all) const;
  void Begin();
  void Expect();
  void Use(std::shared_ptr<const TagCounts> counts);
  bool Finish(const std::string& reason, bool converged);

  const TrainingInput input_;
  const Targets targets_;
  const TagExpectations unlabelled_;
  std::chrono::steady_clock::time_point started_ = std::chrono::steady_clock::now();
  std::shared_ptr<const TagCounts> complete_;  // of sentences that EM has no part in
  std::shared_ptr<const SuffixTable> suffixes_;
  std::shared_ptr<const TagHmm> hmm_;
  std::shared_ptr<const Model> best_;
  double best_f1_ = -1;
  Progress progress_;
  std::vector<double> objectives_;
};

bool HmmTaggerTrainer::Step() {
  if (progress_.finished) return false;
  if (input_.cancel && input_.cancel->cancelled()) return Finish("cancelled", false);
  if (!hmm_) {
    Begin();
    if (progress_.max_iterations > 0) return true;
    return Finish("all that is labelled is counted", true);
  }
  Expect();
  ++progress_.iteration;
  // The first has words that are not known yet, which later ones know: they cannot be compared.
  const size_t n = objectives_.size();
  if (n > 2) {
    const double fall = objectives_[n - 2] - objectives_[n - 1];
    if (fall <= input_.options.GetFloat("tolerance") * std::abs(objectives_[n - 2])) {
      return Finish("the objective falls no more (tolerance)", true);
    }
  }
  if (progress_.iteration >= progress_.max_iterations) {
    return Finish("the most iterations are done (iterations)", false);
  }
  return true;
}

// What is labelled: of all sentences, or of those alone that have nothing for EM to find.
std::shared_ptr<const TagCounts> HmmTaggerTrainer::Count(bool all) const {
  const Corpus& corpus = *input_.train;
  auto counts = std::make_shared<TagCounts>(targets_.labels().size());
  for (int64_t s = 0; s < corpus.num_sentences(); ++s) {
    const double weight = targets_.weight(s);
    if (weight == 0 || (!all && unlabelled_.Has(s))) continue;
    for (int64_t t = corpus.begin(s); t < corpus.end(s); ++t) {
      targets_.ForLabels(t, [&](int32_t label, double p) {
        counts->Emit(corpus.token(t), label, weight * p);
        if (t == corpus.begin(s)) counts->start[static_cast<size_t>(label)] += weight * p;
      });
    }
    targets_.AddBigrams(s, weight, counts->transitions.data());
  }
  return counts;
}

void HmmTaggerTrainer::Begin() {
  const std::shared_ptr<const TagCounts> labelled = Count(true);
  if (input_.options.GetString("unknown") == "suffix") {
    suffixes_ = std::make_shared<SuffixTable>(*labelled);
  }
  if (progress_.max_iterations > 0) complete_ = Count(false);
  Use(labelled);
  progress_.objective = -hmm_->LogLikelihood(*labelled) - hmm_->LogPrior();
  if (!complete_) objectives_.push_back(progress_.objective);
}

// The objective is that of the parameters that the step began with.
void HmmTaggerTrainer::Expect() {
  auto counts = std::make_shared<TagCounts>(*complete_);
  const double unlabelled = unlabelled_.Add(*hmm_, input_.executor.get(), counts.get());
  progress_.objective = -unlabelled - hmm_->LogLikelihood(*complete_) - hmm_->LogPrior();
  objectives_.push_back(progress_.objective);
  Use(std::move(counts));
}

void HmmTaggerTrainer::Use(std::shared_ptr<const TagCounts> counts) {
  const Options& options = input_.options;
  hmm_ = std::make_shared<TagHmm>(
      std::move(counts), suffixes_,
      TagPseudoCounts{options.GetFloat("transition_pseudo"), options.GetFloat("emission_pseudo")});
  auto model = std::make_shared<HmmTaggerModel>(hmm_);
  model->SetCommon(targets_.labels(), input_.train->scheme(), input_.AllOptions());
  progress_.seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - started_).count();
  if (!input_.dev || !input_.dev->has_gold()) {
    best_ = model;
    return;
  }
  progress_.dev_f1 = SpanF1(*model, *input_.dev, input_.executor.get());
  if (progress_.dev_f1 <= best_f1_) return;
  best_f1_ = progress_.dev_f1;
  best_ = model;
}

bool HmmTaggerTrainer::Finish(const std::string& reason, bool converged) {
  if (best_f1_ >= 0) progress_.dev_f1 = best_f1_;
  progress_.finished = true;
  progress_.converged = converged;
  progress_.stop_reason = reason;
  return false;
}

}  // namespace

std::unique_ptr<Trainer> TrainHmmTagger(TrainingInput input) {
  Require(input.train != nullptr, "cannot train without a corpus");
  if (!input.executor) input.executor = std::make_shared<Executor>(1);
  return std::make_unique<HmmTaggerTrainer>(std::move(input));
}

}  // namespace weft

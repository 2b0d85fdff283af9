#include "weak/em.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/error.h"
#include "eval/scores.h"
#include "method/decode.h"

namespace weft {

void AddEmOptions(const EmSettings& defaults, OptionTable* table) {
  table
      ->Int("iterations", defaults.iterations, 0, 100000,
            "EM steps at most; 0: the parameters that the votes alone suggest")
      .Float("tolerance", defaults.tolerance, 0, 1,
             "stop when a step adds less than this fraction to the objective")
      .Choice("stop", "objective", {"objective", "dev_f1", "dev_likelihood"},
              "what ends EM and picks its best step: the objective itself, F1 on the development "
              "corpus, or the likelihood of the development corpus's votes")
      .Int("patience", defaults.patience, 1, 100000,
           "steps without a gain on the development corpus before EM ends");
}

EmSettings ReadEmOptions(const Options& options, const Corpus* dev) {
  EmSettings settings;
  settings.iterations = options.GetInt("iterations");
  settings.tolerance = options.GetFloat("tolerance");
  settings.patience = options.GetInt("patience");
  const std::string& stop = options.GetString("stop");
  Require(stop != "dev_f1" || (dev && dev->has_gold()),
          "stop=dev_f1 needs a development corpus with gold labels, found none");
  Require(stop != "dev_likelihood" || dev,
          "stop=dev_likelihood needs a development corpus, found none");
  if (stop == "dev_f1") settings.stop = EmSettings::Stop::kDevF1;
  if (stop == "dev_likelihood") settings.stop = EmSettings::Stop::kDevLikelihood;
  return settings;
}

bool SumChunks(const TrainingInput& input, int64_t chunks, size_t size,
               const std::function<void(int64_t, int, Span<double>)>& accumulate,
               std::vector<double>* sums) {
  const auto cancelled = [&] { return input.cancel && input.cancel->cancelled(); };
  // A few chunks at a time, so that their parts need little memory; the order of additions is that
  // of the chunks all the same.
  const int64_t batch = std::max<int64_t>(8, 2 * input.executor->threads());
  std::vector<double> parts, total(size, 0.0);  // a cancelled run keeps the sums that it had
  for (int64_t first = 0; first < chunks; first += batch) {
    const int64_t count = std::min(batch, chunks - first);
    parts.assign(size * static_cast<size_t>(count), 0.0);
    input.executor->ForEach(count, [&](int64_t i, int worker) {
      if (cancelled()) return;
      accumulate(first + i, worker,
                 Span<double>(parts.data() + static_cast<size_t>(i) * size, size));
    });
    if (cancelled()) return false;
    for (size_t i = 0; i < parts.size(); ++i) total[i % size] += parts[i];
  }
  if (input.reduce) input.reduce(total);
  sums->swap(total);
  return true;
}

EmTrainer::EmTrainer(TrainingInput input, EmSettings settings, std::string phase,
                     std::unique_ptr<EmProblem> problem)
    : input_(std::move(input)),
      settings_(settings),
      problem_(std::move(problem)),
      start_(std::chrono::steady_clock::now()) {
  progress_.phase = std::move(phase);
  progress_.max_iterations = settings_.iterations;
}

bool EmTrainer::Expect() {
  return SumChunks(
      input_, problem_->chunks(), problem_->size(),
      [&](int64_t chunk, int worker, Span<double> part) {
        problem_->Accumulate(chunk, worker, part);
      },
      &sums_);
}

bool EmTrainer::Begin() {
  std::vector<double> sums;
  for (int pass = 0; pass < problem_->passes(); ++pass) {
    const auto accumulate = [&](int64_t chunk, int, Span<double> part) {
      problem_->AccumulatePass(pass, chunk, part);
    };
    if (!SumChunks(input_, problem_->chunks(), problem_->pass_size(pass), accumulate, &sums)) {
      return false;
    }
    problem_->FinishPass(pass, sums);
  }
  if (!Expect()) return false;
  objective_ = sums_[0] + problem_->LogPrior();
  begun_ = true;
  if (settings_.stop != EmSettings::Stop::kObjective) CheckDev();
  return true;
}

bool EmTrainer::Step() {
  if (progress_.finished) return false;
  bool complete = begun_ || Begin();
  if (complete && (settings_.iterations == 0 || !problem_->identifiable())) {
    objectives_.push_back(objective_);
    progress_.objective = objective_;
    Finish(true, settings_.iterations == 0 ? "no EM step was asked for"
                                           : "there is one source only: nothing to compare");
    return false;
  }
  if (complete) {
    problem_->Update(sums_);
    complete = Expect();
  }
  progress_.seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  if (!complete) {
    Finish(false, "cancelled");
    return false;
  }
  const double before = objective_;
  objective_ = sums_[0] + problem_->LogPrior();
  objectives_.push_back(objective_);
  progress_.objective = objective_;
  ++progress_.iteration;
  if (settings_.stop != EmSettings::Stop::kObjective) CheckDev();
  if (!progress_.finished) CheckConverged(before);
  return !progress_.finished;
}

void EmTrainer::CheckConverged(double before) {
  if (objective_ - before <= settings_.tolerance * std::abs(objective_)) {
    Finish(true, "the objective gained less than the tolerance");
  } else if (progress_.iteration >= settings_.iterations) {
    Finish(false, "the limit of iterations was reached");
  }
}

void EmTrainer::CheckDev() {
  const std::shared_ptr<const Model> model = problem_->NewModel(sums_);
  double score = 0;
  if (settings_.stop == EmSettings::Stop::kDevF1) {
    score = progress_.dev_f1 = SpanF1(*model, *input_.dev, input_.executor.get());
  } else {
    DecodeOptions wanted;
    wanted.scores = true;
    const Decoded found = Decode(*model, *input_.dev, wanted, input_.executor.get());
    score = std::accumulate(found.log_partition.begin(), found.log_partition.end(), 0.0);
  }
  if (!best_ || score > best_dev_) {
    best_ = model;
    best_dev_ = score;
    since_best_ = 0;
  } else if (++since_best_ >= settings_.patience) {
    Finish(true, StrCat("no gain on the development corpus in ", settings_.patience, " steps"));
  }
}

void EmTrainer::Finish(bool converged, const std::string& reason) {
  progress_.finished = true;
  progress_.converged = converged;
  progress_.stop_reason = reason;
  if (best_ && settings_.stop == EmSettings::Stop::kDevF1) progress_.dev_f1 = best_dev_;
  if (!begun_ || !input_.log) return;
  for (const SourceEstimate& source : TakeModel()->Sources()) {
    if (!source.adversarial) continue;
    input_.log(LogLevel::kWarning, StrCat(progress_.phase, ": source \"", source.name,
                                          "\" is right less often than chance: its votes count "
                                          "against what they say (option accuracy_bound)"));
  }
}

std::shared_ptr<const Model> EmTrainer::TakeModel() {
  if (best_) return best_;
  if (!begun_) Fail(Status::kState, "the model is asked for before the first training step");
  return problem_->NewModel(sums_);
}

}  // namespace weft

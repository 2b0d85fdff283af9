#include "weak/hmm_problem.h"

#include <algorithm>

namespace weft {

HmmProblem::HmmProblem(TrainingInput input, SourceSettings settings, bool constrained)
    : SourceProblem(std::move(input), std::move(settings), "hmm"),
      k_(static_cast<size_t>(labels().size())),
      constrained_(constrained),
      rules_(ChainRules(labels(), corpus().scheme(), constrained)),
      scratch_(static_cast<size_t>(this->input().executor->threads())),
      start_(k_),
      transitions_(k_ * k_),
      log_transitions_(labels().size()) {}

void HmmProblem::AddStart(const VoteBlock& block, const std::vector<double>& beliefs,
                          Span<double> head) const {
  const int32_t* pattern = block.token_patterns().data();
  for (int64_t s = block.first(); s < block.last(); ++s) {
    if (!block.HasOpinions(s)) {
      pattern += corpus().length(s);
      continue;
    }
    const double weight = Weight(s);
    const double* previous = nullptr;
    for (int64_t t = 0; t < corpus().length(s); ++t, ++pattern) {
      const double* belief = beliefs.data() + static_cast<size_t>(*pattern) * k_;
      if (!previous) {
        for (size_t z = 0; z < k_; ++z) head[z] += weight * belief[z];
      }
      for (size_t y = 0; previous && y < k_; ++y) {
        if (previous[y] == 0) continue;
        double* row = head.data() + k_ + y * k_;
        for (size_t z = 0; z < k_; ++z) row[z] += weight * previous[y] * belief[z];
      }
      previous = belief;
    }
  }
}

void HmmProblem::SettleHeadPrior(Span<const double> head) {
  const auto pseudo = [&](double count, bool legal) {
    return legal ? settings().anchors.smoothing + settings().transition_prior * count : 0;
  };
  start_prior_.resize(k_);
  transition_prior_.resize(k_ * k_);
  for (size_t z = 0; z < k_; ++z) start_prior_[z] = pseudo(head[z], rules_.start[z]);
  for (size_t i = 0; i < k_ * k_; ++i) {
    transition_prior_[i] = pseudo(head[k_ + i], rules_.transition[i]);
  }
}

// Eqs. 20 and 21.
void HmmProblem::UpdateHead(Span<const double> head) {
  NormaliseLabels(head.data(), start_prior_.data(), rules_.start.data(), k_, start_.data());
  for (size_t y = 0; y < k_; ++y) {
    const size_t row = y * k_;
    NormaliseLabels(head.data() + k_ + row, transition_prior_.data() + row,
                    rules_.transition.data() + row, k_, transitions_.data() + row);
  }
  log_transitions_ = LogTransitions(start_, transitions_, rules_);
}

double HmmProblem::LogHeadPrior() const {
  return DirichletLog(start_prior_, start_) + DirichletLog(transition_prior_, transitions_);
}

void HmmProblem::Accumulate(int64_t chunk, int worker, Span<double> sums) {
  const VoteBlock& votes = block(chunk);
  Scratch& scratch = scratch_[static_cast<size_t>(worker)];
  scratch.scores.resize(static_cast<size_t>(votes.patterns()) * k_);
  confusion().Score(votes, scratch.scores);
  scratch.by_pattern.assign(scratch.scores.size(), 0.0);
  const int32_t* patterns = votes.token_patterns().data();
  for (int64_t s = votes.first(); s < votes.last(); ++s) {
    if (votes.HasOpinions(s)) AddSentence(s, patterns, &scratch, sums);
    patterns += corpus().length(s);
  }
  confusion().Count(votes, scratch.by_pattern, Votes(sums));
}

// E-step of one sentence, eqs. 12–19.
void HmmProblem::AddSentence(int64_t s, const int32_t* patterns, Scratch* scratch,
                             Span<double> sums) const {
  const size_t length = static_cast<size_t>(corpus().length(s));
  const double weight = Weight(s);
  if (scratch->emissions.size() < length * k_) scratch->emissions.resize(length * k_);
  if (scratch->unary.size() < length * k_) scratch->unary.resize(length * k_);
  for (size_t t = 0; t < length; ++t) {
    std::copy_n(scratch->scores.data() + static_cast<size_t>(patterns[t]) * k_, k_,
                scratch->emissions.data() + t * k_);
  }
  Lattice lattice;
  lattice.length = static_cast<int64_t>(length);
  lattice.labels = labels().size();
  lattice.emissions = scratch->emissions.data();
  lattice.transitions = &log_transitions_;
  double* const head = Head(sums).data();
  MarginalsOut out;
  out.unary = scratch->unary.data();
  if (weight == 1) {
    out.pairwise_sum = head + k_;
  } else {
    scratch->pairwise.assign(k_ * k_, 0.0);
    out.pairwise_sum = scratch->pairwise.data();
  }
  sums[0] += weight * Marginals(lattice, &scratch->workspace, out);
  for (size_t i = 0; weight != 1 && i < k_ * k_; ++i) {
    head[k_ + i] += weight * scratch->pairwise[i];
  }
  for (size_t z = 0; z < k_; ++z) head[z] += weight * scratch->unary[z];
  for (size_t t = 0; t < length; ++t) {
    double* total = scratch->by_pattern.data() + static_cast<size_t>(patterns[t]) * k_;
    for (size_t z = 0; z < k_; ++z) total[z] += weight * scratch->unary[t * k_ + z];
  }
}

std::shared_ptr<Model> HmmProblem::NewModel(Span<const double> sums) const {
  auto model =
      std::make_shared<HmmModel>(HmmParameters{start_, transitions_, confusion()}, constrained_);
  SetCommon(sums, model.get());
  return model;
}

}  // namespace weft

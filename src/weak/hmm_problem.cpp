#include "weak/hmm_problem.h"

#include <algorithm>

#include "core/error.h"

namespace weft {
namespace {

// Each legal entry in proportion to count + pseudo-count; even where there is none.
void NormaliseLegal(const double* counts, const double* pseudo, const uint8_t* legal, size_t k,
                    double* p) {
  double sum = 0;
  size_t ways = 0;
  for (size_t z = 0; z < k; ++z) {
    p[z] = legal[z] ? counts[z] + pseudo[z] : 0;
    sum += p[z];
    ways += legal[z];
  }
  for (size_t z = 0; z < k; ++z) {
    if (sum > 0) {
      p[z] /= sum;
    } else {
      p[z] = legal[z] ? 1.0 / static_cast<double>(ways) : 0;
    }
  }
}

double DirichletLog(const std::vector<double>& pseudo, const std::vector<double>& p) {
  double sum = 0;
  for (size_t i = 0; i < p.size(); ++i) {
    if (pseudo[i] > 0) sum += pseudo[i] * LogOrImpossible(p[i]);
  }
  return sum;
}

}  // namespace

HmmProblem::HmmProblem(TrainingInput input, HmmSettings settings)
    : input_(std::move(input)),
      settings_(std::move(settings)),
      shape_{static_cast<int32_t>(settings_.votes.sources.size()), input_.train->labels().size()},
      k_(static_cast<size_t>(shape_.labels)),
      rules_(ChainRules(input_.train->labels(), input_.train->scheme(), settings_.constrained)),
      blocks_(BuildBlocks(*input_.train, settings_.votes, input_.train->labels(),
                          input_.executor.get())),
      scratch_(static_cast<size_t>(input_.executor->threads())),
      transitions_(shape_.labels) {
  shares_.outside = input_.train->labels().Find("O");
  shares_.outside_weight = 0;  // majority voting: O counts where no source names a type
  shares_.no_opinion = NoOpinion(shape_.labels, shares_.outside);
  parameters_.confusion = Confusion(shape_);
}

void HmmProblem::AccumulateVotes(int64_t chunk, Span<double> sums) {
  const VoteBlock& block = blocks_[static_cast<size_t>(chunk)];
  std::vector<double> shares(static_cast<size_t>(block.patterns()) * k_);
  VoteShares(block, shares_, shares);
  const Parts<double> parts = Split(sums);
  std::vector<double> by_pattern(shares.size(), 0.0);
  const int32_t* pattern = block.token_patterns().data();
  for (int64_t s = block.first(); s < block.last(); ++s) {
    const double weight = Weight(s);
    const double* previous = nullptr;
    for (int64_t t = 0; t < input_.train->length(s); ++t, ++pattern) {
      const double* share = shares.data() + static_cast<size_t>(*pattern) * k_;
      double* total = by_pattern.data() + static_cast<size_t>(*pattern) * k_;
      for (size_t z = 0; z < k_; ++z) {
        total[z] += weight * share[z];
        if (!previous) parts.start[z] += weight * share[z];
      }
      for (size_t y = 0; previous && y < k_; ++y) {
        if (previous[y] == 0) continue;
        double* row = parts.transitions.data() + y * k_;
        for (size_t z = 0; z < k_; ++z) row[z] += weight * previous[y] * share[z];
      }
      previous = share;
    }
  }
  CountPlainly(block, by_pattern, parts.votes);
}

void HmmProblem::Accumulate(int64_t chunk, int worker, Span<double> sums) {
  const VoteBlock& block = blocks_[static_cast<size_t>(chunk)];
  Scratch& scratch = scratch_[static_cast<size_t>(worker)];
  const Parts<double> parts = Split(sums);
  scratch.scores.resize(static_cast<size_t>(block.patterns()) * k_);
  parameters_.confusion.Score(block, scratch.scores);
  scratch.by_pattern.assign(scratch.scores.size(), 0.0);
  Lattice lattice;
  lattice.labels = shape_.labels;
  lattice.transitions = &transitions_;
  const int32_t* patterns = block.token_patterns().data();
  for (int64_t s = block.first(); s < block.last(); ++s) {
    lattice.length = input_.train->length(s);
    if (lattice.length > 0) AddSentence(lattice, Weight(s), patterns, &scratch, sums);
    patterns += lattice.length;
  }
  parameters_.confusion.Count(block, scratch.by_pattern, parts.votes);
}

// E-step of one sentence, eqs. 12–19. `lattice` lacks its emissions.
void HmmProblem::AddSentence(const Lattice& lattice, double weight, const int32_t* patterns,
                             Scratch* scratch, Span<double> sums) {
  const size_t length = static_cast<size_t>(lattice.length);
  if (scratch->emissions.size() < length * k_) scratch->emissions.resize(length * k_);
  if (scratch->unary.size() < length * k_) scratch->unary.resize(length * k_);
  for (size_t t = 0; t < length; ++t) {
    std::copy_n(scratch->scores.data() + static_cast<size_t>(patterns[t]) * k_, k_,
                scratch->emissions.data() + t * k_);
  }
  Lattice scored = lattice;
  scored.emissions = scratch->emissions.data();
  const Parts<double> parts = Split(sums);
  MarginalsOut out;
  out.unary = scratch->unary.data();
  if (weight == 1) {
    out.pairwise_sum = parts.transitions.data();
  } else {
    scratch->pairwise.assign(k_ * k_, 0.0);
    out.pairwise_sum = scratch->pairwise.data();
  }
  sums[0] += weight * Marginals(scored, &scratch->workspace, out);
  for (size_t i = 0; weight != 1 && i < k_ * k_; ++i) {
    parts.transitions[i] += weight * scratch->pairwise[i];
  }
  for (size_t z = 0; z < k_; ++z) parts.start[z] += weight * scratch->unary[z];
  for (size_t t = 0; t < length; ++t) {
    double* total = scratch->by_pattern.data() + static_cast<size_t>(patterns[t]) * k_;
    for (size_t z = 0; z < k_; ++z) total[z] += weight * scratch->unary[t * k_ + z];
  }
}

void HmmProblem::Initialise(Span<const double> sums) {
  const Parts<const double> parts = Split(sums);
  prior_ = SettlePrior(settings_.confusion, shape_, shares_.outside, parts.votes,
                       &settings_.votes.repertoire);
  const auto pseudo = [&](double count, bool legal) {
    return legal ? settings_.transition_smoothing + settings_.transition_prior * count : 0;
  };
  start_prior_.resize(k_);
  transition_prior_.resize(k_ * k_);
  for (size_t z = 0; z < k_; ++z) start_prior_[z] = pseudo(parts.start[z], rules_.start[z]);
  for (size_t i = 0; i < k_ * k_; ++i) {
    transition_prior_[i] = pseudo(parts.transitions[i], rules_.transition[i]);
  }
  Update(sums);
}

void HmmProblem::Update(Span<const double> sums) {
  const Parts<const double> parts = Split(sums);
  parameters_.start.resize(k_);
  parameters_.transitions.resize(k_ * k_);
  NormaliseLegal(parts.start.data(), start_prior_.data(), rules_.start.data(), k_,
                 parameters_.start.data());
  for (size_t y = 0; y < k_; ++y) {
    const size_t row = y * k_;
    NormaliseLegal(parts.transitions.data() + row, transition_prior_.data() + row,
                   rules_.transition.data() + row, k_, parameters_.transitions.data() + row);
  }
  parameters_.confusion.Set(prior_.Maximise(parts.votes));
  transitions_ = LogTransitions(parameters_, rules_);
}

double HmmProblem::LogPrior() const {
  return DirichletLog(start_prior_, parameters_.start) +
         DirichletLog(transition_prior_, parameters_.transitions) +
         prior_.LogDensity(parameters_.confusion);
}

std::shared_ptr<Model> HmmProblem::NewModel(Span<const double> sums) const {
  auto model = std::make_shared<HmmModel>(parameters_, settings_.constrained);
  model->SetCommon(input_.train->labels(), input_.train->scheme(), input_.options.All());
  model->SetVotes(settings_.votes,
                  EstimateSources(settings_.votes, shape_, shares_.outside, Split(sums).votes));
  return model;
}

}  // namespace weft

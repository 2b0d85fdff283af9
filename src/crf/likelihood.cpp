#include "crf/likelihood.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace weft {
namespace {

struct Scratch : ObjectiveScratch {
  explicit Scratch(const Targets& targets) : pass(targets) {}
  LikelihoodPass pass;
};

// Leaves of scores [L, stride] only those of labels that are given.
void Clamp(Span<const int32_t> labels, size_t stride, double* scores) {
  for (size_t t = 0; t < labels.size(); ++t) {
    if (labels[t] == kNoLabel) continue;
    double* row = scores + t * stride;
    const double kept = row[labels[t]];
    std::fill_n(row, stride, -std::numeric_limits<double>::infinity());
    row[labels[t]] = kept;
  }
}

}  // namespace

void LikelihoodPass::Begin(const Transitions& transitions) { passes_.Begin(transitions); }

double LikelihoodPass::Add(int64_t s, const SentenceScorer& scorer, double* rows) {
  const size_t size = static_cast<size_t>(scorer.length(s)) * passes_.stride();
  const double weight = targets_->weight(s);
  if (weight == 0 || size == 0) {
    std::fill_n(rows, size, 0.0);
    return 0;
  }
  const double value = targets_->partial(s) ? Partial(s, scorer, rows) : Full(s, scorer, rows);
  for (size_t i = 0; weight != 1 && i < size; ++i) rows[i] *= weight;
  return weight * value;
}

// log Z minus the expected emission scores of the labels.
double LikelihoodPass::Full(int64_t s, const SentenceScorer& scorer, double* rows) {
  const double* emissions = Score(s, scorer);
  const size_t stride = passes_.stride();
  const int64_t first = scorer.begin(s), end = scorer.begin(s + 1);
  double score = 0;
  for (int64_t t = first; t < end; ++t) {
    const double* row = emissions + static_cast<size_t>(t - first) * stride;
    targets_->ForLabels(t, [&](int32_t label, double q) { score += q * row[label]; });
  }
  const double log_z = passes_.Run(targets_->weight(s), rows);
  for (int64_t t = first; t < end; ++t) {
    double* row = rows + static_cast<size_t>(t - first) * stride;
    targets_->ForLabels(t, [&](int32_t label, double q) { row[label] -= q; });
  }
  return log_z - score;
}

// log Z minus that of the paths which agree with the labels.
double LikelihoodPass::Partial(int64_t s, const SentenceScorer& scorer, double* rows) {
  Score(s, scorer);
  const double log_z = passes_.Run(targets_->weight(s), rows);
  const Span<const int32_t> labels = targets_->hard(s);
  const size_t size = labels.size() * passes_.stride();
  if (clamped_.size() < size) clamped_.resize(size);
  Clamp(labels, passes_.stride(), Score(s, scorer));
  const double log_clamped = passes_.Run(-targets_->weight(s), clamped_.data());
  for (size_t i = 0; i < size; ++i) rows[i] -= clamped_[i];
  return log_z - log_clamped;
}

// The scores [L, stride] of sentence s, valid until the next run.
double* LikelihoodPass::Score(int64_t s, const SentenceScorer& scorer) {
  double* scores = passes_.Scores(static_cast<size_t>(scorer.length(s)));
  scorer.Score(scorer.begin(s), scorer.begin(s + 1), scores);
  return scores;
}

LabelBigrams::LabelBigrams(int32_t labels)
    : counts_(static_cast<size_t>(labels) * static_cast<size_t>(labels)) {}

void LabelBigrams::Clear() { std::fill(counts_.begin(), counts_.end(), 0.0); }

void LabelBigrams::Add(const Targets& targets, int64_t s) {
  if (targets.partial(s) || targets.weight(s) == 0) return;
  targets.AddBigrams(s, targets.weight(s), counts_.data());
}

double LabelBigrams::Term(const Transitions& scores, double* transitions) const {
  double value = 0;
  for (size_t i = 0; i < counts_.size(); ++i) {
    if (counts_[i] == 0) continue;  // the score may be −inf
    value -= counts_[i] * scores.scores()[i];
    transitions[i] -= counts_[i];
  }
  return value;
}

LikelihoodObjective::LikelihoodObjective(int64_t sentences, const Targets& targets)
    : targets_(&targets), bigrams_(targets.labels().size()) {
  for (int64_t s = 0; s < sentences; ++s) bigrams_.Add(targets, s);
}

std::unique_ptr<ObjectiveScratch> LikelihoodObjective::NewScratch() const {
  return std::make_unique<Scratch>(*targets_);
}

double LikelihoodObjective::Accumulate(int64_t begin, int64_t end, const SentenceScorer& scorer,
                                       ObjectiveScratch* scratch, double* rows,
                                       double* transitions) const {
  LikelihoodPass& pass = static_cast<Scratch*>(scratch)->pass;
  pass.Begin(scorer.transitions());
  const auto stride = static_cast<int64_t>(scorer.transitions().stride());
  double value = 0;
  for (int64_t s = begin; s < end; ++s) {
    value += pass.Add(s, scorer, rows);
    rows += scorer.length(s) * stride;
  }
  pass.Finish(transitions);
  return value;
}

double LikelihoodObjective::TransitionTerm(const Transitions& scores, double* transitions) const {
  return bigrams_.Term(scores, transitions);
}

}  // namespace weft

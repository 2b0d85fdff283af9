#include "crf/likelihood.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "chain/marginal_passes.h"

namespace weft {
namespace {

struct Scratch : ObjectiveScratch {
  MarginalPasses passes;
  std::vector<double> clamped;  // rows of `stride`
  std::vector<double> bigrams;  // [K, K]
};

// The passes over sentences that a scorer scores.
class Sentences {
 public:
  Sentences(const SentenceScorer& scorer, Scratch* scratch) : scorer_(scorer), scratch_(scratch) {
    scratch->passes.Begin(scorer.transitions());
  }

  // The scores [L, stride] of sentence s, valid until Run.
  double* Score(int64_t s) {
    double* scores = scratch_->passes.Scores(static_cast<size_t>(scorer_.length(s)));
    scorer_.Score(scorer_.begin(s), scorer_.begin(s + 1), scores);
    return scores;
  }

  // The log-partition of what was scored last; marginals into `rows`.
  double Run(double weight, double* rows) { return scratch_->passes.Run(weight, rows); }

  size_t stride() const { return scratch_->passes.stride(); }

  // Calls `visit(token of the corpus, offset of its row)` for the tokens of sentence s.
  template <typename Visit>
  void ForTokens(int64_t s, Visit visit) const {
    const int64_t first = scorer_.begin(s);
    for (int64_t t = 0; t < scorer_.length(s); ++t) {
      visit(first + t, static_cast<size_t>(t) * stride());
    }
  }

 private:
  const SentenceScorer& scorer_;
  Scratch* scratch_;
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

// log Z minus the expected emission scores of the labels.
double Full(int64_t s, const Targets& targets, Sentences* sentences, double* rows) {
  const double* emissions = sentences->Score(s);
  double score = 0;
  sentences->ForTokens(s, [&](int64_t t, size_t row) {
    targets.ForLabels(t, [&](int32_t label, double q) {
      score += q * emissions[row + static_cast<size_t>(label)];
    });
  });
  const double log_z = sentences->Run(targets.weight(s), rows);
  sentences->ForTokens(s, [&](int64_t t, size_t row) {
    targets.ForLabels(
        t, [&](int32_t label, double q) { rows[row + static_cast<size_t>(label)] -= q; });
  });
  return log_z - score;
}

// log Z minus that of the paths which agree with the labels.
double Partial(int64_t s, const Targets& targets, Sentences* sentences, Scratch* scratch,
               double* rows) {
  sentences->Score(s);
  const double log_z = sentences->Run(targets.weight(s), rows);
  const Span<const int32_t> labels = targets.hard(s);
  const size_t size = labels.size() * sentences->stride();
  if (scratch->clamped.size() < size) scratch->clamped.resize(size);
  double* clamped = scratch->clamped.data();
  Clamp(labels, sentences->stride(), sentences->Score(s));
  const double log_clamped = sentences->Run(-targets.weight(s), clamped);
  for (size_t i = 0; i < size; ++i) rows[i] -= clamped[i];
  return log_z - log_clamped;
}

// −weight·Σ bigrams·scores, and its gradient.
double BigramTerm(const std::vector<double>& bigrams, double weight, const Transitions& scores,
                  double* transitions) {
  double value = 0;
  for (size_t i = 0; i < bigrams.size(); ++i) {
    if (bigrams[i] == 0) continue;
    value -= weight * bigrams[i] * scores.scores()[i];
    transitions[i] -= weight * bigrams[i];
  }
  return value;
}

}  // namespace

LikelihoodObjective::LikelihoodObjective(int64_t sentences, const Targets& targets, Bigrams bigrams)
    : targets_(&targets), bigrams_(bigrams) {
  const auto k = static_cast<size_t>(targets.labels().size());
  std::vector<double> sentence(k * k);
  target_bigrams_.assign(k * k, 0.0);
  for (int64_t s = 0; bigrams == Bigrams::kOnce && s < sentences; ++s) {
    if (targets.partial(s) || targets.weight(s) == 0) continue;
    std::fill(sentence.begin(), sentence.end(), 0.0);
    targets.AddBigrams(s, sentence.data());
    for (size_t i = 0; i < k * k; ++i) target_bigrams_[i] += targets.weight(s) * sentence[i];
  }
}

std::unique_ptr<ObjectiveScratch> LikelihoodObjective::NewScratch() const {
  return std::make_unique<Scratch>();
}

double LikelihoodObjective::Accumulate(int64_t begin, int64_t end, const SentenceScorer& scorer,
                                       ObjectiveScratch* scratch, double* rows,
                                       double* transitions) const {
  auto* mine = static_cast<Scratch*>(scratch);
  Sentences sentences(scorer, mine);
  const auto stride = static_cast<size_t>(scorer.transitions().stride());
  double value = 0;
  for (int64_t s = begin; s < end; ++s) {
    const size_t size = static_cast<size_t>(scorer.length(s)) * stride;
    const double weight = targets_->weight(s);
    if (weight == 0 || size == 0) {
      std::fill_n(rows, size, 0.0);
    } else {
      value += weight * (targets_->partial(s) ? Partial(s, *targets_, &sentences, mine, rows)
                                              : Full(s, *targets_, &sentences, rows));
      for (size_t i = 0; weight != 1 && i < size; ++i) rows[i] *= weight;
    }
    rows += size;
  }
  mine->passes.Finish(transitions);
  if (bigrams_ == Bigrams::kOnce) return value;
  for (int64_t s = begin; s < end; ++s) {
    if (targets_->partial(s) || targets_->weight(s) == 0) continue;
    mine->bigrams.assign(scorer.transitions().scores().size(), 0.0);
    targets_->AddBigrams(s, mine->bigrams.data());
    value += BigramTerm(mine->bigrams, targets_->weight(s), scorer.transitions(), transitions);
  }
  return value;
}

double LikelihoodObjective::TransitionTerm(const Transitions& scores, double* transitions) const {
  return BigramTerm(target_bigrams_, 1, scores, transitions);
}

}  // namespace weft

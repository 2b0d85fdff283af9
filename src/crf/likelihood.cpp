#include "crf/likelihood.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "chain/scaled.h"

namespace weft {
namespace {

// The arrays of one thread. Passes over several sentences stand end to end in alpha and pair, so
// that their expected transitions are summed in one go.
struct Scratch : ObjectiveScratch {
  std::vector<double> emissions, marginals, alpha, pair, scale;  // rows of `stride`
  std::vector<double> transition_sum;                            // [K, stride]
  std::vector<double> lattice_emissions, lattice_marginals;      // the fallback's, [L, K]
  ChainWorkspace workspace;
};

template <typename T>
void Grow(std::vector<T>* values, size_t size) {
  if (values->size() < size) values->resize(size);
}

// Sentences are batched up to this many rows: they stay in the second-level cache.
constexpr int64_t kBatchRows = 512;

// Sums w·log Z over passes and takes their marginals apart.
class Passes {
 public:
  Passes(const SentenceScorer& scorer, Scratch* scratch, double* transitions)
      : scorer_(scorer),
        transitions_(scorer.transitions()),
        labels_(static_cast<size_t>(transitions_.labels())),
        stride_(static_cast<size_t>(transitions_.stride())),
        scratch_(scratch),
        out_(transitions) {
    scratch->transition_sum.assign(labels_ * stride_, 0.0);
  }

  // Scores sentence s; the scores [L, stride] are valid until Run.
  const double* Score(int64_t s) {
    Reserve(static_cast<size_t>(scorer_.length(s)));
    double* emissions = scratch_->emissions.data();
    scorer_.Score(scorer_.begin(s), scorer_.begin(s + 1), emissions);
    return emissions;
  }

  // One forward–backward over sentence s after Score(s), restricted to `clamp` [L] where it is not
  // empty. Writes marginals to `rows` [L, stride], adds expected transitions times `weight`,
  // returns log Z.
  double Run(int64_t s, Span<const int32_t> clamp, double weight, double* rows) {
    const auto length = static_cast<size_t>(scorer_.length(s));
    double* emissions = scratch_->emissions.data();
    Clamp(clamp, emissions);
    ScaledSentence pass = Describe(length, emissions, rows);
    const double log_z = ScaledForwardBackward(pass);
    if (!(log_z == log_z)) return RunLattice(s, clamp, weight, rows);
    std::fill_n(pass.pair, stride_, 0.0);  // no transition enters the first token
    if (weight != 1) {
      for (size_t i = 0; i < length * stride_; ++i) pass.pair[i] *= weight;
    }
    used_ += length;
    return log_z + transitions_.exp().log_ends;
  }

  size_t stride() const { return stride_; }

  // Calls `visit(token of the corpus, offset of its row)` for the tokens of sentence s.
  template <typename Visit>
  void ForTokens(int64_t s, Visit visit) const {
    const int64_t first = scorer_.begin(s);
    for (int64_t t = 0; t < scorer_.length(s); ++t) {
      visit(first + t, static_cast<size_t>(t) * stride_);
    }
  }

  // Adds what the passes since the last flush expect of the transitions.
  void Flush() {
    if (used_ == 0) return;
    ScaledSentence all = Describe(used_, nullptr, nullptr);
    all.alpha = scratch_->alpha.data();
    all.pair = scratch_->pair.data();
    AddTransitionSums(all, scratch_->transition_sum.data());
    used_ = 0;
  }

  // After the last flush: expected transitions are the sums times exp(transition), pair by pair.
  void Finish() {
    Flush();
    const std::vector<double>& forward = transitions_.exp().forward;
    for (size_t i = 0; i < labels_; ++i) {
      for (size_t j = 0; j < labels_; ++j) {
        const size_t at = i * stride_ + j;
        out_[i * labels_ + j] += scratch_->transition_sum[at] * forward[at];
      }
    }
  }

 private:
  void Reserve(size_t length) {
    if (static_cast<int64_t>(used_ + length) > kBatchRows) Flush();
    const size_t rows = std::max(used_ + length, static_cast<size_t>(kBatchRows));
    Grow(&scratch_->alpha, rows * stride_);
    Grow(&scratch_->pair, rows * stride_);
    Grow(&scratch_->emissions, length * stride_);
    Grow(&scratch_->scale, length);
  }

  ScaledSentence Describe(size_t length, double* emissions, double* rows) const {
    const Transitions::Exp& exp = transitions_.exp();
    ScaledSentence pass;
    pass.length = static_cast<int64_t>(length);
    pass.labels = transitions_.labels();
    pass.stride = transitions_.stride();
    pass.emissions = emissions;
    pass.forward = exp.forward.data();
    pass.backward = exp.backward.data();
    pass.log_scale = exp.log_step;
    pass.start = exp.start.data();
    pass.end = exp.end.data();
    pass.alpha = scratch_->alpha.data() + used_ * stride_;
    pass.beta = rows;
    pass.pair = scratch_->pair.data() + used_ * stride_;
    pass.scale = scratch_->scale.data();
    return pass;
  }

  void Clamp(Span<const int32_t> clamp, double* emissions) const {
    for (size_t t = 0; t < clamp.size(); ++t) {
      if (clamp[t] == kNoLabel) continue;
      double* row = emissions + t * stride_;
      const double kept = row[clamp[t]];
      std::fill_n(row, labels_, -std::numeric_limits<double>::infinity());
      row[clamp[t]] = kept;
    }
  }

  // By way of lattice.h, which goes to log space where it must.
  double RunLattice(int64_t s, Span<const int32_t> clamp, double weight, double* rows) {
    const auto length = static_cast<size_t>(scorer_.length(s));
    double* emissions = scratch_->emissions.data();
    scorer_.Score(scorer_.begin(s), scorer_.begin(s + 1), emissions);  // Run has overwritten them
    Clamp(clamp, emissions);
    Grow(&scratch_->lattice_emissions, length * labels_);
    Grow(&scratch_->lattice_marginals, length * labels_);
    for (size_t t = 0; t < length; ++t) {
      std::copy_n(emissions + t * stride_, labels_,
                  scratch_->lattice_emissions.begin() + static_cast<ptrdiff_t>(t * labels_));
    }
    Lattice lattice;
    lattice.length = scorer_.length(s);
    lattice.labels = transitions_.labels();
    lattice.emissions = scratch_->lattice_emissions.data();
    lattice.transitions = &transitions_;
    std::vector<double> pairs(labels_ * labels_, 0.0);
    MarginalsOut out;
    out.unary = scratch_->lattice_marginals.data();
    out.pairwise_sum = pairs.data();
    const double log_z = Marginals(lattice, &scratch_->workspace, out);
    for (size_t i = 0; i < pairs.size(); ++i) out_[i] += weight * pairs[i];
    for (size_t t = 0; t < length; ++t) {
      for (size_t k = 0; k < stride_; ++k) {
        rows[t * stride_ + k] = k < labels_ ? out.unary[t * labels_ + k] : 0.0;
      }
    }
    return log_z;
  }

  const SentenceScorer& scorer_;
  const Transitions& transitions_;
  const size_t labels_, stride_;
  Scratch* scratch_;
  double* out_;
  size_t used_ = 0;  // rows of alpha and pair that await Flush
};

// log Z minus the expected emission scores of the labels.
double Full(int64_t s, const Targets& targets, Passes* passes, double* rows) {
  const double* emissions = passes->Score(s);
  double score = 0;
  passes->ForTokens(s, [&](int64_t t, size_t row) {
    targets.ForLabels(t, [&](int32_t label, double q) {
      score += q * emissions[row + static_cast<size_t>(label)];
    });
  });
  const double log_z = passes->Run(s, {}, targets.weight(s), rows);
  passes->ForTokens(s, [&](int64_t t, size_t row) {
    targets.ForLabels(
        t, [&](int32_t label, double q) { rows[row + static_cast<size_t>(label)] -= q; });
  });
  return log_z - score;
}

// log Z minus that of the paths which agree with the labels.
double Partial(int64_t s, const Targets& targets, Passes* passes, Scratch* scratch, double* rows) {
  passes->Score(s);
  const double log_z = passes->Run(s, {}, targets.weight(s), rows);
  const size_t size = targets.hard(s).size() * passes->stride();
  Grow(&scratch->marginals, size);
  double* clamped = scratch->marginals.data();
  passes->Score(s);
  const double log_clamped = passes->Run(s, targets.hard(s), -targets.weight(s), clamped);
  for (size_t i = 0; i < size; ++i) rows[i] -= clamped[i];
  return log_z - log_clamped;
}

}  // namespace

LikelihoodObjective::LikelihoodObjective(const EncodedCorpus& corpus, const Targets& targets)
    : targets_(&targets) {
  const auto k = static_cast<size_t>(targets.labels().size());
  std::vector<double> sentence(k * k);
  target_bigrams_.assign(k * k, 0.0);
  for (int64_t s = 0; s < corpus.num_sentences(); ++s) {
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
  Passes passes(scorer, mine, transitions);
  const auto stride = static_cast<size_t>(scorer.transitions().stride());
  double value = 0;
  for (int64_t s = begin; s < end; ++s) {
    const size_t size = static_cast<size_t>(scorer.length(s)) * stride;
    const double weight = targets_->weight(s);
    if (weight == 0 || size == 0) {
      std::fill_n(rows, size, 0.0);
    } else {
      value += weight * (targets_->partial(s) ? Partial(s, *targets_, &passes, mine, rows)
                                              : Full(s, *targets_, &passes, rows));
      for (size_t i = 0; weight != 1 && i < size; ++i) rows[i] *= weight;
    }
    rows += size;
  }
  passes.Finish();
  return value;
}

double LikelihoodObjective::TransitionTerm(const Transitions& scores, double* transitions) const {
  const auto k = static_cast<size_t>(scores.labels());
  double value = 0;
  for (size_t i = 0; i < k * k; ++i) {
    if (target_bigrams_[i] == 0) continue;
    value -= target_bigrams_[i] * scores.scores()[i];
    transitions[i] -= target_bigrams_[i];
  }
  return value;
}

}  // namespace weft

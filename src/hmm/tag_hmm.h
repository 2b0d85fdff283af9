// A hidden Markov model of tags and words, from counts (Šabata, Borovička and Holeňa 2017, § 3.1).
#pragma once

#include <memory>
#include <string_view>

#include "chain/lattice.h"
#include "hmm/suffix_table.h"
#include "hmm/tag_counts.h"

namespace weft {

/// The priors r of eq. 4: counts that each transition, and each word of each tag, has beforehand.
struct TagPseudoCounts {
  double transition = 0, emission = 0;  ///< > 0
};

class TagHmm {
 public:
  /// `suffixes` for unknown words; null: they are as probable under every tag.
  TagHmm(std::shared_ptr<const TagCounts> counts, std::shared_ptr<const SuffixTable> suffixes,
         const TagPseudoCounts& pseudo);

  int32_t labels() const { return counts_->labels(); }
  const TagCounts& counts() const { return *counts_; }
  const SuffixTable* suffixes() const { return suffixes_.get(); }
  const TagPseudoCounts& pseudo() const { return pseudo_; }
  /// log a and log π, nats. What `rules` (null: none) forbid is −inf.
  Transitions MakeTransitions(const TransitionRules* rules) const;
  /// log b of a word, [K], nats; of an unknown one but for what all tags have in common.
  void ScoreWord(std::string_view word, double* row) const;
  /// log p(tags, words) of what `counted` holds, nats.
  double LogLikelihood(const TagCounts& counted) const;
  /// What the pseudo-counts add to the objective: the log-density of Dirichlet priors with
  /// parameters 1 + r, but for a constant; nats.
  double LogPrior() const;

 private:
  double LogTransition(double count, double total) const;

  const std::shared_ptr<const TagCounts> counts_;
  const std::shared_ptr<const SuffixTable> suffixes_;
  const TagPseudoCounts pseudo_;
  std::vector<double> log_totals_;  // [K]: log of what emission counts are divided by
  std::vector<double> unseen_;      // [K]: log b of a known word that a tag never had
};

}  // namespace weft

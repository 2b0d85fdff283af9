// The E step of Baum–Welch over tokens that have no label.
#pragma once

#include "core/parallel.h"
#include "hmm/tag_hmm.h"
#include "method/targets.h"

namespace weft {

/// Sentences of a corpus some of whose tokens have no label, each with a weight. Borrows corpus and
/// labels, which are not soft.
class TagExpectations {
 public:
  /// `weights` [sentences], or empty: 1 each. Those of sentences without any label are `unlabelled`
  /// times as large; what weighs nothing is left out.
  TagExpectations(const Corpus& corpus, const Targets& targets, const std::vector<float>& weights,
                  double unlabelled);

  bool empty() const { return sentences_.empty(); }
  bool Has(int64_t s) const;
  /// Adds the expected counts of the sentences, given the labels that there are. Returns the sum of
  /// log p(words and those labels), nats, by weight. The same whatever the number of threads.
  double Add(const TagHmm& hmm, Executor* executor, TagCounts* counts) const;

 private:
  struct Chunk;
  void Run(const TagHmm& hmm, const Transitions& transitions, size_t first, size_t last,
           Chunk* chunk) const;
  void Collect(size_t first, size_t last, const Chunk& chunk, TagCounts* counts) const;

  const Corpus& corpus_;
  const Targets& targets_;
  std::vector<int64_t> sentences_;  // ascending
  std::vector<double> weights_;     // of them
};

}  // namespace weft

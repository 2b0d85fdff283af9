// The E step of Baum–Welch over tokens that have no label.
#pragma once

#include "core/parallel.h"
#include "hmm/tag_hmm.h"
#include "method/targets.h"

namespace weft {

/// Sentences of a corpus some of whose tokens have no label. Borrows corpus and labels, which are
/// not soft.
class TagExpectations {
 public:
  TagExpectations(const Corpus& corpus, const Targets& targets);

  bool empty() const { return sentences_.empty(); }
  /// Adds `weight` times the expected counts of what involves a token without a label, given the
  /// labels that there are; what stands between labelled tokens is certain, and not added. Returns
  /// Σ log p(words and those labels), nats, over the sentences. The same whatever the threads.
  double Add(const TagHmm& hmm, double weight, Executor* executor, TagCounts* counts) const;

 private:
  struct Chunk;
  void Run(const TagHmm& hmm, const Transitions& transitions, Span<const int64_t> sentences,
           Chunk* chunk) const;
  void Collect(Span<const int64_t> sentences, const Chunk& chunk, double weight,
               TagCounts* counts) const;

  const Corpus& corpus_;
  const Targets& targets_;
  std::vector<int64_t> sentences_;
};

}  // namespace weft

// Decoding: a model and a corpus in, labels, spans, marginals and likelihoods out.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "method/model.h"

namespace weft {

/// Decode hands a decoder this many sentences in a row, from a multiple of it on: those that score
/// several at once do best to score these.
constexpr int64_t kDecodeChunk = 64;

/// What a Decoded holds beside labels.
struct DecodeOptions {
  bool marginals = false;      ///< p(y_t = k)
  bool pairwise_sums = false;  ///< Σ_t p(y_t = i, y_{t+1} = j), by sentence
  bool spans = false;          ///< with confidences
  bool scores = false;         ///< log p of the labels, and the log-partition
  bool warnings = false;       ///< of what the model cannot read, or contradicts
  int64_t k_best = 0;          ///< best paths of each sentence, where there are as many; 0: none
};

/// A labelled stretch of tokens with the model's probability of exactly these labels there.
struct DecodedSpan {
  int64_t sentence;
  int64_t begin, end;  ///< tokens of the sentence, [begin, end)
  int32_t type;        ///< index into Decoded::types
  double confidence;   ///< p(y_begin … y_{end−1} = the labels of the span)
};

struct Decoded {
  LabelSet labels_of_model;
  Scheme scheme = Scheme::kPlain;
  std::vector<int64_t> sentence_ends;   ///< [sentences]: as in the corpus
  std::vector<int32_t> labels;          ///< [tokens]
  std::vector<double> marginals;        ///< [tokens, K], rows sum to 1
  std::vector<double> pairwise_sums;    ///< [sentences, K, K]
  std::vector<std::string> types;       ///< of spans
  std::vector<DecodedSpan> spans;       ///< by sentence, then by begin
  std::vector<double> log_probability;  ///< [sentences]: of the labels, given the sentence; nats
  std::vector<double> log_partition;    ///< [sentences]: of hmm and ds, log p(votes); nats
  /// Of k_best: how many paths each sentence has, [sentences]; their labels, path after path and
  /// sentence after sentence; and log p(path | sentence), non-increasing within a sentence, nats.
  /// Those that the tag scheme forbids are left out where the model labels without them. The first
  /// is the labels, but for mv and wmv, whose conventions are those of no lattice.
  std::vector<int32_t> path_counts, path_labels;
  std::vector<double> path_log_probability;
  /// By the paths' probabilities among themselves: the entropy of each sentence's, [sentences],
  /// nats; and, where marginals are wanted, p(y_t = k) among them, [tokens, K].
  std::vector<double> path_entropy, path_marginals;
  /// What of the corpus the model cannot read, and the first ten sentences in which what was
  /// observed contradicts every path that it allows: they keep a best path.
  std::vector<std::string> warnings;
};

/// Decodes every sentence of `corpus`. The same whatever the number of threads.
Decoded Decode(const Model& model, const Corpus& corpus, const DecodeOptions& options,
               Executor* executor);

/// The same on the calling thread with a decoder that is kept between calls.
void DecodeWith(Decoder* decoder, const Model& model, const Corpus& corpus,
                const DecodeOptions& options, Decoded* decoded);

}  // namespace weft

#include "hmm/expectations.h"

#include <algorithm>

namespace weft {
namespace {

constexpr int64_t kChunk = 64;              // sentences
constexpr int64_t kChunksAtOnce = 64;       // whose marginals are kept before they are added
constexpr double kLeastExpectation = 1e-9;  // smaller ones are dropped

}  // namespace

struct TagExpectations::Chunk {
  std::vector<double> unary;        // [tokens, K]
  std::vector<double> transitions;  // [K, K], by weight
  double log_likelihood = 0;        // likewise
};

TagExpectations::TagExpectations(const Corpus& corpus, const Targets& targets,
                                 const std::vector<float>& weights, double unlabelled)
    : corpus_(corpus), targets_(targets) {
  if (targets.soft()) return;
  for (int64_t s = 0; s < corpus.num_sentences(); ++s) {
    const Span<const int32_t> labels = targets.hard(s);
    const auto missing = std::count(labels.begin(), labels.end(), kNoLabel);
    if (missing == 0) continue;
    double weight = weights.empty() ? 1 : static_cast<double>(weights[static_cast<size_t>(s)]);
    if (static_cast<size_t>(missing) == labels.size()) weight *= unlabelled;
    if (!(weight > 0)) continue;
    sentences_.push_back(s);
    weights_.push_back(weight);
  }
}

bool TagExpectations::Has(int64_t s) const {
  return std::binary_search(sentences_.begin(), sentences_.end(), s);
}

double TagExpectations::Add(const TagHmm& hmm, Executor* executor, TagCounts* counts) const {
  const Transitions transitions = hmm.MakeTransitions(nullptr);
  const auto all = static_cast<int64_t>(sentences_.size());
  double sum = 0;
  for (int64_t first = 0; first < all; first += kChunk * kChunksAtOnce) {
    const int64_t count = std::min(all - first, kChunk * kChunksAtOnce);
    std::vector<Chunk> chunks(static_cast<size_t>(NumChunks(count, kChunk)));
    executor->ForChunks(count, kChunk, [&](int64_t chunk, int64_t begin, int64_t end, int) {
      Run(hmm, transitions, static_cast<size_t>(first + begin), static_cast<size_t>(first + end),
          &chunks[static_cast<size_t>(chunk)]);
    });
    for (size_t c = 0; c < chunks.size(); ++c) {
      const int64_t begin = first + static_cast<int64_t>(c) * kChunk;
      const int64_t end = std::min(first + count, begin + kChunk);
      Collect(static_cast<size_t>(begin), static_cast<size_t>(end), chunks[c], counts);
      sum += chunks[c].log_likelihood;
    }
  }
  return sum;
}

void TagExpectations::Run(const TagHmm& hmm, const Transitions& transitions, size_t first,
                          size_t last, Chunk* chunk) const {
  const auto k = static_cast<size_t>(hmm.labels());
  chunk->transitions.assign(k * k, 0.0);
  size_t tokens = 0;
  for (size_t i = first; i < last; ++i) {
    tokens += static_cast<size_t>(corpus_.length(sentences_[i]));
  }
  chunk->unary.resize(tokens * k);
  std::vector<double> emissions, pairs(k * k);
  ChainWorkspace workspace;
  Lattice lattice;
  lattice.labels = hmm.labels();
  lattice.transitions = &transitions;
  double* unary = chunk->unary.data();
  for (size_t i = first; i < last; ++i) {
    const int64_t s = sentences_[i];
    lattice.length = corpus_.length(s);
    emissions.resize(static_cast<size_t>(lattice.length) * k);
    double* row = emissions.data();
    for (int64_t t = corpus_.begin(s); t < corpus_.end(s); ++t, row += k) {
      hmm.ScoreWord(corpus_.token(t), row);
    }
    ClampEmissions(targets_.hard(s), hmm.labels(), emissions.data());
    lattice.emissions = emissions.data();
    std::fill(pairs.begin(), pairs.end(), 0.0);
    MarginalsOut out;
    out.unary = unary;
    out.pairwise_sum = pairs.data();
    chunk->log_likelihood += weights_[i] * Marginals(lattice, &workspace, out);
    unary += emissions.size();
    for (size_t j = 0; j < k * k; ++j) chunk->transitions[j] += weights_[i] * pairs[j];
  }
}

void TagExpectations::Collect(size_t first, size_t last, const Chunk& chunk,
                              TagCounts* counts) const {
  const auto k = static_cast<size_t>(counts->labels());
  for (size_t i = 0; i < k * k; ++i) counts->transitions[i] += chunk.transitions[i];
  const double* unary = chunk.unary.data();
  for (size_t s = first; s < last; ++s) {
    const int64_t begin = corpus_.begin(sentences_[s]), end = corpus_.end(sentences_[s]);
    for (int64_t t = begin; t < end; ++t, unary += k) {
      for (size_t i = 0; i < k; ++i) {
        const double count = weights_[s] * unary[i];
        if (t == begin) counts->start[i] += count;
        if (unary[i] >= kLeastExpectation) {
          counts->Emit(corpus_.token(t), static_cast<int32_t>(i), count);
        }
      }
    }
  }
}

}  // namespace weft

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
  std::vector<double> transitions;  // [K, K]
  double log_likelihood = 0;
};

TagExpectations::TagExpectations(const Corpus& corpus, const Targets& targets)
    : corpus_(corpus), targets_(targets) {
  if (targets.soft()) return;
  for (int64_t s = 0; s < corpus.num_sentences(); ++s) {
    const Span<const int32_t> labels = targets.hard(s);
    if (std::find(labels.begin(), labels.end(), kNoLabel) != labels.end()) sentences_.push_back(s);
  }
}

double TagExpectations::Add(const TagHmm& hmm, double weight, Executor* executor,
                            TagCounts* counts) const {
  const Transitions transitions = hmm.MakeTransitions(nullptr);
  const auto all = static_cast<int64_t>(sentences_.size());
  double sum = 0;
  for (int64_t first = 0; first < all; first += kChunk * kChunksAtOnce) {
    const int64_t count = std::min(all - first, kChunk * kChunksAtOnce);
    std::vector<Chunk> chunks(static_cast<size_t>(NumChunks(count, kChunk)));
    const auto sentences = [&](int64_t begin, int64_t end) {
      return Span<const int64_t>(sentences_.data() + first + begin,
                                 static_cast<size_t>(end - begin));
    };
    executor->ForChunks(count, kChunk, [&](int64_t chunk, int64_t begin, int64_t end, int) {
      Run(hmm, transitions, sentences(begin, end), &chunks[static_cast<size_t>(chunk)]);
    });
    for (size_t c = 0; c < chunks.size(); ++c) {
      const auto begin = static_cast<int64_t>(c) * kChunk;
      Collect(sentences(begin, std::min(count, begin + kChunk)), chunks[c], weight, counts);
      sum += chunks[c].log_likelihood;
    }
  }
  return sum;
}

void TagExpectations::Run(const TagHmm& hmm, const Transitions& transitions,
                          Span<const int64_t> sentences, Chunk* chunk) const {
  const auto k = static_cast<size_t>(hmm.labels());
  chunk->transitions.assign(k * k, 0.0);
  size_t tokens = 0;
  for (const int64_t s : sentences) tokens += static_cast<size_t>(corpus_.length(s));
  chunk->unary.resize(tokens * k);
  std::vector<double> emissions;
  ChainWorkspace workspace;
  Lattice lattice;
  lattice.labels = hmm.labels();
  lattice.transitions = &transitions;
  double* unary = chunk->unary.data();
  for (const int64_t s : sentences) {
    lattice.length = corpus_.length(s);
    emissions.resize(static_cast<size_t>(lattice.length) * k);
    double* row = emissions.data();
    for (int64_t t = corpus_.begin(s); t < corpus_.end(s); ++t, row += k) {
      hmm.ScoreWord(corpus_.token(t), row);
    }
    ClampEmissions(targets_.hard(s), hmm.labels(), emissions.data());
    lattice.emissions = emissions.data();
    MarginalsOut out;
    out.unary = unary;
    out.pairwise_sum = chunk->transitions.data();
    chunk->log_likelihood += Marginals(lattice, &workspace, out);
    unary += emissions.size();
    // Both labels are known, and were counted.
    const Span<const int32_t> labels = targets_.hard(s);
    for (size_t t = 1; t < labels.size(); ++t) {
      if (labels[t - 1] == kNoLabel || labels[t] == kNoLabel) continue;
      chunk->transitions[static_cast<size_t>(labels[t - 1]) * k + static_cast<size_t>(labels[t])] -=
          1;
    }
  }
}

void TagExpectations::Collect(Span<const int64_t> sentences, const Chunk& chunk, double weight,
                              TagCounts* counts) const {
  const auto k = static_cast<size_t>(counts->labels());
  for (size_t i = 0; i < k * k; ++i) {
    counts->transitions[i] += weight * std::max(0.0, chunk.transitions[i]);
  }
  const double* unary = chunk.unary.data();
  for (const int64_t s : sentences) {
    const Span<const int32_t> labels = targets_.hard(s);
    for (size_t t = 0; t < labels.size(); ++t, unary += k) {
      if (labels[t] != kNoLabel) continue;
      const std::string_view word = corpus_.token(corpus_.begin(s) + static_cast<int64_t>(t));
      for (size_t i = 0; i < k; ++i) {
        if (t == 0) counts->start[i] += weight * unary[i];
        if (unary[i] < kLeastExpectation) continue;
        counts->Emit(word, static_cast<int32_t>(i), weight * unary[i]);
      }
    }
  }
}

}  // namespace weft

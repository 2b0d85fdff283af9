// Synthetic inputs of benchmarks and reference values: dense lattices (W2) and weak votes (W3). All
// numbers come from SplitMix64 streams with fixed seeds, so that any language can make the same.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "chain/lattice.h"
#include "core/random.h"
#include "text/corpus.h"

namespace weft::testing {

/// `count` draws of stream `seed`, uniform in [low, high), rounded to single precision.
inline std::vector<double> UniformStream(uint64_t seed, size_t count, double low, double high) {
  Random random(seed);
  std::vector<double> values(count);
  for (double& value : values) {
    value = static_cast<double>(static_cast<float>(low + (high - low) * random.Uniform()));
  }
  return values;
}

/// `count` draws of stream `seed`, uniform in {0 … bound − 1}.
inline std::vector<int32_t> IntegerStream(uint64_t seed, size_t count, int32_t bound) {
  Random random(seed);
  std::vector<int32_t> values(count);
  for (int32_t& value : values) {
    value = static_cast<int32_t>(random.Below(static_cast<uint64_t>(bound)));
  }
  return values;
}

/// W2: the inputs of a dense CRF layer; all sequences have full length. B sequences, L tokens,
/// K labels, J sources.
struct W2 {
  W2(size_t b, size_t l, size_t k, size_t j = 0)
      : B(b),
        L(l),
        K(k),
        J(j),
        emissions(UniformStream(1, b * l * k, -3, 3)),
        transitions(UniformStream(2, k * k, -1, 1)),
        start(UniformStream(3, k, -1, 1)),
        end(UniformStream(4, k, -1, 1)),
        tags(IntegerStream(5, b * l, static_cast<int32_t>(k))),
        sources(IntegerStream(7, b * l * j, static_cast<int32_t>(k))),
        source_weights(UniformStream(8, j * k * k, 0, 1)),
        scores(static_cast<int32_t>(k)) {
    Random agrees(6);
    for (size_t i = 0; i < sources.size(); ++i) {
      if (agrees.Uniform() < 0.6) sources[i] = tags[i / j];
    }
    for (size_t i = 0; i < source_weights.size(); ++i) {
      if ((i / k) % k == i % k) source_weights[i] += 2;
    }
    scores.Set(transitions, start, end);
  }

  size_t B, L, K, J;
  std::vector<double> emissions;       ///< [B, L, K]
  std::vector<double> transitions;     ///< [K, K], from and to
  std::vector<double> start, end;      ///< [K]
  std::vector<int32_t> tags;           ///< [B, L]
  std::vector<int32_t> sources;        ///< [B, L, J]: the tag in 0.6 of the cases, else any
  std::vector<double> source_weights;  ///< [J, K, K], true and emitted
  Transitions scores;                  ///< transitions, start and end

  Lattice At(size_t b) const {
    Lattice lattice;
    lattice.length = static_cast<int64_t>(L);
    lattice.labels = static_cast<int32_t>(K);
    lattice.emissions = emissions.data() + b * L * K;
    lattice.transitions = &scores;
    return lattice;
  }
  Span<const int32_t> Tags(size_t b) const { return Span<const int32_t>(tags.data() + b * L, L); }
};

/// W3: votes on a named-entity corpus. Labels are 0 = O, 2k + 1 = B-k, 2k + 2 = I-k. Every source
/// annotates every sentence; where it has no opinion it says O.
struct W3 {
  int32_t sources = 0, types = 0;
  std::vector<int64_t> sentence_ends;
  std::vector<int32_t> truth;  ///< [tokens]
  std::vector<int32_t> votes;  ///< [tokens, sources]
  int64_t tokens() const { return static_cast<int64_t>(truth.size()); }
};

struct W3Options {
  int64_t sentences = 14041;
  double mean_length = 14.5;  ///< tokens
  int32_t sources = 16, types = 4;
  uint64_t seed = 3;
};

W3 MakeW3(const W3Options& options = {});

/// The same as a corpus: types "T0", "T1", …, sources "s00", "s01", …, IOB2, the truth as gold.
std::shared_ptr<const Corpus> W3Corpus(const W3& w3);

}  // namespace weft::testing

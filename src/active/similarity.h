// How like sentences are: cosines of their words, weighted by how rare these are (tf-idf).
#pragma once

#include <cstdint>
#include <vector>

#include "text/corpus.h"

namespace weft {

class SentenceSimilarity {
 public:
  explicit SentenceSimilarity(const Corpus& corpus);
  /// The mean similarity of a sentence, [sentences], to those for which `among` is not 0, itself
  /// among them where it is one of these; in [0, 1] (information density: Settles and Craven 2008,
  /// § 4.4).
  std::vector<double> Density(const std::vector<uint8_t>& among) const;
  /// For each sentence, the greater of what `most` has and its similarity to sentence `s`.
  void Raise(int64_t s, std::vector<double>* most) const;

 private:
  struct Entry {
    int32_t word;
    float weight;
  };
  size_t begin(int64_t s) const { return s == 0 ? 0 : ends_[static_cast<size_t>(s - 1)]; }
  /// Of all sentences with a dense vector [words].
  template <typename Use>
  void Products(const std::vector<double>& dense, Use use) const;

  size_t words_ = 0;
  std::vector<Entry> entries_;  // of norm 1 by sentence, but of empty ones
  std::vector<size_t> ends_;    // by sentence
};

}  // namespace weft

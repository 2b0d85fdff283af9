// A corpus as attribute ids: what training and repeated decoding work on.
#pragma once

#include <cstdint>
#include <vector>

#include "crf/attributes.h"
#include "crf/index.h"
#include "text/corpus.h"

namespace weft {

/// Occurrences of token t are [token_bounds[t], token_bounds[t + 1]) of the arrays by occurrence.
struct EncodedCorpus {
  std::vector<int64_t> sentence_bounds;  ///< [sentences + 1], in tokens
  std::vector<int64_t> token_bounds;     ///< [tokens + 1], in occurrences
  std::vector<int32_t> attributes;       ///< [occurrences] ids
  std::vector<float> values;             ///< [occurrences], or empty: 1 each
  int64_t unknown = 0;                   ///< occurrences left out, since the index lacks them

  int64_t num_sentences() const { return static_cast<int64_t>(sentence_bounds.size()) - 1; }
  int64_t num_tokens() const { return sentence_bounds.back(); }
  int64_t num_occurrences() const { return static_cast<int64_t>(attributes.size()); }
};

/// Encodes a corpus that `generator` is bound to, adding to `index` what it does not have.
EncodedCorpus EncodeAndIndex(const Corpus& corpus, AttributeGenerator* generator,
                             AttributeIndex* index);
/// The same with a fixed index; what it does not have is left out and counted.
EncodedCorpus Encode(const Corpus& corpus, AttributeGenerator* generator,
                     const AttributeIndex& index);

/// For each attribute, where it occurs: occurrences of a are [bounds[a], bounds[a + 1]).
struct InvertedIndex {
  std::vector<int64_t> bounds;  ///< [attributes + 1]
  std::vector<int32_t> tokens;  ///< ascending for each attribute
  std::vector<float> values;    ///< or empty: 1 each
};
InvertedIndex Invert(const EncodedCorpus& corpus, int64_t num_attributes);

}  // namespace weft

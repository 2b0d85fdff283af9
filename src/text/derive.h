// Corpora made from flat arrays, and from other corpora with other labels.
#pragma once

#include <memory>

#include "core/span.h"
#include "text/corpus.h"

namespace weft {

/// Token i is bytes[token_offsets[i] .. token_offsets[i+1]), sentence s the tokens
/// [sentence_offsets[s] .. sentence_offsets[s+1]). Fails with kInvalidArgument, naming the index,
/// where offsets fall or do not fit together, or a token is not UTF-8.
std::shared_ptr<const Corpus> CorpusFromTokens(const char* bytes, Span<const size_t> token_offsets,
                                               Span<const size_t> sentence_offsets);

/// The same corpus with `ids` [tokens], ids of `labels` in `scheme`, as its gold labels. The corpus
/// is converted to `scheme` first if it has labels of another.
std::shared_ptr<const Corpus> ReplaceGold(const Corpus& corpus, const LabelSet& labels,
                                          Span<const int32_t> ids, Scheme scheme);

}  // namespace weft

// The checks that every sentence passes before it enters a corpus.
#pragma once

#include <string>

#include "text/corpus.h"

namespace weft {

/// Where token `t` of a sentence stands, for messages: "file:line" where tokens stand one a line,
/// else the sentence's place and the token. `file` is the builder's name.
std::string TokenPlace(const SentenceData& sentence, size_t t, const std::string& file);

/// Fails with kFormat or kInvalidArgument, saying where, what was expected and what was found,
/// unless the lengths of all parts agree, sources differ, text is UTF-8, distributions sum to 1,
/// offsets ascend within the text, and labels that `known` does not have yet are tags of the
/// declared scheme.
void CheckSentence(const SentenceData& sentence, const std::vector<std::string>& column_names,
                   const CorpusOptions& options, const LabelSet& known, const std::string& file);

/// The same for embeddings. `corpus` is what the sentences before it made.
void CheckEmbeddings(const SentenceData& sentence, const CorpusData& corpus,
                     const std::string& file);

/// The same for what is declared before any sentence.
void CheckOptions(const CorpusOptions& options);

}  // namespace weft

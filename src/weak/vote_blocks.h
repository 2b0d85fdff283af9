// A training corpus's votes, cut into blocks for EM.
#pragma once

#include <vector>

#include "core/parallel.h"
#include "weak/vote_block.h"

namespace weft {

/// Sentences [first, last) of each chunk: by tokens, at sentence bounds. They depend on the corpus
/// alone; at most 64 chunks, so that their sums stay small beside the corpus.
std::vector<std::pair<int64_t, int64_t>> CutSentences(const Corpus& corpus);

/// The blocks of all chunks.
std::vector<VoteBlock> BuildBlocks(const Corpus& corpus, const VoteSettings& settings,
                                   const LabelSet& labels, Executor* executor);

}  // namespace weft

#include "weak/vote_blocks.h"

#include <algorithm>

namespace weft {

std::vector<std::pair<int64_t, int64_t>> CutSentences(const Corpus& corpus) {
  constexpr int64_t kTokens = 8192, kChunks = 64;
  const int64_t target = std::max(kTokens, corpus.num_tokens() / kChunks + 1);
  std::vector<std::pair<int64_t, int64_t>> chunks;
  int64_t first = 0;
  for (int64_t s = 0; s < corpus.num_sentences(); ++s) {
    const bool last = s + 1 == corpus.num_sentences();
    if (last || corpus.end(s) - corpus.begin(first) >= target) {
      chunks.emplace_back(first, s + 1);
      first = s + 1;
    }
  }
  return chunks;
}

std::vector<VoteBlock> BuildBlocks(const Corpus& corpus, const VoteSettings& settings,
                                   const LabelSet& labels, Executor* executor) {
  const std::vector<std::pair<int64_t, int64_t>> chunks = CutSentences(corpus);
  std::vector<VoteBlock> blocks(chunks.size());
  executor->ForEach(static_cast<int64_t>(chunks.size()), [&](int64_t i, int) {
    const auto [first, last] = chunks[static_cast<size_t>(i)];
    VoteReader reader(corpus, settings, labels);
    blocks[static_cast<size_t>(i)].Build(&reader, first, last);
  });
  return blocks;
}

}  // namespace weft

#include "eval/support.h"

#include "core/error.h"

namespace weft {

Support FindSupport(const Corpus& corpus, const LabelSet& labels, Span<const int32_t> ids) {
  Require(ids.size() == static_cast<size_t>(corpus.num_tokens()), "expected ", corpus.num_tokens(),
          " labels, one a token, found ", ids.size());
  const std::vector<int32_t> map = MapLabels(labels, corpus.labels());
  Support support;
  support.counts.reserve(ids.size());
  std::vector<VoteRow> rows;
  for (int64_t s = 0; s < corpus.num_sentences(); ++s) {
    rows.clear();
    for (int64_t i = 0; i < corpus.num_votes(s); ++i) rows.push_back(corpus.votes(s, i));
    for (int64_t t = 0; t < corpus.length(s); ++t) {
      const int32_t id = ids[static_cast<size_t>(corpus.begin(s) + t)];
      const int32_t wanted = id == kNoLabel ? kNoLabel : map[static_cast<size_t>(id)];
      int32_t count = 0;
      for (const VoteRow& row : rows) {
        if (wanted == kNoLabel || row.labels[static_cast<size_t>(t)] != wanted) continue;
        support.sources.push_back(row.source);
        ++count;
      }
      support.counts.push_back(count);
    }
  }
  return support;
}

}  // namespace weft

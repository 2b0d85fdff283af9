#include "text/derive.h"

#include <algorithm>

#include "core/error.h"
#include "text/read.h"

namespace weft {
namespace {

void CheckOffsets(Span<const size_t> offsets, const char* what) {
  for (size_t i = 1; i < offsets.size(); ++i) {
    Require(offsets[i] >= offsets[i - 1], what, " offset ", i, " is ", offsets[i],
            ", below the one before, ", offsets[i - 1]);
  }
}

// Distributions over labels that were given more names: columns of zeros for the new ones.
void WidenSoftVotes(size_t from, size_t to, CorpusData* data) {
  if (from == to || data->vote_soft.empty()) return;
  const size_t rows = data->vote_soft.size() / from;
  std::vector<float> wide(rows * to, 0.0f);
  for (size_t r = 0; r < rows; ++r) {
    std::copy_n(data->vote_soft.begin() + static_cast<ptrdiff_t>(r * from), from,
                wide.begin() + static_cast<ptrdiff_t>(r * to));
  }
  data->vote_soft = std::move(wide);
  for (CorpusData::Row& row : data->rows) {
    if (row.soft >= 0) row.soft = row.soft / static_cast<int64_t>(from) * static_cast<int64_t>(to);
  }
}

}  // namespace

std::shared_ptr<const Corpus> CorpusFromTokens(const char* bytes, Span<const size_t> token_offsets,
                                               Span<const size_t> sentence_offsets) {
  const size_t tokens = token_offsets.size() - 1, sentences = sentence_offsets.size() - 1;
  CheckOffsets(token_offsets, "token");
  CheckOffsets(sentence_offsets, "sentence");
  Require(sentence_offsets[0] == 0 && sentence_offsets[sentences] == tokens,
          "sentence offsets must run from 0 to the number of tokens, ", tokens, "; found ",
          sentence_offsets[0], " to ", sentence_offsets[sentences]);
  CorpusData data;
  data.columns[0].Reserve(static_cast<int64_t>(tokens), token_offsets[tokens] - token_offsets[0]);
  for (size_t t = 0; t < tokens; ++t) {
    const size_t size = token_offsets[t + 1] - token_offsets[t];
    const std::string_view token =
        size > 0 ? std::string_view(bytes + token_offsets[t], size) : std::string_view();
    Require(ValidUtf8(token), "token ", t, " is not valid UTF-8");
    data.columns[0].Append(token);
  }
  data.gold.assign(tokens, kNoLabel);
  data.document_names.Append("");
  for (size_t s = 0; s < sentences; ++s) {
    data.sentence_ends.push_back(static_cast<int64_t>(sentence_offsets[s + 1]));
    data.ids.Append("");
    data.texts.Append("");
  }
  data.documents.assign(sentences, 0);
  data.row_ends.assign(sentences, 0);
  return std::make_shared<const Corpus>(std::move(data));
}

std::shared_ptr<const Corpus> ReplaceGold(const Corpus& corpus, const LabelSet& labels,
                                          Span<const int32_t> ids, Scheme scheme) {
  Require(ids.size() == static_cast<size_t>(corpus.num_tokens()), "expected ", corpus.num_tokens(),
          " labels, one a token, found ", ids.size());
  const bool convert = corpus.labels().size() > 0 && corpus.scheme() != scheme;
  CorpusData data = convert ? ConvertScheme(corpus, scheme)->data() : corpus.data();
  data.scheme = scheme;
  const size_t width = data.labels.names().size();
  std::vector<int32_t> map;
  for (const std::string& name : labels.names()) map.push_back(data.labels.Add(name));
  WidenSoftVotes(width, data.labels.names().size(), &data);
  for (size_t t = 0; t < ids.size(); ++t) {
    data.gold[t] = ids[t] == kNoLabel ? kNoLabel : map[static_cast<size_t>(ids[t])];
  }
  data.has_gold = std::any_of(ids.begin(), ids.end(), [](int32_t id) { return id != kNoLabel; });
  return std::make_shared<const Corpus>(std::move(data));
}

}  // namespace weft

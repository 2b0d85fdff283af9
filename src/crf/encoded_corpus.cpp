#include "crf/encoded_corpus.h"

#include <algorithm>
#include <limits>

#include "core/error.h"

namespace weft {
namespace {

// Attributes are made in blocks that stay in the first-level caches.
constexpr int64_t kBlockTokens = 64;

// Calls `ids_of(batch, &ids)` for each block and appends the ids >= 0.
template <typename IdsOf>
EncodedCorpus EncodeWith(const Corpus& corpus, AttributeGenerator* generator, IdsOf ids_of) {
  if (corpus.num_tokens() >= std::numeric_limits<int32_t>::max()) {
    Fail(Status::kUnsupported, "crf trains on at most 2147483646 tokens, found ",
         corpus.num_tokens());
  }
  EncodedCorpus out;
  out.sentence_bounds = {0};
  out.token_bounds = {0};
  AttributeBatch batch;
  std::vector<int32_t> ids;
  bool any_value = false;
  for (int64_t s = 0; s < corpus.num_sentences(); ++s) {
    generator->Start(s);
    for (int64_t begin = 0; begin < corpus.length(s); begin += kBlockTokens) {
      const int64_t end = std::min(begin + kBlockTokens, corpus.length(s));
      generator->Tokens(begin, end, &batch);
      ids_of(batch, &ids);
      for (int64_t t = 0; t < end - begin; ++t) {
        for (int64_t i = batch.token_begin(t); i < batch.token_begin(t + 1); ++i) {
          const int32_t id = ids[static_cast<size_t>(i)];
          out.unknown += id < 0;
          if (id < 0) continue;
          out.attributes.push_back(id);
          out.values.push_back(batch.value(i));
          any_value |= batch.value(i) != 1;
        }
        out.token_bounds.push_back(out.num_occurrences());
      }
    }
    out.sentence_bounds.push_back(corpus.end(s));
  }
  if (!any_value) std::vector<float>().swap(out.values);
  return out;
}

}  // namespace

EncodedCorpus EncodeAndIndex(const Corpus& corpus, AttributeGenerator* generator,
                             AttributeIndex* index) {
  return EncodeWith(corpus, generator, [&](const AttributeBatch& batch, std::vector<int32_t>* ids) {
    ids->resize(static_cast<size_t>(batch.size()));
    for (int64_t i = 0; i < batch.size(); ++i) {
      (*ids)[static_cast<size_t>(i)] = index->Insert(batch.key(i));
    }
  });
}

EncodedCorpus Encode(const Corpus& corpus, AttributeGenerator* generator,
                     const AttributeIndex& index) {
  return EncodeWith(corpus, generator, [&](const AttributeBatch& batch, std::vector<int32_t>* ids) {
    index.FindAll(batch, ids);
  });
}

InvertedIndex Invert(const EncodedCorpus& corpus, int64_t num_attributes) {
  InvertedIndex out;
  out.bounds.assign(static_cast<size_t>(num_attributes) + 1, 0);
  for (const int32_t a : corpus.attributes) ++out.bounds[static_cast<size_t>(a) + 1];
  for (size_t a = 1; a < out.bounds.size(); ++a) out.bounds[a] += out.bounds[a - 1];
  out.tokens.resize(corpus.attributes.size());
  out.values.resize(corpus.values.size());
  std::vector<int64_t> next(out.bounds.begin(), out.bounds.end() - 1);
  for (size_t t = 0; t + 1 < corpus.token_bounds.size(); ++t) {
    for (int64_t i = corpus.token_bounds[t]; i < corpus.token_bounds[t + 1]; ++i) {
      const auto a = static_cast<size_t>(corpus.attributes[static_cast<size_t>(i)]);
      const auto at = static_cast<size_t>(next[a]++);
      out.tokens[at] = static_cast<int32_t>(t);
      if (!out.values.empty()) out.values[at] = corpus.values[static_cast<size_t>(i)];
    }
  }
  return out;
}

}  // namespace weft

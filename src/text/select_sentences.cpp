#include "core/error.h"
#include "text/corpus.h"

namespace weft {
namespace {

void CopyTokens(const Corpus& from, int64_t s, CorpusData* to) {
  const CorpusData& data = from.data();
  const Span<const float> embeddings = from.embeddings(s);
  to->embeddings.insert(to->embeddings.end(), embeddings.begin(), embeddings.end());
  for (int64_t t = from.begin(s); t < from.end(s); ++t) {
    for (size_t c = 0; c < data.columns.size(); ++c) to->columns[c].Append(data.columns[c][t]);
    to->gold.push_back(data.gold[static_cast<size_t>(t)]);
    to->has_gold |= to->gold.back() != kNoLabel;
    if (from.has_offsets()) to->offsets.push_back(from.offsets(t));
    if (!from.has_attributes()) continue;
    for (int64_t a = from.attribute_begin(t); a < from.attribute_begin(t + 1); ++a) {
      to->attributes.Append(from.attribute(a));
      to->attribute_values.push_back(from.attribute_value(a));
    }
    to->attribute_ends.push_back(to->attributes.size());
  }
}

void CopyVotes(const Corpus& from, int64_t s, CorpusData* to) {
  for (int64_t i = 0; i < from.num_votes(s); ++i) {
    const VoteRow row = from.votes(s, i);
    to->rows.push_back({row.source, static_cast<int64_t>(to->vote_labels.size()),
                        row.soft.empty() ? -1 : static_cast<int64_t>(to->vote_soft.size())});
    to->vote_labels.insert(to->vote_labels.end(), row.labels.begin(), row.labels.end());
    to->vote_soft.insert(to->vote_soft.end(), row.soft.begin(), row.soft.end());
  }
  to->row_ends.push_back(static_cast<int64_t>(to->rows.size()));
}

}  // namespace

std::shared_ptr<const Corpus> SelectSentences(const Corpus& corpus, Span<const int64_t> sentences) {
  CorpusData out;
  out.name = corpus.name();
  out.embedding_width = corpus.embedding_width();
  out.column_names = corpus.column_names();
  out.columns.resize(out.column_names.size());
  out.labels = corpus.labels();
  out.scheme = corpus.scheme();
  out.sources = corpus.sources();
  out.document_names = corpus.data().document_names;
  for (int64_t s : sentences) {
    Require(s >= 0 && s < corpus.num_sentences(), "sentence ", s, " must be from 0 to ",
            corpus.num_sentences() - 1);
    CopyTokens(corpus, s, &out);
    CopyVotes(corpus, s, &out);
    out.sentence_ends.push_back(out.columns[0].size());
    out.ids.Append(corpus.id(s));
    out.texts.Append(corpus.text(s));
    out.documents.push_back(corpus.document(s));
  }
  return std::make_shared<const Corpus>(std::move(out));
}

}  // namespace weft

#include "text/corpus.h"

namespace weft {
namespace {

std::string NameOrNone(const LabelSet& labels, int32_t id) {
  return id == kNoLabel ? std::string() : labels.name(id);
}

NamedVotes VotesOf(const Corpus& corpus, const VoteRow& row) {
  NamedVotes votes{corpus.sources()[static_cast<size_t>(row.source)], {}, {}};
  if (row.soft.empty()) {
    for (int32_t id : row.labels) votes.labels.push_back(NameOrNone(corpus.labels(), id));
    return votes;
  }
  const auto width = static_cast<size_t>(corpus.labels().size());
  votes.soft.resize(row.labels.size());
  for (size_t i = 0; i < row.soft.size(); ++i) {
    if (row.soft[i] == 0) continue;
    votes.soft[i / width].emplace_back(corpus.labels().name(static_cast<int32_t>(i % width)),
                                       row.soft[i]);
  }
  return votes;
}

void FillTokens(const Corpus& corpus, int64_t s, SentenceData* sentence) {
  sentence->columns.resize(corpus.column_names().size() - 1);
  const bool offsets =
      corpus.has_offsets() && corpus.length(s) > 0 && corpus.offsets(corpus.begin(s)).begin >= 0;
  for (int64_t t = corpus.begin(s); t < corpus.end(s); ++t) {
    sentence->tokens.emplace_back(corpus.token(t));
    for (size_t c = 0; c < sentence->columns.size(); ++c) {
      sentence->columns[c].emplace_back(corpus.column(c + 1)[t]);
    }
    if (offsets) sentence->offsets.push_back(corpus.offsets(t));
    if (!corpus.has_attributes()) continue;
    sentence->attributes.emplace_back();
    for (int64_t a = corpus.attribute_begin(t); a < corpus.attribute_begin(t + 1); ++a) {
      sentence->attributes.back().emplace_back(corpus.attribute(a), corpus.attribute_value(a));
    }
  }
}

}  // namespace

SentenceData SentenceOf(const Corpus& corpus, int64_t s) {
  SentenceData sentence;
  sentence.id = corpus.id(s);
  sentence.where = corpus.name() + ": sentence " + std::to_string(s);
  FillTokens(corpus, s, &sentence);
  const Span<const float> embeddings = corpus.embeddings(s);
  sentence.embeddings.assign(embeddings.begin(), embeddings.end());
  sentence.embedding_width = corpus.embedding_width();
  bool any_gold = false;
  for (int32_t id : corpus.gold(s)) any_gold |= id != kNoLabel;
  if (any_gold) {
    for (int32_t id : corpus.gold(s)) sentence.labels.push_back(NameOrNone(corpus.labels(), id));
  }
  for (int64_t i = 0; i < corpus.num_votes(s); ++i) {
    sentence.votes.push_back(VotesOf(corpus, corpus.votes(s, i)));
  }
  sentence.text = corpus.text(s);
  const int64_t document = corpus.document(s);
  sentence.document = corpus.document_name(document);
  sentence.starts_document =
      sentence.document.empty() && s > 0 && corpus.document(s - 1) != document;
  return sentence;
}

}  // namespace weft

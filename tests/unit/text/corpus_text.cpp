#include "corpus_text.h"

#include <sstream>

#include "core/options.h"

namespace weft {
namespace {

void DumpToken(const Corpus& corpus, int64_t t, std::ostream* out) {
  *out << "  " << corpus.token(t);
  for (size_t c = 1; c < corpus.column_names().size(); ++c) *out << " | " << corpus.column(c)[t];
  if (corpus.has_offsets()) {
    *out << " @" << corpus.offsets(t).begin << "-" << corpus.offsets(t).end;
  }
  if (corpus.has_attributes()) {
    for (int64_t a = corpus.attribute_begin(t); a < corpus.attribute_begin(t + 1); ++a) {
      *out << " {" << corpus.attribute(a) << "=" << FormatFloat(corpus.attribute_value(a)) << "}";
    }
  }
  const size_t width = corpus.embedding_width();
  for (size_t i = 0; i < width; ++i) {
    *out << " " << FormatFloat(corpus.data().embeddings[static_cast<size_t>(t) * width + i]);
  }
  *out << "\n";
}

void DumpLabels(const Corpus& corpus, Span<const int32_t> ids, std::ostream* out) {
  for (const std::string& name : LabelNames(corpus, ids)) *out << " " << name;
  *out << "\n";
}

}  // namespace

std::string Dump(const Corpus& corpus) {
  std::ostringstream out;
  out << SchemeName(corpus.scheme()) << "\nlabels:";
  for (const std::string& label : corpus.labels().names()) out << " " << label;
  out << "\nsources:";
  for (const std::string& source : corpus.sources()) out << " " << source;
  out << "\ncolumns:";
  for (const std::string& column : corpus.column_names()) out << " " << column;
  out << "\n";
  for (int64_t s = 0; s < corpus.num_sentences(); ++s) {
    const int64_t document = corpus.document(s);
    out << "sentence " << corpus.id(s) << " of document " << document << " "
        << corpus.document_name(document) << ": " << corpus.text(s) << "\n";
    for (int64_t t = corpus.begin(s); t < corpus.end(s); ++t) DumpToken(corpus, t, &out);
    out << "  gold:";
    DumpLabels(corpus, corpus.gold(s), &out);
    for (int64_t i = 0; i < corpus.num_votes(s); ++i) {
      const VoteRow row = corpus.votes(s, i);
      out << "  " << corpus.sources()[static_cast<size_t>(row.source)] << ":";
      DumpLabels(corpus, row.labels, &out);
      for (float p : row.soft) out << " " << FormatFloat(p);
    }
  }
  return out.str();
}

}  // namespace weft

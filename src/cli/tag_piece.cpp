#include "tag_piece.h"

#include "data.h"
#include "records.h"

namespace weft::cli {

PieceTagger::PieceTagger(const Model& model, StreamFormat format)
    : tagger_(model), format_(std::move(format)), reading_(ReadingOptions(format_.read)) {}

Tagged PieceTagger::Tag(const Piece& piece) {
  const Corpus corpus = Read(piece);
  int32_t want = format_.answer_in_records ? WEFT_WANT_SPANS : WEFT_WANT_LABELS;
  if (format_.marginals) want |= WEFT_WANT_MARGINALS;
  const Result result = tagger_.Decode(corpus, want);
  return {format_.answer_in_records ? Records(corpus, result) : Columns(corpus, result, piece),
          corpus.sentences(), corpus.tokens()};
}

// The header goes before every piece but the first, which has it.
Corpus PieceTagger::Read(const Piece& piece) {
  const bool add = piece.first_line > 1 && !format_.header.empty();
  reading_.SetInt("first_line", piece.first_line - (add ? 1 : 0));
  return Corpus::ReadMemory(add ? format_.header + piece.bytes : piece.bytes, format_.name,
                            &reading_);
}

// The whole answer has one header, where its columns need one.
std::string PieceTagger::Columns(const Corpus& corpus, const Result& result,
                                 const Piece& piece) const {
  std::string text = corpus.WithLabels(result).WriteMemory("conll");
  const bool header = StartsWith(text, kColumnsHeader);
  const size_t begin = header ? FirstLine(text).size() : 0;
  // A corpus begins a document in any case; it says so only where that has a name.
  if (piece.begins_document && !StartsWith(std::string_view(text).substr(begin), kDocumentMarker)) {
    text.insert(begin, std::string(kDocumentMarker) + "\n\n");
  }
  return header && piece.first_line > 1 ? text.substr(begin) : text;
}

std::string PieceTagger::Records(const Corpus& corpus, const Result& result) const {
  std::string text;
  RecordWriter records(corpus, result);
  for (size_t s = 0; s < corpus.sentences(); ++s) {
    records.Begin(s, &text);
    records.Spans(s, format_.offset_unit, &text);
    records.Posteriors("marginals", s, &text);
    records.End(&text);
  }
  return text;
}

}  // namespace weft::cli

#include "tag_piece.h"

#include "data.h"
#include "records.h"

namespace weft::cli {
namespace {

// The same failure, with `why` behind what it says.
std::exception_ptr Explain(const std::exception_ptr& failure, const std::string& why) {
  if (why.empty()) return failure;
  try {
    std::rethrow_exception(failure);
  } catch (const error& e) {
    return std::make_exception_ptr(error(e.status(), std::string(e.what()) + "; " + why));
  }
}

}  // namespace

PieceTagger::PieceTagger(const Model& model, StreamFormat format)
    : tagger_(model), format_(std::move(format)), reading_(ReadingOptions(format_.read)) {}

Tagged PieceTagger::Tag(const Piece& piece) {
  std::exception_ptr failure;
  const std::optional<Corpus> corpus = TryRead(piece, &failure);
  return corpus ? Tag(*corpus, piece) : TagBeginning(piece, failure);
}

// The longest beginning that can be read, found by halves: reading says that something is wrong
// with a piece, and what, but nothing of the sentences before.
Tagged PieceTagger::TagBeginning(const Piece& piece, std::exception_ptr failure) {
  const std::vector<size_t> ends = SentenceEnds(piece);
  size_t good = 0, bad = ends.size();
  std::optional<Corpus> corpus;
  Piece beginning = piece;
  while (good + 1 < bad) {
    const size_t middle = good + (bad - good) / 2;
    beginning.bytes = piece.bytes.substr(0, ends[middle - 1]);
    if (std::optional<Corpus> read = TryRead(beginning, &failure)) {
      good = middle;
      corpus = std::move(read);
    } else {
      bad = middle;
    }
  }
  Tagged tagged;
  if (corpus) tagged = Tag(*corpus, piece);
  if (bad > 0) {
    const size_t begin = bad > 1 ? ends[bad - 2] : 0;
    const std::string_view sentence(&piece.bytes[begin], ends[bad - 1] - begin);
    failure = Explain(failure, WrongShape(format_, sentence));
  }
  tagged.failure = failure;
  return tagged;
}

// None where the stream cannot be cut.
std::vector<size_t> PieceTagger::SentenceEnds(const Piece& piece) const {
  size_t given = 0, end = 0;
  PieceReader sentences({[&](char* buffer, size_t size) {
                           const size_t got = piece.bytes.copy(buffer, size, given);
                           given += got;
                           return got;
                         },
                         [] { return true; }},
                        1);
  SetUp(format_, &sentences);
  std::vector<size_t> ends;
  while (const std::optional<Piece> sentence = sentences.Next()) {
    ends.push_back(end += sentence->bytes.size());
  }
  return ends;
}

std::optional<Corpus> PieceTagger::TryRead(const Piece& piece, std::exception_ptr* failure) {
  try {
    return Read(piece);
  } catch (const error&) {
    *failure = std::current_exception();
    return std::nullopt;
  }
}

Tagged PieceTagger::Tag(const Corpus& corpus, const Piece& piece) {
  int32_t want = format_.answer_in_records ? WEFT_WANT_SPANS : WEFT_WANT_LABELS;
  if (format_.marginals) want |= WEFT_WANT_MARGINALS;
  const Result result = format_.k_best > 0 ? tagger_.DecodeKBest(corpus, format_.k_best, want)
                                           : tagger_.Decode(corpus, want);
  Tagged tagged = {
      format_.answer_in_records ? Records(corpus, result) : Columns(corpus, result, piece),
      corpus.sentences(), corpus.tokens()};
  for (size_t i = 0; i < result.warnings(); ++i) tagged.warnings.emplace_back(result.warning(i));
  return tagged;
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
    records.Paths(s, &text);
    records.End(&text);
  }
  return text;
}

}  // namespace weft::cli

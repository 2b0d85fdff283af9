// One piece of a stream: read, decoded, written.
#pragma once

#include <exception>
#include <optional>
#include <string>
#include <vector>
#include <weft/weft.hpp>

#include "pieces.h"
#include "stream_format.h"

namespace weft::cli {

struct Tagged {
  std::string text;
  size_t sentences = 0, tokens = 0;
  std::vector<std::string> warnings;  ///< of the model about the piece
  std::exception_ptr failure;  ///< what is wrong with the sentence after these; null: there is none
};

/// Tags piece by piece; one per thread.
class PieceTagger {
 public:
  PieceTagger(const Model& model, StreamFormat format);
  /// The sentences of a piece, up to the first that cannot be read.
  Tagged Tag(const Piece& piece);

 private:
  Corpus Read(const Piece& piece);
  std::optional<Corpus> TryRead(const Piece& piece, std::exception_ptr* failure);
  std::vector<size_t> SentenceEnds(const Piece& piece) const;
  Tagged TagBeginning(const Piece& piece, std::exception_ptr failure);
  Tagged Tag(const Corpus& corpus, const Piece& piece);
  std::string Columns(const Corpus& corpus, const Result& result, const Piece& piece) const;
  std::string Records(const Corpus& corpus, const Result& result) const;

  Tagger tagger_;
  StreamFormat format_;
  Options reading_;
};

}  // namespace weft::cli

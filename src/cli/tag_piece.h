// One piece of a stream: read, decoded, written.
#pragma once

#include <string>
#include <weft/weft.hpp>

#include "pieces.h"
#include "stream_format.h"

namespace weft::cli {

struct Tagged {
  std::string text;
  size_t sentences, tokens;
};

/// Tags piece by piece; one per thread.
class PieceTagger {
 public:
  PieceTagger(const Model& model, StreamFormat format);
  Tagged Tag(const Piece& piece);

 private:
  Corpus Read(const Piece& piece);
  std::string Columns(const Corpus& corpus, const Result& result, const Piece& piece) const;
  std::string Records(const Corpus& corpus, const Result& result) const;

  Tagger tagger_;
  StreamFormat format_;
  Options reading_;
};

}  // namespace weft::cli

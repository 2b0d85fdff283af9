// What a stream that is to be tagged holds, and how it is answered.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "pieces.h"

namespace weft::cli {

struct StreamFormat {
  std::string name;                ///< of the stream, in error texts
  std::vector<std::string> read;   ///< KEY=VALUE, options of reading a piece
  std::string offset_unit;         ///< of character offsets
  std::string marker;              ///< lines that begin so begin a document
  std::string header;              ///< the line that says what columns there are; mostly ""
  size_t columns = 0;              ///< of the first line, where those are counted
  std::string shape;               ///< RecordFormat of all records; "": not known
  bool records = false;            ///< JSONL: a sentence is a line
  bool plain = false;              ///< a sentence is a line, its tokens between blanks
  bool gzip = false;               ///< the stream cannot be cut
  bool answer_in_records = false;  ///< else in columns
  bool marginals = false;
  size_t k_best = 0;  ///< paths of each sentence
};

/// How columns are written: a first line where readers would not guess them, and what begins a
/// document.
constexpr std::string_view kColumnsHeader = "# columns:";
constexpr std::string_view kDocumentMarker = "-DOCSTART-";

bool StartsWith(std::string_view text, std::string_view start);
/// The first line with its end.
std::string_view FirstLine(std::string_view text);

/// Whether a record holds tokens, or a text to be cut into them: the format of reading it. All
/// records of a stream are like the first.
std::string RecordFormat(std::string_view line);

/// What may be wrong where `line` cannot be read: that it is a record of another shape than the
/// first of the stream, or no columns; "" where nothing is known.
std::string WrongShape(const StreamFormat& format, std::string_view line);

/// Sets up what cuts a stream of this format.
void SetUp(const StreamFormat& format, PieceReader* pieces);

/// Looks at the first bytes where --format ("" or "conll", "jsonl", "lines") and --read leave it
/// open. Columns beside the first are kept as "column2", "column3", …; none is taken for labels
/// (but where the stream is compressed and columns cannot be counted: its last).
StreamFormat FindStreamFormat(const std::string& name, const std::string& format,
                              const std::vector<std::string>& read, PieceReader* pieces);

}  // namespace weft::cli

// A stream of sentences, cut into pieces that are corpora of their own.
#pragma once

#include <cstdint>
#include <exception>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace weft::cli {

/// Whole sentences.
struct Piece {
  std::string bytes;
  int64_t first_line = 1;        ///< of the stream, counted from 1
  bool begins_document = false;  ///< a document marker comes before its first token
};

/// Where bytes come from.
struct ByteStream {
  std::function<size_t(char* buffer, size_t size)> read;  ///< 0: the end
  std::function<bool()> ready;                            ///< whether reading would not wait
};

/// Cuts text after at most `most` sentences, and earlier where reading on would wait, so that who
/// writes a sentence gets its answer at once.
class PieceReader {
 public:
  PieceReader(ByteStream stream, size_t most) : stream_(std::move(stream)), most_(most) {}

  // Before the first Next:
  /// Sentences are lines (JSONL), blank ones too or not, or end at blank lines (columns).
  void SetSentencesAreLines(bool lines, bool blank_ones_too) {
    lines_ = lines;
    blank_lines_ = lines && blank_ones_too;
  }
  /// Lines that begin so begin a document: they stay with the sentence that follows.
  void SetDocumentMarker(const std::string& marker) { marker_ = marker; }
  /// The stream cannot be cut (gzip).
  void SetWholeStream(bool whole) { whole_stream_ = whole; }
  /// The first line that is neither blank nor begins a document, without taking it; "" where there
  /// is none.
  std::string_view PeekLine();
  /// All that PeekLine has seen.
  std::string_view peeked() const { return buffer_; }

  /// None at the end. Where reading fails, what was whole before comes out first.
  std::optional<Piece> Next();

 private:
  bool Fill();
  bool IsMarker(std::string_view line) const;
  void Scan();
  void ScanLine(std::string_view line);
  Piece Take(size_t size, int64_t lines);

  /// How far a look at the buffer has come.
  struct Position {
    size_t bytes = 0;
    int64_t lines = 0;
  };

  ByteStream stream_;
  const size_t most_;
  bool lines_ = false, blank_lines_ = false, whole_stream_ = false, at_end_ = false;
  std::exception_ptr failure_;  // of reading
  std::string marker_, buffer_;
  int64_t first_line_ = 1;
  Position scanned_, whole_;  // `whole_`: up to where sentences are complete
  size_t sentences_ = 0;      // up to `whole_`
  bool in_sentence_ = false, after_marker_ = false, begins_document_ = false;
};

}  // namespace weft::cli

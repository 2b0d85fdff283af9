#include "pieces.h"

namespace weft::cli {
namespace {

constexpr size_t kStep = 1 << 16;

bool IsBlank(std::string_view line) {
  return line.find_first_not_of(" \t\r\n\v\f") == std::string_view::npos;
}

}  // namespace

// Reads what there is; false at the end. A failure is kept until somebody asks for more.
bool PieceReader::Fill() {
  if (failure_) std::rethrow_exception(failure_);
  if (at_end_) return false;
  const size_t size = buffer_.size();
  buffer_.resize(size + kStep);
  size_t got = 0;
  try {
    got = stream_.read(&buffer_[size], kStep);
  } catch (...) {
    failure_ = std::current_exception();
  }
  buffer_.resize(size + got);
  if (failure_) return true;
  at_end_ = got == 0;
  return !at_end_;
}

bool PieceReader::IsMarker(std::string_view line) const {
  return !lines_ && !marker_.empty() && line.substr(0, marker_.size()) == marker_;
}

std::string_view PieceReader::PeekLine() {
  size_t begin = 0;
  while (true) {
    const size_t end = buffer_.find('\n', begin);
    if (end == std::string::npos && Fill()) continue;
    const std::string_view line = std::string_view(buffer_).substr(begin, end - begin);
    if (!IsBlank(line) && !IsMarker(line)) return line;
    if (end == std::string::npos) return {};
    begin = end + 1;
  }
}

// What the line at `scanned_` does to the count of whole sentences.
void PieceReader::ScanLine(std::string_view line) {
  const bool blank = IsBlank(line), marker = IsMarker(line);
  const bool token = !lines_ && !blank && !marker;
  if (marker && in_sentence_) whole_ = scanned_;  // The sentence before it, not the marker.
  if (lines_ ? blank_lines_ || !blank : in_sentence_ && !token) ++sentences_;
  if (marker && sentences_ == 0) begins_document_ = true;
  if (marker || token) after_marker_ = marker;
  in_sentence_ = token;
}

// Looks at the lines that came since, until there are enough sentences.
void PieceReader::Scan() {
  while (sentences_ < most_) {
    const size_t end = buffer_.find('\n', scanned_.bytes);
    if (end == std::string::npos) return;
    ScanLine(std::string_view(buffer_).substr(scanned_.bytes, end - scanned_.bytes));
    scanned_ = {end + 1, scanned_.lines + 1};
    if (!in_sentence_ && !after_marker_) whole_ = scanned_;
  }
}

Piece PieceReader::Take(size_t size, int64_t lines) {
  Piece piece{buffer_.substr(0, size), first_line_, begins_document_};
  buffer_.erase(0, size);
  first_line_ += lines;
  scanned_ = whole_ = {};
  sentences_ = 0;
  in_sentence_ = after_marker_ = begins_document_ = false;
  return piece;
}

std::optional<Piece> PieceReader::Next() {
  while (true) {
    if (!whole_stream_) Scan();
    const bool enough = sentences_ >= most_;
    if (enough || (sentences_ > 0 && !at_end_ && (failure_ || !stream_.ready()))) {
      return Take(whole_.bytes, whole_.lines);
    }
    if (Fill()) continue;
    if (blank_lines_ ? buffer_.empty() : IsBlank(buffer_)) return std::nullopt;
    return Take(buffer_.size(), scanned_.lines);
  }
}

}  // namespace weft::cli

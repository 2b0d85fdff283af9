#include <algorithm>

#include "encode/word_pieces.h"

namespace weft {
namespace {

// What a reader remembers: a few MiB.
constexpr int64_t kMostKnown = 1 << 16;
constexpr size_t kLongestKnown = 64;  // bytes; longer words do not come often

// A word of more code points is unknown: BERT's own bound.
constexpr std::ptrdiff_t kLongestWord = 100;

bool ContinuesChar(char byte) { return (static_cast<unsigned char>(byte) & 0xC0) == 0x80; }

}  // namespace

WordPieceReader::WordPieceReader(std::shared_ptr<const WordPieces> pieces)
    : pieces_(std::move(pieces)), words_(pieces_->settings()) {}

Span<const int32_t> WordPieceReader::Cut(std::string_view word) {
  const bool remember = word.size() <= kLongestKnown;
  const int32_t known = remember ? known_.Find(word) : -1;
  if (known >= 0) {
    const size_t begin = known == 0 ? 0 : known_ends_[static_cast<size_t>(known - 1)];
    return {known_ids_.data() + begin, known_ends_[static_cast<size_t>(known)] - begin};
  }
  ids_.clear();
  for (std::string_view rest = word; !rest.empty();) {
    const auto [at, size] = pieces_->NextSpecial(rest);
    AppendText(rest.substr(0, at));
    if (size == 0) break;
    const int32_t id = pieces_->Find(rest.substr(at, size));
    ids_.push_back(id < 0 ? pieces_->unk() : id);
    rest.remove_prefix(at + size);
  }
  if (remember) {
    if (known_.size() == kMostKnown) {
      known_ = StringIndex();
      known_ends_.clear();
      known_ids_.clear();
    }
    known_.Insert(word);
    known_ids_.insert(known_ids_.end(), ids_.begin(), ids_.end());
    known_ends_.push_back(known_ids_.size());
  }
  return ids_;
}

void WordPieceReader::AppendText(std::string_view text) {
  for (const BasicWords::Word& word : words_.Split(text)) {
    if (word.whole) {
      const int32_t id = pieces_->Find(words_[word]);
      ids_.push_back(id < 0 ? pieces_->unk() : id);
    } else {
      AppendWord(words_[word]);
    }
  }
}

// The longest piece that the word begins with, then the longest that goes on from there, …; unknown
// as a whole where at some point there is none.
void WordPieceReader::AppendWord(std::string_view word) {
  const int32_t whole = pieces_->Find(word);
  if (whole >= 0 && word.size() <= static_cast<size_t>(kLongestWord)) {
    ids_.push_back(whole);
    return;
  }
  const size_t first_id = ids_.size();
  const auto unknown = [&] {
    ids_.resize(first_id);
    ids_.push_back(pieces_->unk());
  };
  if (std::count_if(word.begin(), word.end(), [](char c) { return !ContinuesChar(c); }) >
      kLongestWord) {
    return unknown();
  }
  // A piece that goes on has "##" before it. The marks overwrite what is cut already; before the
  // first letter there is room for them.
  constexpr size_t kMarks = 2;
  scratch_.assign(kMarks, '#');
  scratch_ += word;
  const size_t end = scratch_.size();
  for (size_t at = kMarks; at < end;) {
    const size_t begin = at == kMarks ? at : at - kMarks;
    scratch_.replace(at - kMarks, kMarks, kMarks, '#');
    size_t stop = std::min(end, begin + pieces_->longest_piece_);
    int32_t id = -1;
    for (; stop > at; --stop) {
      if (stop < end && ContinuesChar(scratch_[stop])) continue;
      id = pieces_->Find(std::string_view(scratch_).substr(begin, stop - begin));
      if (id >= 0) break;
    }
    if (id < 0) return unknown();
    ids_.push_back(id);
    at = stop;
  }
}

}  // namespace weft

#include "encode/word_pieces.h"

#include <algorithm>
#include <limits>

#include "core/error.h"
#include "text/lines.h"
#include "text/quote.h"

namespace weft {
namespace {

// Rows of embeddings beyond the vocabulary: they are padded to a size that processors like, and
// some trainers leave room for words of their own.
constexpr int64_t kMostPadding = 1024;

WordPieceSettings ReadSettings(EncoderFolder* folder) {
  const char* file = "tokenizer_config.json";
  const std::optional<std::string> json = folder->ReadIfThere(file);
  return json ? ParseWordPieceSettings(*json, folder->PathOf(file)) : WordPieceSettings();
}

}  // namespace

WordPieces::WordPieces(std::string_view vocabulary, WordPieceSettings settings,
                       const std::string& file)
    : settings_(std::move(settings)), file_(file) {
  RequireUtf8(vocabulary, file, 1);
  Lines lines(vocabulary);
  for (std::string_view piece; lines.Next(&piece);) {
    const int64_t id = pieces_.size();
    const int32_t known = pieces_.Insert(piece);
    if (known != id) {
      Fail(Status::kFormat, file, ":", lines.number(), ": expected a new piece, found ",
           Quote(piece), " of line ", known + 1, " again");
    }
    longest_piece_ = std::max(longest_piece_, piece.size());
  }
  if (size() == 0) Fail(Status::kFormat, file, ": expected a piece a line, found an empty file");
  unk_ = Find(settings_.unk);
  if (unk_ < 0) {
    Fail(Status::kFormat, file, ": expected the unknown word's piece ", Quote(settings_.unk),
         " among ", size(), " pieces, found none");
  }
  cls_ = Find(settings_.cls);
  sep_ = Find(settings_.sep);
  pad_ = Find(settings_.pad);
  mask_ = Find(settings_.mask);
  special_ = {settings_.unk, settings_.cls, settings_.sep, settings_.pad, settings_.mask};
  std::stable_sort(special_.begin(), special_.end(),
                   [](const std::string& a, const std::string& b) { return a.size() > b.size(); });
  for (const std::string& token : special_) {
    if (!token.empty()) begins_special_[static_cast<unsigned char>(token[0])] = true;
  }
}

std::shared_ptr<const WordPieces> WordPieces::Read(EncoderFolder* folder) {
  const char* file = "vocab.txt";
  const std::string vocabulary = folder->Read(file);
  return std::make_shared<const WordPieces>(vocabulary, ReadSettings(folder), folder->PathOf(file));
}

void WordPieces::RequireFits(int64_t rows) const {
  if (size() <= rows && size() + kMostPadding > rows) return;
  Fail(Status::kFormat, file_, ": expected a vocabulary for embeddings of ", rows,
       " pieces, found ", size(), " pieces");
}

std::string WordPieces::VocabularyText() const {
  std::string text;
  for (int32_t id = 0; id < size(); ++id) {
    text += piece(id);
    text += '\n';
  }
  return text;
}

std::pair<size_t, size_t> WordPieces::NextSpecial(std::string_view text) const {
  for (size_t i = 0; i < text.size(); ++i) {
    if (!begins_special_[static_cast<unsigned char>(text[i])]) continue;
    for (const std::string& token : special_) {
      if (text.compare(i, token.size(), token) == 0) return {i, token.size()};
    }
  }
  return {std::string_view::npos, 0};
}

}  // namespace weft

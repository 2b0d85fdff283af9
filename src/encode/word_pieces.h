// Words to the pieces of a BERT model's vocabulary.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/span.h"
#include "encode/basic_words.h"
#include "encode/encoder_folder.h"
#include "encode/string_index.h"
#include "encode/word_piece_settings.h"

namespace weft {

/// A vocabulary with its settings. Immutable: any number of threads may have readers of one.
class WordPieces {
 public:
  /// `vocabulary` is the text of a vocab.txt, a piece a line, whose ids are 0, 1, …. Fails with
  /// kFormat, naming `file` and line, where it is empty, not UTF-8, has a piece twice, or lacks the
  /// unknown word's.
  WordPieces(std::string_view vocabulary, WordPieceSettings settings, const std::string& file);
  /// From FOLDER/vocab.txt and, where there is one, FOLDER/tokenizer_config.json.
  static std::shared_ptr<const WordPieces> Read(EncoderFolder* folder);

  int32_t size() const { return static_cast<int32_t>(pieces_.size()); }
  std::string_view piece(int32_t id) const { return pieces_.key(id); }
  int32_t Find(std::string_view piece) const { return pieces_.Find(piece); }  ///< -1: none
  int32_t unk() const { return unk_; }
  /// -1 where the vocabulary lacks it.
  int32_t cls() const { return cls_; }
  int32_t sep() const { return sep_; }
  int32_t pad() const { return pad_; }
  int32_t mask() const { return mask_; }

  /// Fails with kFormat, naming the file, where the vocabulary does not belong to an encoder with
  /// embeddings of `rows` words: it has more pieces, or fewer than any padding accounts for.
  void RequireFits(int64_t rows) const;

  const WordPieceSettings& settings() const { return settings_; }
  /// What the constructor takes to make it again: for model files of our own.
  std::string VocabularyText() const;

 private:
  friend class WordPieceReader;
  /// Where in `text` the next special token begins, and its length; {npos, 0}: there is none.
  std::pair<size_t, size_t> NextSpecial(std::string_view text) const;

  WordPieceSettings settings_;
  std::string file_;
  StringIndex pieces_;
  int32_t unk_, cls_, sep_, pad_, mask_;
  std::vector<std::string> special_;           // longest first
  std::array<bool, 256> begins_special_ = {};  // by first byte
  size_t longest_piece_ = 0;                   // in bytes
};

/// Cuts words as the Python class BertTokenizer does, and remembers what it has cut. Holds scratch;
/// one per thread.
class WordPieceReader {
 public:
  explicit WordPieceReader(std::shared_ptr<const WordPieces> pieces);

  /// The ids of a word's pieces (UTF-8), until the next call. Empty where the tokenizer drops all
  /// of it (a control character, a mark by itself): the encoder is given unk() then.
  Span<const int32_t> Cut(std::string_view word);

  const WordPieces& pieces() const { return *pieces_; }

 private:
  void AppendText(std::string_view text);
  void AppendWord(std::string_view word);

  std::shared_ptr<const WordPieces> pieces_;
  BasicWords words_;
  std::string scratch_;
  std::vector<int32_t> ids_;
  // Words met before, and where their pieces end in known_ids_. Forgotten when there are too many.
  StringIndex known_;
  std::vector<size_t> known_ends_;
  std::vector<int32_t> known_ids_;
};

}  // namespace weft

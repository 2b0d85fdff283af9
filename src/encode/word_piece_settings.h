// How a BERT model cuts words: the tokenizer_config.json of a Hugging Face model folder.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace weft {

/// Defaults are those of a folder without the file.
struct WordPieceSettings {
  bool clean = true;       ///< false: words go to the vocabulary as they are ("do_basic_tokenize")
  bool lower_case = true;  ///< the model does not see case
  bool split_chinese = true;  ///< every CJK ideograph is a word
  bool strip_accents = true;  ///< where the file does not say: as lower_case
  std::string unk = "[UNK]";
  std::string sep = "[SEP]";
  std::string pad = "[PAD]";
  std::string cls = "[CLS]";
  std::string mask = "[MASK]";
  std::vector<std::string> never_split;  ///< words that are looked up as they are
  int64_t longest = 0;  ///< pieces that the model reads at once; 0: the file sets no bound
};

/// Fails with kFormat, naming file, line and key, where a value is none that can be; with
/// kUnsupported where the folder's tokenizer is not BERT's.
WordPieceSettings ParseWordPieceSettings(std::string_view json, const std::string& file);

/// JSON that ParseWordPieceSettings reads back to the same values: for model files of our own.
std::string WordPieceSettingsJson(const WordPieceSettings& settings);

}  // namespace weft

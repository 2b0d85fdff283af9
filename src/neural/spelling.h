// How words are spelled, for encoders that see words whole: their letters, by a convolution or an
// LSTM, and their casing.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "encode/letters.h"
#include "method/model.h"
#include "neural/lstm_layer.h"
#include "neural/parameters.h"
#include "text/corpus.h"

namespace weft {

enum class LetterEncoder : int32_t { kNone, kConvolution, kLstm };

struct SpellingOptions {
  LetterEncoder letters = LetterEncoder::kNone;
  int64_t letter_width = 25;  ///< of a letter's embedding
  int64_t word_width = 50;    ///< that letters make of a word
  int64_t casing_width = 0;   ///< of a casing's embedding; 0: none
  double dropout = 0;         ///< of letters' embeddings
};

/// The distinct words of a corpus, spelled.
struct SpelledWords {
  std::vector<int32_t> word_of_token;  ///< [tokens]
  std::vector<std::string_view> words;
  std::vector<int32_t> letters;  ///< of the words end to end
  std::vector<int64_t> letter_ends;
  std::vector<int64_t> casings;

  int64_t letter_begin(size_t word) const { return word == 0 ? 0 : letter_ends[word - 1]; }
};

/// Part of an encoder.
class Spelling {
 public:
  Spelling(const SpellingOptions& options, LetterVocabulary vocabulary, Parameters* parameters,
           Random* random);

  /// Of a word; 0 where nothing is asked for.
  int64_t width() const;
  /// The words of `corpus`, which must outlive them.
  SpelledWords Read(const Corpus& corpus) const;
  /// [tokens.size(), width]. `tokens` are of the corpus that was read.
  at::Tensor Forward(const SpelledWords& words, const std::vector<int64_t>& tokens,
                     ForwardPass* pass) const;

  const SpellingOptions& options() const { return options_; }
  const LetterVocabulary& vocabulary() const { return vocabulary_; }

 private:
  at::Tensor Convolve(const SpelledWords& words, const std::vector<int32_t>& some,
                      ForwardPass* pass) const;
  at::Tensor RunLstm(const SpelledWords& words, const std::vector<int32_t>& some,
                     ForwardPass* pass) const;

  const SpellingOptions options_;
  const LetterVocabulary vocabulary_;
  Parameter* letters_ = nullptr;
  Parameter* casings_ = nullptr;
  Parameter *filters_ = nullptr, *filter_bias_ = nullptr;
  std::unique_ptr<LstmLayer> lstm_;
};

/// The section "letters" of a model file.
Section SaveLetters(const Spelling& spelling);

}  // namespace weft

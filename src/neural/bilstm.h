// Word vectors, spelling and bidirectional LSTMs (Ma and Hovy 2016; Lample et al. 2016) as an
// encoder of words, also beside what a pre-trained encoder makes of them in their sentence.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "encode/string_index.h"
#include "encode/word_vectors.h"
#include "neural/encoder.h"
#include "neural/lstm_layer.h"
#include "neural/spelling.h"
#include "neural/token_states.h"

namespace weft {

struct BilstmOptions {
  int64_t units = 100;  ///< of each direction
  int64_t layers = 1;
  double dropout = 0.5;       ///< of the words' vectors and of the states
  double unknown_rate = 0.5;  ///< rare words without a vector are read as unknown as often
  bool freeze_words = false;
};

/// The words that an encoder knows.
struct WordVocabulary {
  static constexpr int32_t kUnknown = 0;  ///< row of all others

  StringIndex words;          ///< word i has row i + 1
  std::vector<uint8_t> rare;  ///< by row: it stood once in training, and has no vector
  int64_t with_vectors = 0;   ///< words that came with one
  int32_t Row(std::string_view word) const;  ///< as it is, else in lower case, else kUnknown
};

/// The words of the training corpus that stand there `min_count` times or more and those of
/// `vectors` (null: none), whose rows are copied into [words + 1, width]; the others begin random.
struct InitialWords {
  WordVocabulary vocabulary;
  at::Tensor rows;
};
InitialWords MakeWords(const Corpus& train, const WordVectors* vectors, int64_t width,
                       int64_t min_count, Random* random);

class BilstmEncoder : public Encoder {
 public:
  /// `rows` [words + 1, D]. `states` and `spelling` may be null.
  BilstmEncoder(WordVocabulary vocabulary, at::Tensor rows, const BilstmOptions& options,
                std::unique_ptr<TokenStates> states, std::unique_ptr<Spelling> spelling,
                Parameters* parameters, Random* random);

  int64_t width() const override;
  int64_t ShardCost() const override { return 1024; }
  std::unique_ptr<EncoderInput> Read(const Corpus& corpus) const override;
  at::Tensor Forward(const EncoderInput& input, Span<const int64_t> sentences,
                     ForwardPass* pass) const override;
  bool KnowsWords(const Corpus& corpus) const override;
  std::vector<Section> Save() const override;
  std::vector<std::pair<std::string, std::string>> Describe() const override;

 private:
  const WordVocabulary vocabulary_;
  const BilstmOptions options_;
  const std::unique_ptr<const TokenStates> states_;
  const std::unique_ptr<Spelling> spelling_;
  Parameter* words_;
  std::vector<LstmLayer> layers_;
};

}  // namespace weft

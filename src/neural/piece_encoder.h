// Words by the states that a pre-trained encoder has of their pieces.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "encode/word_pieces.h"
#include "neural/encoder.h"
#include "neural/spelling.h"

namespace weft {

/// What turns pieces into hidden states. Immutable while passes run; any number of threads may.
class PieceStates {
 public:
  virtual ~PieceStates() = default;
  /// Numbers per piece.
  virtual int64_t width() const = 0;
  /// Pieces that it can read at once; 0: any number.
  virtual int64_t longest() const = 0;
  /// [pieces, width] of `ids`, sequences end to end; `ends` [B] says where each ends.
  virtual at::Tensor Forward(const std::vector<int64_t>& ids, const std::vector<int64_t>& ends,
                             ForwardPass* pass) const = 0;
  /// Sections "encoder.…" of a model file.
  virtual std::vector<Section> Save() const = 0;
  /// For people: "BERT, 6 layers of 384".
  virtual std::string Describe() const = 0;
};

/// Which pieces of a word the encoder is fed; the first one's state stands for the word.
enum class Subwords : int32_t { kFirst, kFirstOnly };

struct PieceOptions {
  Subwords subwords = Subwords::kFirst;
  bool special_tokens = true;  ///< [CLS] before and [SEP] after each sentence
  int64_t context = 64;        ///< pieces beside each word where a sentence is cut into windows
  double dropout = 0;          ///< of the words' vectors, at last
};

class PieceEncoder : public Encoder {
 public:
  /// `spelling` may be null. Fails with kFormat where special tokens are asked for and `pieces` has
  /// none.
  PieceEncoder(std::unique_ptr<const PieceStates> states, std::shared_ptr<const WordPieces> pieces,
               const PieceOptions& options, std::unique_ptr<Spelling> spelling);

  int64_t width() const override;
  int64_t ShardCost() const override { return 256; }
  std::unique_ptr<EncoderInput> Read(const Corpus& corpus) const override;
  at::Tensor Forward(const EncoderInput& input, Span<const int64_t> sentences,
                     ForwardPass* pass) const override;
  std::vector<Section> Save() const override;
  std::vector<std::pair<std::string, std::string>> Describe() const override;

 private:
  int64_t Room() const;

  const std::unique_ptr<const PieceStates> states_;
  const std::shared_ptr<const WordPieces> pieces_;
  const PieceOptions options_;
  const std::unique_ptr<Spelling> spelling_;
};

}  // namespace weft

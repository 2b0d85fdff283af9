// What turns the words of sentences into vectors.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/checksum.h"
#include "method/model.h"
#include "neural/parameters.h"
#include "text/corpus.h"

namespace weft {

/// A corpus as an encoder reads it. Immutable.
class EncoderInput {
 public:
  virtual ~EncoderInput() = default;
  /// What a pass over sentence `s` costs, in units (words, pieces) that are alike within the input.
  virtual int64_t Cost(int64_t s) const = 0;
};

/// A corpus and what an encoder made of it; both null: none.
struct CorpusReading {
  std::shared_ptr<const Corpus> corpus;
  std::shared_ptr<const EncoderInput> input;
};

/// Immutable while passes run; any number of threads may.
class Encoder {
 public:
  virtual ~Encoder() = default;
  /// Numbers per word that Forward gives.
  virtual int64_t width() const = 0;
  /// Units of EncoderInput::Cost for which one thread's work on a part of a batch is worth its
  /// while.
  virtual int64_t ShardCost() const = 0;
  /// The corpus must outlive what is made.
  virtual std::unique_ptr<EncoderInput> Read(const Corpus& corpus) const = 0;
  /// [words, width]: the words of the sentences end to end, in the order given.
  virtual at::Tensor Forward(const EncoderInput& input, Span<const int64_t> sentences,
                             ForwardPass* pass) const = 0;
  /// False: it has word vectors, and of none of the corpus's words one that was read from a file.
  virtual bool KnowsWords(const Corpus& /*corpus*/) const { return true; }
  /// What Load needs beside the parameters' values. Of a pre-trained encoder: sections "encoder.…"
  /// hold what its folder has too.
  virtual std::vector<Section> Save() const = 0;
  /// Facts for people, as Model::Describe.
  virtual std::vector<std::pair<std::string, std::string>> Describe() const = 0;
};

/// A checksum of an encoder's sections and of the parameters given.
Checksum ChecksumOf(const Encoder& encoder, const std::vector<const Parameter*>& parameters);

}  // namespace weft

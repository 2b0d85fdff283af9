// Where an encoder that stays as it is gets the vectors of a corpus's tokens from.
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "encode/string_index.h"
#include "neural/encoder.h"

namespace weft {

/// Immutable; any number of threads may ask.
class TokenStates {
 public:
  virtual ~TokenStates() = default;
  virtual int64_t width() const = 0;
  /// [tokens, width]. May lie in memory of the corpus, which must outlive it.
  virtual at::Tensor Of(const Corpus& corpus) const = 0;
  virtual bool KnowsWords(const Corpus& /*corpus*/) const { return true; }
  /// As Encoder::Save and Describe.
  virtual std::vector<Section> Save() const = 0;
  virtual std::vector<std::pair<std::string, std::string>> Describe() const = 0;
};

/// Rows of `states` [tokens, width] of the corpus: the sentences' end to end.
at::Tensor StatesOf(const at::Tensor& states, const Corpus& corpus, Span<const int64_t> sentences);

/// A folder of files of what encoders made of corpora, by hash of both; "": none.
struct StatesCache {
  std::string folder;
  bool write = false;  ///< what is not there
};

/// Those of an encoder, whose parameters are frozen then.
class EncodedStates : public TokenStates {
 public:
  /// `reading`: what of the options tells how the encoder reads.
  EncodedStates(std::unique_ptr<Encoder> encoder, Parameters* parameters, StatesCache cache,
                std::string reading);
  int64_t width() const override { return encoder_->width(); }
  at::Tensor Of(const Corpus& corpus) const override;
  std::vector<Section> Save() const override { return encoder_->Save(); }
  std::vector<std::pair<std::string, std::string>> Describe() const override {
    return encoder_->Describe();
  }

 private:
  std::string KeyOf(const Corpus& corpus) const;
  const std::string& EncoderKey() const;
  template <typename Take>
  void Compute(const Corpus& corpus, Take take) const;

  const std::unique_ptr<const Encoder> encoder_;
  std::vector<const Parameter*> parameters_;
  const StatesCache cache_;
  const std::string reading_;
  mutable std::once_flag hashed_;
  mutable std::string encoder_key_;
};

/// Word vectors: a word's own between those of its neighbours; zeros where there is none.
class WordStates : public TokenStates {
 public:
  /// `rows` [words, D], of `words`. `context`: neighbours on either side.
  WordStates(StringIndex words, at::Tensor rows, int64_t context, Parameters* parameters);
  static std::unique_ptr<WordStates> Load(const std::vector<Section>& sections, int64_t context,
                                          Parameters* parameters);
  int64_t width() const override { return rows_->value.size(1) * (2 * context_ + 1); }
  at::Tensor Of(const Corpus& corpus) const override;
  bool KnowsWords(const Corpus& corpus) const override;
  std::vector<Section> Save() const override;
  std::vector<std::pair<std::string, std::string>> Describe() const override;

 private:
  const StringIndex words_;
  const int64_t context_;
  const Parameter* rows_;
};

/// The host's own, which the corpus holds.
class GivenStates : public TokenStates {
 public:
  explicit GivenStates(int64_t width) : width_(width) {}
  static std::unique_ptr<GivenStates> Load(const std::vector<Section>& sections);
  int64_t width() const override { return width_; }
  /// Fails with kInvalidArgument where the corpus has none of that width.
  at::Tensor Of(const Corpus& corpus) const override;
  std::vector<Section> Save() const override;
  std::vector<std::pair<std::string, std::string>> Describe() const override;

 private:
  const int64_t width_;
};

}  // namespace weft

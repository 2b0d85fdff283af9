// A neural tagger: an encoder, emission scores from what it makes of words, and a chain over them.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/options.h"
#include "method/model.h"
#include "neural/encoder.h"
#include "neural/encoder_reference.h"
#include "neural/hidden_crf.h"
#include "neural/tensors.h"

namespace weft {

struct BuiltEncoder {
  std::unique_ptr<Encoder> encoder;
  std::shared_ptr<const EncoderReference> reference;  ///< null: model files hold the encoder
};

class TaggerNetwork {
 public:
  /// A network of `labels` labels, to be trained on `train`: reads what its options name (word
  /// vectors, an encoder's folder) and begins the rest at random. `dev` may be null; its words are
  /// kept too. Encoder and emissions are put on the option device. Fails with kUnsupported where
  /// there is none such. `outputs`: numbers for each word; 0: one for each label.
  static std::unique_ptr<TaggerNetwork> New(const std::string& method, const Options& options,
                                            int32_t labels, const Corpus& train, const Corpus* dev,
                                            int64_t outputs = 0);
  /// From what Save gave, and the encoder's folder where that was left out. Fails with kCorrupt
  /// where the sections do not fit together, or the folder's files are others; with kNotFound where
  /// there is no such folder.
  static std::unique_ptr<TaggerNetwork> Load(const std::vector<Section>& sections, int32_t labels,
                                             int64_t outputs = 0);
  /// Weights of the encoder as the option store says, all others in single precision. With the
  /// option encoder_in_model off, what is as it was in the encoder's folder is left out.
  std::vector<Section> Save() const;
  /// The same network with parameters of its own, on the processor.
  std::unique_ptr<TaggerNetwork> Clone() const;

  Parameters& parameters() { return parameters_; }
  const Parameters& parameters() const { return parameters_; }
  const Encoder& encoder() const { return *encoder_; }
  /// Null: model files hold the encoder.
  const EncoderReference* reference() const { return reference_.get(); }
  /// Whether encoder and emissions are there, not on a GPU; the chain always is.
  bool on_processor() const { return emissions_->value.is_cpu(); }
  int32_t labels() const { return labels_; }
  int64_t outputs() const { return outputs_; }
  bool has_sources() const { return sources_ != nullptr; }

  /// Adds source matrices [slots, K, K].
  void AddSources(at::Tensor matrices);
  const Parameter* source_parameter() const { return sources_; }
  Span<const float> source_weights() const;
  int32_t slots() const { return sources_ ? static_cast<int32_t>(sources_->value.size(0)) : 0; }
  /// Of the source matrices that there are, for votes that are read by `settings`. `outside` is the
  /// id of "O", or kNoLabel.
  std::unique_ptr<SourceWeights> NewSourceWeights(const VoteSettings& settings,
                                                  int32_t outside) const;

  /// [words, outputs]: the sentences' words end to end. On the processor.
  at::Tensor Emissions(const EncoderInput& input, Span<const int64_t> sentences,
                       ForwardPass* pass) const;
  /// The same of the sentences [begin, end) of the corpus that `input` is of, when decoding. Fails
  /// with kCorrupt where one is not finite.
  at::Tensor DecodingEmissions(const Corpus& corpus, const EncoderInput& input, int64_t begin,
                               int64_t end) const;
  /// With start and end scores, all times `scale`; labels that `rules` forbids are −inf (null: none
  /// are).
  Transitions MakeTransitions(const TransitionRules* rules, double scale = 1) const;

  struct Chain {
    Parameter *transitions, *start, *end;  ///< [K, K], [K], [K]
  };
  const Chain& chain() const { return chain_; }
  const std::string& method() const { return method_; }
  const Options& options() const { return options_; }

 private:
  TaggerNetwork(std::string method, Options options, int32_t labels, int64_t outputs);
  void SetEncoder(BuiltEncoder built);
  void MoveTo(at::Device device);
  void AddHead(Random* random);
  std::vector<Section> Sections(DType dtype, const EncoderReference* left_out) const;
  std::vector<NamedTensor> Weights(DType dtype, const EncoderReference* left_out) const;

  const std::string method_;
  const Options options_;
  const int32_t labels_;
  const int64_t outputs_;
  Parameters parameters_;
  std::unique_ptr<Encoder> encoder_;
  std::shared_ptr<const EncoderReference> reference_;
  Parameter *emissions_ = nullptr, *emission_bias_ = nullptr;
  Chain chain_ = {};
  Parameter* sources_ = nullptr;
};

/// Encoders by their options: a pre-trained one where "encoder" names its folder, else a BiLSTM.
BuiltEncoder NewEncoder(const Options& options, const Corpus& train, const Corpus* dev,
                        Parameters* parameters, Random* random);
BuiltEncoder LoadEncoder(const Options& options, const std::vector<Section>& sections,
                         Parameters* parameters);

}  // namespace weft

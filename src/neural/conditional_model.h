// The model of the conditional HMM: a network and how it reads votes.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "neural/conditional_hmm.h"
#include "neural/network.h"
#include "weak/vote_model.h"

namespace weft {

class ConditionalModel : public VoteModel {
 public:
  /// `constants` as ConditionalPass's. `read`: what need not be read again to be decoded.
  ConditionalModel(std::shared_ptr<const TaggerNetwork> network, const ConditionalShape& shape,
                   std::vector<float> constants, CorpusReading read = {});
  /// The section that tells its models from others.
  static constexpr char kSection[] = "conditional";
  static std::shared_ptr<Model> Load(const std::vector<Section>& sections, const LabelSet& labels);

  std::string_view method() const override { return network_->method(); }
  std::unique_ptr<Decoder> NewDecoder() const override;
  std::vector<Section> Save() const override;
  std::shared_ptr<Model> Copy() const override { return std::make_shared<ConditionalModel>(*this); }
  std::vector<std::pair<std::string, std::string>> Describe() const override;

  const TaggerNetwork& network() const { return *network_; }
  const ConditionalShape& shape() const { return shape_; }
  const std::vector<float>& constants() const { return constants_; }
  std::shared_ptr<const EncoderInput> Read(const Corpus& corpus) const;
  /// The same model, which need not read that corpus again to decode it.
  std::shared_ptr<const ConditionalModel> With(CorpusReading read) const;

 private:
  std::shared_ptr<const TaggerNetwork> network_;
  const ConditionalShape shape_;
  const std::vector<float> constants_;
  CorpusReading read_;
};

}  // namespace weft

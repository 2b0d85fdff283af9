// The model of hmm-tagger.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "hmm/tag_hmm.h"
#include "method/model.h"

namespace weft {

class HmmTaggerModel : public Model {
 public:
  explicit HmmTaggerModel(std::shared_ptr<const TagHmm> hmm) : hmm_(std::move(hmm)) {}
  static std::shared_ptr<Model> Load(const std::vector<Section>& sections, const LabelSet& labels);

  std::string_view method() const override { return "hmm-tagger"; }
  Reads reads() const override { return Reads::kTokens; }
  std::unique_ptr<Decoder> NewDecoder() const override;
  std::vector<Section> Save() const override;
  std::shared_ptr<Model> Copy() const override { return std::make_shared<HmmTaggerModel>(*this); }
  std::vector<std::pair<std::string, std::string>> Describe() const override;

  const TagHmm& hmm() const { return *hmm_; }

 private:
  const std::shared_ptr<const TagHmm> hmm_;
};

}  // namespace weft

// A trained sparse CRF.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "crf/attributes.h"
#include "crf/features.h"
#include "crf/index.h"
#include "crf/weight_table.h"
#include "method/model.h"

namespace weft {

/// Weights are rounded to single precision, as the file holds them; those that are 0 are left out.
class CrfModel : public Model {
 public:
  /// What it is made of. Every attribute of `index` has a slot in `table`.
  struct Parts {
    std::string method;  ///< that trained it: crf, ge
    std::shared_ptr<const TemplateSet> templates;
    Boundary boundary = Boundary::kSkip;
    std::shared_ptr<const AttributeIndex> index;
    WeightTable table;
    std::vector<int32_t> bigrams;  ///< from · K + to, ascending
    std::vector<float> bigram_weights;
  };
  /// Weights [F] of `features` in double precision. Attributes whose weights are all 0 are dropped.
  static std::shared_ptr<CrfModel> FromWeights(std::string_view method,
                                               std::shared_ptr<const TemplateSet> templates,
                                               Boundary boundary,
                                               std::shared_ptr<const AttributeIndex> index,
                                               const FeatureSet& features,
                                               Span<const double> weights);
  static std::shared_ptr<Model> Load(std::string_view method, const std::vector<Section>& sections,
                                     const LabelSet& labels);

  explicit CrfModel(Parts parts) : parts_(std::move(parts)) {}
  std::string_view method() const override { return parts_.method; }
  Reads reads() const override { return Reads::kTokens; }
  std::unique_ptr<Decoder> NewDecoder() const override;
  std::vector<Section> Save() const override;
  std::shared_ptr<Model> Copy() const override { return std::make_shared<CrfModel>(*this); }
  std::vector<std::pair<std::string, std::string>> Describe() const override;

  const Parts& parts() const { return parts_; }

 private:
  Parts parts_;
};

/// The transition scores of a CRF: bigram weights, 0 for all others, −inf where `rules` forbids
/// (null: nothing is forbidden).
Transitions BigramTransitions(int32_t labels, const std::vector<int32_t>& bigrams,
                              Span<const float> weights, const TransitionRules* rules);

}  // namespace weft

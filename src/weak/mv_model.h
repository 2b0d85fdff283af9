// The model of majority voting: no parameters but weights, a convention, and what to answer where
// nobody votes.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "weak/majority.h"
#include "weak/shares.h"
#include "weak/vote_model.h"

namespace weft {

enum class Convention : int32_t { kWeft = 0, kCrowd = 1, kWrench = 2 };

/// What a majority model is made of, beside labels and sources.
struct MvParameters {
  std::string method = "mv";  ///< "mv" or "wmv"
  Convention convention = Convention::kWeft;
  std::vector<double> weights;     ///< [J], or empty: 1 each
  std::vector<double> no_opinion;  ///< [K]: the posterior where nobody votes
  std::vector<int32_t> tie_order;  ///< [K], as MajoritySettings
};

class MvModel : public VoteModel {
 public:
  explicit MvModel(MvParameters parameters) : parameters_(std::move(parameters)) {}

  std::string_view method() const override { return parameters_.method; }
  std::unique_ptr<Decoder> NewDecoder() const override;
  std::vector<Section> Save() const override;
  std::shared_ptr<Model> Copy() const override { return std::make_shared<MvModel>(*this); }
  std::vector<std::pair<std::string, std::string>> Describe() const override;
  static std::shared_ptr<Model> LoadMv(const std::vector<Section>& sections,
                                       const LabelSet& labels);
  static std::shared_ptr<Model> LoadWmv(const std::vector<Section>& sections,
                                        const LabelSet& labels);

  const MvParameters& parameters() const { return parameters_; }
  ShareSettings Shares() const;

 private:
  static std::shared_ptr<Model> Load(const std::string& method,
                                     const std::vector<Section>& sections, const LabelSet& labels);
  MvParameters parameters_;
};

const char* ConventionName(Convention convention);

}  // namespace weft

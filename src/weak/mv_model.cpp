#include "weak/mv_model.h"

#include <algorithm>
#include <cmath>

#include "core/error.h"
#include "method/archive.h"
#include "weak/vote_decoder.h"

namespace weft {
namespace {

// The label of a token that nobody has an opinion on.
int32_t LikeliestWithoutOpinion(const MvModel& model) {
  const std::vector<double>& prior = model.parameters().no_opinion;
  return static_cast<int32_t>(std::max_element(prior.begin(), prior.end()) - prior.begin());
}

std::unique_ptr<Majority> NewMajority(const MvModel& model) {
  const MvParameters& parameters = model.parameters();
  MajoritySettings settings;
  settings.labels = &model.labels();
  settings.scheme = model.scheme();
  settings.weights = parameters.weights;
  settings.no_opinion = LikeliestWithoutOpinion(model);
  settings.tie_order = parameters.tie_order;
  switch (parameters.convention) {
    case Convention::kCrowd:
      return NewTokenMajority(settings);
    case Convention::kWrench:
      return NewWrenchMajority(settings);
    case Convention::kWeft:
      break;
  }
  return NewSpanMajority(settings);
}

// Stands for a share of 0, so that labels which a person has fixed always leave a path.
constexpr double kNoShare = 1e-300;

class MvDecoder : public VoteDecoder {
 public:
  explicit MvDecoder(std::shared_ptr<const MvModel> model)
      : VoteDecoder(*model),
        model_(std::move(model)),
        shares_(model_->Shares()),
        no_opinion_(LikeliestWithoutOpinion(*model_)),
        majority_(NewMajority(*model_)),
        transitions_(NoTransitions(model_->labels().size())) {}

  void Labels(int64_t s, Span<int32_t> labels) override {
    const Corpus& corpus = reader()->corpus();
    majority_->Label(reader()->Read(s), corpus, corpus.begin(s), labels);
    // A span may need a label that nobody ever used, O or I-X: then the token has no opinion.
    std::replace(labels.begin(), labels.end(), kNoLabel, no_opinion_);
  }

 protected:
  void ScorePatterns(const VoteBlock& block, Span<double> scores) override {
    VoteShares(block, shares_, scores);
    for (double& share : scores) share = std::log(std::max(share, kNoShare));
  }
  const Transitions& transitions() const override { return transitions_; }

 private:
  const std::shared_ptr<const MvModel> model_;
  const ShareSettings shares_;
  const int32_t no_opinion_;
  const std::unique_ptr<Majority> majority_;
  const Transitions transitions_;
};

}  // namespace

const char* ConventionName(Convention convention) {
  switch (convention) {
    case Convention::kWeft:
      return "weft";
    case Convention::kCrowd:
      return "crowd";
    case Convention::kWrench:
      return "wrench";
  }
  return "";
}

ShareSettings MvModel::Shares() const {
  ShareSettings shares;
  shares.weights = parameters_.weights;
  shares.outside = labels().Find("O");
  shares.no_opinion = parameters_.no_opinion;
  return shares;
}

std::unique_ptr<Decoder> MvModel::NewDecoder() const {
  return std::make_unique<MvDecoder>(std::static_pointer_cast<const MvModel>(shared_from_this()));
}

std::vector<Section> MvModel::Save() const {
  std::vector<Section> sections;
  SaveVotes(&sections);
  sections.push_back(
      {"majority", ToSection(static_cast<int32_t>(parameters_.convention), parameters_.weights,
                             parameters_.no_opinion, parameters_.tie_order)});
  return sections;
}

std::shared_ptr<Model> MvModel::Load(const std::string& method,
                                     const std::vector<Section>& sections, const LabelSet& labels) {
  MvParameters parameters;
  parameters.method = method;
  int32_t convention = 0;
  FromSection(FindSection(sections, "majority"), "majority", convention, parameters.weights,
              parameters.no_opinion, parameters.tie_order);
  if (convention < 0 || convention > static_cast<int32_t>(Convention::kWrench)) {
    Fail(Status::kCorrupt, "the voting convention of the model has the unknown value ", convention);
  }
  parameters.convention = static_cast<Convention>(convention);
  auto model = std::make_shared<MvModel>(MvParameters());
  model->LoadVotes(sections, labels.size());
  const size_t k = static_cast<size_t>(labels.size());
  if (!parameters.weights.empty()) {
    RequireSize(parameters.weights.size(), model->settings().sources.size(), "weights");
  }
  RequireSize(parameters.no_opinion.size(), k, "prior probabilities");
  RequireSize(parameters.tie_order.size(), k, "labels in the order of ties");
  for (int32_t label : parameters.tie_order) {
    if (label < 0 || label >= labels.size()) {
      Fail(Status::kCorrupt, "the order of ties of the model names label ", label, " of ", k);
    }
  }
  model->parameters_ = std::move(parameters);
  return model;
}

std::shared_ptr<Model> MvModel::LoadMv(const std::vector<Section>& sections,
                                       const LabelSet& labels) {
  return Load("mv", sections, labels);
}

std::shared_ptr<Model> MvModel::LoadWmv(const std::vector<Section>& sections,
                                        const LabelSet& labels) {
  return Load("wmv", sections, labels);
}

std::vector<std::pair<std::string, std::string>> MvModel::Describe() const {
  return {{"sources", std::to_string(settings().sources.size())},
          {"labels", std::to_string(labels().size())},
          {"convention", ConventionName(parameters_.convention)}};
}

}  // namespace weft

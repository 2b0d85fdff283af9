#include "weak/ds_model.h"

#include <cmath>

#include "core/error.h"
#include "method/archive.h"
#include "weak/hmm_model.h"
#include "weak/vote_decoder.h"

namespace weft {
namespace {

class DsDecoder : public VoteDecoder {
 public:
  explicit DsDecoder(std::shared_ptr<const DsModel> model)
      : VoteDecoder(*model),
        model_(std::move(model)),
        none_(NoTransitions(model_->labels().size())),
        legal_(NoTransitions(model_->labels().size(), ChainRules(model_->labels(), model_->scheme(),
                                                                 model_->constrained()))) {}

  void Labels(int64_t s, Span<int32_t> labels) override {
    Lattice lattice = Score(s);
    lattice.transitions = &legal_;
    Viterbi(lattice, &workspace_, labels);
  }

 protected:
  void ScorePatterns(const VoteBlock& block, Span<double> scores) override {
    model_->confusion().Score(block, scores);
    const std::vector<double>& classes = model_->classes();
    for (size_t i = 0; i < scores.size(); ++i) scores[i] += std::log(classes[i % classes.size()]);
  }
  bool Excludes(const VoteBlock& block, int64_t pattern, int32_t label) const override {
    return model_->confusion().Excludes(block, pattern, label);
  }
  const Transitions& transitions() const override { return none_; }

 private:
  const std::shared_ptr<const DsModel> model_;
  const Transitions none_, legal_;
};

}  // namespace

std::unique_ptr<Decoder> DsModel::NewDecoder() const {
  return std::make_unique<DsDecoder>(std::static_pointer_cast<const DsModel>(shared_from_this()));
}

std::vector<Section> DsModel::Save() const {
  std::vector<Section> sections;
  SaveVotes(&sections);
  sections.push_back({"ds", ToSection(classes_, confusion_.p(), constrained_)});
  return sections;
}

std::shared_ptr<Model> DsModel::Load(const std::vector<Section>& sections, const LabelSet& labels) {
  auto model = std::make_shared<DsModel>(std::vector<double>(), Confusion(), true);
  std::vector<double> confusion;
  FromSection(FindSection(sections, "ds"), "ds", model->classes_, confusion, model->constrained_);
  model->LoadVotes(sections, labels.size());
  RequireSize(model->classes_.size(), static_cast<size_t>(labels.size()), "label probabilities");
  model->confusion_ = LoadConfusion(std::move(confusion), model->settings(), labels);
  return model;
}

std::vector<std::pair<std::string, std::string>> DsModel::Describe() const {
  return {{"sources", std::to_string(settings().sources.size())},
          {"labels", std::to_string(labels().size())}};
}

}  // namespace weft

#include "weak/hmm_model.h"

#include <algorithm>
#include <cmath>

#include "core/error.h"
#include "method/archive.h"
#include "weak/vote_decoder.h"

namespace weft {
namespace {

class HmmDecoder : public VoteDecoder {
 public:
  explicit HmmDecoder(std::shared_ptr<const HmmModel> model)
      : VoteDecoder(*model),
        model_(std::move(model)),
        transitions_(LogTransitions(
            model_->parameters().start, model_->parameters().transitions,
            ChainRules(model_->labels(), model_->scheme(), model_->constrained()))) {}

 protected:
  void ScorePatterns(const VoteBlock& block, Span<double> scores) override {
    model_->parameters().confusion.Score(block, scores);
  }
  const Transitions& transitions() const override { return transitions_; }
  bool Excludes(const VoteBlock& block, int64_t pattern, int32_t label) const override {
    return model_->parameters().confusion.Excludes(block, pattern, label);
  }

 private:
  const std::shared_ptr<const HmmModel> model_;
  const Transitions transitions_;
};

}  // namespace

Transitions LogTransitions(const std::vector<double>& start, const std::vector<double>& transitions,
                           const TransitionRules& rules) {
  const auto log = [](std::vector<double> p) {
    for (double& x : p) x = std::log(std::max(x, kImpossible));
    return p;
  };
  Transitions scores(static_cast<int32_t>(start.size()));
  const std::vector<double> end(start.size(), 0.0);
  scores.Set(log(transitions), log(start), end, &rules);
  return scores;
}

TransitionRules ChainRules(const LabelSet& labels, Scheme scheme, bool constrained) {
  TransitionRules rules = SchemeRules(labels, scheme);
  bool path = false;
  for (size_t z = 0; z < rules.start.size(); ++z) path = path || (rules.start[z] && rules.end[z]);
  if (constrained && path) return rules;
  std::fill(rules.transition.begin(), rules.transition.end(), uint8_t{1});
  std::fill(rules.start.begin(), rules.start.end(), uint8_t{1});
  std::fill(rules.end.begin(), rules.end.end(), uint8_t{1});
  rules.all_legal = true;
  return rules;
}

std::unique_ptr<Decoder> HmmModel::NewDecoder() const {
  return std::make_unique<HmmDecoder>(std::static_pointer_cast<const HmmModel>(shared_from_this()));
}

std::vector<Section> HmmModel::Save() const {
  std::vector<Section> sections;
  SaveVotes(&sections);
  sections.push_back({"hmm", ToSection(parameters_.start, parameters_.transitions,
                                       parameters_.confusion.p(), constrained_)});
  return sections;
}

std::shared_ptr<Model> HmmModel::Load(const std::vector<Section>& sections,
                                      const LabelSet& labels) {
  HmmParameters parameters;
  std::vector<double> confusion;
  bool constrained = true;
  FromSection(FindSection(sections, "hmm"), "hmm", parameters.start, parameters.transitions,
              confusion, constrained);
  auto model = std::make_shared<HmmModel>(HmmParameters(), constrained);
  model->LoadVotes(sections, labels.size());
  const size_t k = static_cast<size_t>(labels.size());
  RequireSize(parameters.start.size(), k, "start probabilities");
  RequireSize(parameters.transitions.size(), k * k, "transition probabilities");
  parameters.confusion = LoadConfusion(std::move(confusion), model->settings(), labels);
  model->parameters_ = std::move(parameters);
  return model;
}

std::vector<std::pair<std::string, std::string>> HmmModel::Describe() const {
  return {{"sources", std::to_string(settings().sources.size())},
          {"labels", std::to_string(labels().size())}};
}

}  // namespace weft

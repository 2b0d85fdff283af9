// The HMM aggregator's model: one hidden chain of true labels, one confusion matrix per source
// (Li et al. 2021, "BERTifying the Hidden Markov Model", § 4.2 without the conditioning on tokens).
#pragma once

#include <memory>
#include <vector>

#include "weak/confusion.h"
#include "weak/vote_model.h"

namespace weft {

/// Parameters over K labels and J sources.
struct HmmParameters {
  std::vector<double> start;        ///< [K]: p(first label), eq. 20
  std::vector<double> transitions;  ///< [K, K]: p(label | previous label), eq. 21
  Confusion confusion;              ///< p(vote | label), eq. 22
};

/// log-probabilities as scores; what `rules` forbid is −inf.
Transitions LogTransitions(const std::vector<double>& start, const std::vector<double>& transitions,
                           const TransitionRules& rules);

/// What the chain may do: the scheme's rules; nothing is forbidden where `constrained` is false or
/// the rules would leave `labels` no path.
TransitionRules ChainRules(const LabelSet& labels, Scheme scheme, bool constrained);

class HmmModel : public VoteModel {
 public:
  HmmModel(HmmParameters parameters, bool constrained)
      : parameters_(std::move(parameters)), constrained_(constrained) {}

  std::string_view method() const override { return "hmm"; }
  std::unique_ptr<Decoder> NewDecoder() const override;
  std::vector<Section> Save() const override;
  std::shared_ptr<Model> Copy() const override { return std::make_shared<HmmModel>(*this); }
  std::vector<std::pair<std::string, std::string>> Describe() const override;
  static std::shared_ptr<Model> Load(const std::vector<Section>& sections, const LabelSet& labels);

  const HmmParameters& parameters() const { return parameters_; }
  bool constrained() const { return constrained_; }

 private:
  HmmParameters parameters_;
  bool constrained_;
};

}  // namespace weft

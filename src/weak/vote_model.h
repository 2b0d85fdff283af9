// What the models of all aggregators share: how they read votes, and what they found out about the
// sources.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "method/model.h"
#include "weak/confusion.h"

namespace weft {

class VoteModel : public Model {
 public:
  Reads reads() const override { return Reads::kVotes; }
  std::vector<SourceEstimate> Sources() const override { return estimates_; }
  std::vector<std::string> Unread(const Corpus& corpus) const override {
    return VoteReader(corpus, settings_, labels()).Warnings();
  }
  const VoteSettings& settings() const { return settings_; }

  void SetVotes(VoteSettings settings, std::vector<SourceEstimate> estimates) {
    settings_ = std::move(settings);
    estimates_ = std::move(estimates);
  }

 protected:
  /// Sections "votes" and "sources", and back. Load fails with kCorrupt where sizes do not fit.
  void SaveVotes(std::vector<Section>* sections) const;
  void LoadVotes(const std::vector<Section>& sections, int32_t labels);

 private:
  VoteSettings settings_;
  std::vector<SourceEstimate> estimates_;
};

/// Fills in all of an estimate but name and weight from the counts [K + 1, K] (vote, the last one
/// "abstains"; truth) of one source, which are in proportion to expected tokens; `tokens` are those
/// that it annotated.
void JudgeSource(const std::vector<double>& counts, size_t k, int32_t outside, double tokens,
                 SourceEstimate* source);

/// What expected counts [slots, K + 1, K] say about each source: its confusion matrix over all
/// contexts, the accuracy of its opinions, and whether it is worse than chance. `tokens` [J] are
/// those that it annotated.
std::vector<SourceEstimate> EstimateSources(const VoteSettings& settings, VoteTableShape shape,
                                            int32_t outside, Span<const double> counts,
                                            const std::vector<double>& tokens);

/// The confusion matrices of a model file; kCorrupt where they are too few or no probabilities.
Confusion LoadConfusion(std::vector<double> p, const VoteSettings& settings,
                        const LabelSet& labels);

}  // namespace weft

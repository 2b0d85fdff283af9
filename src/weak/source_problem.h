// What EM over noisy sources shares, whatever it holds of the true labels: kinds of sources, their
// redundancy, the starting vote, priors, and confusion matrices.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "weak/anchors.h"
#include "weak/confusion_prior.h"
#include "weak/em.h"
#include "weak/redundancy.h"
#include "weak/source_kinds.h"
#include "weak/starting_vote.h"
#include "weak/vote_blocks.h"
#include "weak/vote_model.h"

namespace weft {

struct SourceSettings {
  VoteSettings votes;
  /// [J]: this source's O counts in the starting vote, as that of an annotator does.
  std::vector<uint8_t> outside_given;
  AnchorSettings anchors;
  ConfusionFamily family = ConfusionFamily::kFull;
  double accuracy_bound = 0;  ///< see ConfusionPrior
  bool redundancy = false;
  double redundancy_shrink = 0;  ///< tokens
  double max_fire = 1;           ///< share of tokens up to which a source counts as sparse
  double transition_prior = 0;   ///< times the starting counts of true labels, as pseudo-counts
};

class SourceProblem : public EmProblem {
 public:
  int64_t chunks() const override { return static_cast<int64_t>(blocks_.size()); }
  int passes() const override { return 3; }
  size_t pass_size(int pass) const override;
  void AccumulatePass(int pass, int64_t chunk, Span<double> sums) override;
  void FinishPass(int pass, Span<const double> sums) override;
  bool identifiable() const override { return speaking_ > 1; }
  size_t size() const override { return 1 + head_size() + shape_.size(); }
  void Update(Span<const double> sums) override;
  double LogPrior() const override;

 protected:
  SourceProblem(TrainingInput input, SourceSettings settings, std::string name);

  /// The counts of true labels, which stand in the sums between log-likelihood and votes.
  virtual size_t head_size() const = 0;
  virtual void AddStart(const VoteBlock& block, const std::vector<double>& beliefs,
                        Span<double> head) const = 0;
  virtual void SettleHeadPrior(Span<const double> head) = 0;
  virtual void UpdateHead(Span<const double> head) = 0;
  virtual double LogHeadPrior() const = 0;

  Span<double> Head(Span<double> sums) const { return sums.subspan(1, head_size()); }
  Span<const double> Head(Span<const double> sums) const { return sums.subspan(1, head_size()); }
  Span<double> Votes(Span<double> sums) const {
    return sums.subspan(1 + head_size(), shape_.size());
  }
  Span<const double> Votes(Span<const double> sums) const {
    return sums.subspan(1 + head_size(), shape_.size());
  }

  double Weight(int64_t s) const {
    return input_.sentence_weights.empty()
               ? 1
               : static_cast<double>(input_.sentence_weights[static_cast<size_t>(s)]);
  }
  /// Fills in what every such model has.
  void SetCommon(Span<const double> sums, VoteModel* model) const;

  const TrainingInput& input() const { return input_; }
  const Corpus& corpus() const { return *input_.train; }
  const LabelSet& labels() const { return labels_; }
  const SourceSettings& settings() const { return settings_; }
  const VoteTableShape& shape() const { return shape_; }
  const VoteBlock& block(int64_t chunk) const { return blocks_[static_cast<size_t>(chunk)]; }
  const Confusion& confusion() const { return confusion_; }

 private:
  void FinishPresence(Span<const double> sums);
  void FinishPairs(Span<const double> sums);
  void FinishStart(Span<const double> sums);
  void SettleOdds(Span<const double> votes);
  void Tell(LogLevel level, const std::string& text) const;
  void TellKinds() const;
  std::vector<double> Beliefs(const VoteBlock& block) const;

  const TrainingInput input_;
  SourceSettings settings_;
  const std::string name_;
  const LabelSet labels_;
  const LabelParts parts_;
  const VoteTableShape shape_;
  std::vector<VoteBlock> blocks_;
  SourceKinds kinds_;
  int64_t speaking_ = 0;  // sources that name anything
  StartingVote start_;
  ConfusionPrior prior_;
  Confusion confusion_;
  std::vector<uint8_t> adversarial_;  // [J]: only a bound keeps it from being worse than chance
};

/// Each allowed entry in proportion to count + pseudo-count, at least kImpossible; even where there
/// is neither. [K] each.
void NormaliseLabels(const double* counts, const double* pseudo, const uint8_t* allowed, size_t k,
                     double* p);

/// Σ pseudo-count · log p, nats.
double DirichletLog(const std::vector<double>& pseudo, const std::vector<double>& p);

}  // namespace weft

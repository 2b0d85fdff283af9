// What the decoders of all aggregators share: a sentence's votes become a lattice.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "method/model.h"
#include "weak/vote_block.h"
#include "weak/vote_model.h"

namespace weft {

/// Transition scores of 0 for models that treat tokens one by one; nothing is forbidden, or what
/// `rules` forbid.
Transitions NoTransitions(int32_t labels);
Transitions NoTransitions(int32_t labels, const TransitionRules& rules);

/// A decoder that reads votes. Bind first.
class VoteDecoder : public Decoder {
 public:
  std::vector<std::string> Warnings() const override { return reader_->Warnings(); }
  /// Also where at an edge of the sentence all that is voted for is illegal.
  int64_t Contradiction(int64_t s, Span<const int32_t> labels) override;

 protected:
  /// The model must outlive the decoder: derived classes hold it.
  explicit VoteDecoder(const VoteModel& model);

  void Attach(const Corpus& corpus) override;
  const Lattice& ScoreSentence(int64_t s) override;

  /// Emission scores of the patterns of `block` into `scores` [P, K], nats.
  virtual void ScorePatterns(const VoteBlock& block, Span<double> scores) = 0;
  virtual const Transitions& transitions() const = 0;
  /// Whether the votes of a pattern are impossible in the model's eyes where `label` is true.
  virtual bool Excludes(const VoteBlock&, int64_t /*pattern*/, int32_t /*label*/) const {
    return false;
  }

  VoteReader* reader() { return reader_.get(); }

 private:
  bool OnlyIllegalVotes(size_t t, size_t length) const;

  const VoteSettings& settings_;
  const LabelSet& labels_;
  TransitionRules rules_;
  std::unique_ptr<VoteReader> reader_;
  VoteBlock block_;
  std::vector<double> scores_, emissions_;
  Lattice lattice_;
};

}  // namespace weft

#include "weak/ds_problem.h"

#include <algorithm>
#include <cmath>

namespace weft {

DsProblem::DsProblem(TrainingInput input, SourceSettings settings, bool constrained)
    : SourceProblem(std::move(input), std::move(settings), "ds"),
      k_(static_cast<size_t>(labels().size())),
      constrained_(constrained),
      tokens_(static_cast<size_t>(chunks())),
      classes_(k_) {
  this->input().executor->ForEach(chunks(), [this](int64_t chunk, int) {
    tokens_[static_cast<size_t>(chunk)] =
        TokensByPattern(block(chunk), corpus(), this->input().sentence_weights);
  });
}

void DsProblem::AddStart(const VoteBlock& block, const std::vector<double>& beliefs,
                         Span<double> head) const {
  const std::vector<double> tokens = TokensByPattern(block, corpus(), input().sentence_weights);
  for (size_t i = 0; i < beliefs.size(); ++i) head[i % k_] += tokens[i / k_] * beliefs[i];
}

void DsProblem::SettleHeadPrior(Span<const double> head) {
  class_prior_.resize(k_);
  for (size_t z = 0; z < k_; ++z) {
    class_prior_[z] = settings().anchors.smoothing + settings().transition_prior * head[z];
  }
}

void DsProblem::UpdateHead(Span<const double> head) {
  const std::vector<uint8_t> all(k_, 1);
  NormaliseLabels(head.data(), class_prior_.data(), all.data(), k_, classes_.data());
}

// E-step: tokens of one pattern have one posterior.
void DsProblem::Accumulate(int64_t chunk, int, Span<double> sums) {
  const VoteBlock& votes = block(chunk);
  const std::vector<double>& tokens = tokens_[static_cast<size_t>(chunk)];
  std::vector<double> posteriors(static_cast<size_t>(votes.patterns()) * k_);
  confusion().Score(votes, posteriors);
  const Span<double> head = Head(sums);
  for (size_t p = 0; p < tokens.size(); ++p) {
    double* row = posteriors.data() + p * k_;
    for (size_t z = 0; z < k_; ++z) row[z] += std::log(classes_[z]);
    const double most = *std::max_element(row, row + k_);
    double sum = 0;
    for (size_t z = 0; z < k_; ++z) sum += row[z] = std::exp(row[z] - most);
    sums[0] += tokens[p] * (most + std::log(sum));
    for (size_t z = 0; z < k_; ++z) {
      row[z] *= tokens[p] / sum;
      head[z] += row[z];
    }
  }
  confusion().Count(votes, posteriors, Votes(sums));
}

std::shared_ptr<Model> DsProblem::NewModel(Span<const double> sums) const {
  auto model = std::make_shared<DsModel>(classes_, confusion(), constrained_);
  SetCommon(sums, model.get());
  return model;
}

}  // namespace weft

#include "neural/chain_objective.h"

#include <algorithm>
#include <limits>

namespace weft {
namespace {

// The gradients of start and end scores are those of the first and the last token's emissions.
void AddEnds(Span<const float> gradient, size_t labels, std::vector<double>* start,
             std::vector<double>* end) {
  const float* last = gradient.data() + gradient.size() - labels;
  for (size_t k = 0; k < labels; ++k) {
    (*start)[k] += static_cast<double>(gradient[k]);
    (*end)[k] += static_cast<double>(last[k]);
  }
}

void AddTo(const std::vector<double>& from, std::vector<double>* to) {
  to->resize(from.size(), 0.0);
  for (size_t i = 0; i < from.size(); ++i) (*to)[i] += from[i];
}

}  // namespace

LabelObjective::LabelObjective(const Corpus& corpus, const Targets& targets)
    : corpus_(&corpus),
      targets_(&targets),
      likelihood_(targets),
      bigrams_(targets.labels().size()) {}

void LabelObjective::Begin(const Transitions& transitions) {
  transitions_ = &transitions;
  likelihood_.Begin(transitions);
  bigrams_.Clear();
  transition_gradient_.assign(transitions.scores().size(), 0.0);
  start_.assign(transitions.start().size(), 0.0);
  end_ = start_;
}

double LabelObjective::Add(int64_t s, const float* emissions, float* gradient) {
  const auto length = static_cast<size_t>(corpus_->length(s));
  const auto k = static_cast<size_t>(transitions_->labels());
  const auto stride = static_cast<size_t>(transitions_->stride());
  if (length == 0) return 0;
  emissions_ = emissions;
  if (rows_.size() < length * stride) rows_.resize(length * stride);
  double value = likelihood_.Add(s, *this, rows_.data());
  bigrams_.Add(*targets_, s);
  if (!targets_->partial(s)) value -= targets_->weight(s) * EndScores(s);
  for (size_t t = 0; t < length; ++t) {
    std::copy_n(rows_.data() + t * stride, k, gradient + t * k);
  }
  AddEnds({gradient, length * k}, k, &start_, &end_);
  return value;
}

// What the labels score at the ends, which the sparse CRF's likelihood does not know.
double LabelObjective::EndScores(int64_t s) const {
  double score = 0;
  targets_->ForLabels(corpus_->begin(s), [&](int32_t label, double q) {
    score += q * transitions_->start()[static_cast<size_t>(label)];
  });
  targets_->ForLabels(corpus_->end(s) - 1, [&](int32_t label, double q) {
    score += q * transitions_->end()[static_cast<size_t>(label)];
  });
  return score;
}

double LabelObjective::Finish(ChainGradient* gradient) {
  likelihood_.Finish(transition_gradient_.data());
  const double value = bigrams_.Term(*transitions_, transition_gradient_.data());
  AddTo(transition_gradient_, &gradient->transitions);
  AddTo(start_, &gradient->start);
  AddTo(end_, &gradient->end);
  return value;
}

int64_t LabelObjective::begin(int64_t s) const {
  return s < corpus_->num_sentences() ? corpus_->begin(s) : corpus_->num_tokens();
}

void LabelObjective::Score(int64_t begin, int64_t end, double* rows) const {
  const auto k = static_cast<size_t>(transitions_->labels());
  const auto stride = static_cast<size_t>(transitions_->stride());
  for (size_t t = 0; t < static_cast<size_t>(end - begin); ++t) {
    std::copy_n(emissions_ + t * k, k, rows + t * stride);
    std::fill(rows + t * stride + k, rows + (t + 1) * stride,
              -std::numeric_limits<double>::infinity());
  }
}

VoteObjective::VoteObjective(const std::vector<VoteRows>& votes, const SourceWeights& weights)
    : votes_(&votes), weights_(&weights) {}

void VoteObjective::Begin(const Transitions& transitions) {
  pass_.Begin(transitions, *weights_);
  start_.assign(transitions.start().size(), 0.0);
  end_ = start_;
}

double VoteObjective::Add(int64_t s, const float* emissions, float* gradient) {
  const VoteRows& votes = (*votes_)[static_cast<size_t>(s)];
  if (votes.length() == 0) return 0;
  const double value = pass_.Add(votes, emissions, gradient);
  const auto k = static_cast<size_t>(weights_->labels());
  AddEnds({gradient, votes.length() * k}, k, &start_, &end_);
  return value;
}

double VoteObjective::Finish(ChainGradient* gradient) {
  const auto k = static_cast<size_t>(weights_->labels());
  gradient->transitions.resize(k * k, 0.0);
  gradient->sources.resize(static_cast<size_t>(weights_->slots()) * k * k, 0.0);
  pass_.Finish(gradient->transitions.data(), gradient->sources.data());
  AddTo(start_, &gradient->start);
  AddTo(end_, &gradient->end);
  return 0;
}

double ConditionalObjective::Add(int64_t s, const float* emissions, float* gradient) {
  const auto length = static_cast<size_t>(reader_.corpus().length(s));
  if (length == 0) return 0;
  return pass_.Add(reader_.Read(s), length, emissions, learning_, gradient);
}

double DistanceObjective::Add(int64_t s, const float* emissions, float* gradient) {
  const auto length = static_cast<size_t>(corpus_.length(s));
  std::fill_n(gradient, length * width_, 0.0f);
  return pass_.AddDistance(length, emissions, anchors_, 1, gradient);
}

}  // namespace weft

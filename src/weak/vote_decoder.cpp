#include "weak/vote_decoder.h"

#include <algorithm>
#include <cmath>

#include "core/error.h"
#include "weak/confusion.h"

namespace weft {
namespace {

const double kLogImpossible = std::log(kImpossible) + 0.01;  // with what rounding may add

}  // namespace

Transitions NoTransitions(int32_t labels, const TransitionRules& rules) {
  const size_t k = static_cast<size_t>(labels);
  const std::vector<double> zeros(k * k, 0.0), ends(k, 0.0);
  Transitions transitions(labels);
  transitions.Set(zeros, ends, ends, &rules);
  return transitions;
}

Transitions NoTransitions(int32_t labels) {
  const size_t k = static_cast<size_t>(labels);
  TransitionRules rules;
  rules.transition.assign(k * k, 1);
  rules.start.assign(k, 1);
  rules.end.assign(k, 1);
  return NoTransitions(labels, rules);
}

VoteDecoder::VoteDecoder(const VoteModel& model)
    : settings_(model.settings()),
      labels_(model.labels()),
      rules_(SchemeRules(model.labels(), model.scheme())) {}

void VoteDecoder::Attach(const Corpus& corpus) {
  Require(!corpus.sources().empty() || corpus.num_tokens() == 0, "the model reads votes, and ",
          corpus.name().empty() ? "the corpus" : corpus.name(), " has no sources of any");
  reader_ = std::make_unique<VoteReader>(corpus, settings_, labels_);
}

const Lattice& VoteDecoder::ScoreSentence(int64_t s) {
  const size_t k = static_cast<size_t>(labels_.size());
  block_.Build(reader_.get(), s, s + 1);
  scores_.resize(static_cast<size_t>(block_.patterns()) * k);
  ScorePatterns(block_, scores_);
  emissions_.resize(block_.token_patterns().size() * k);
  double* out = emissions_.data();
  for (int32_t p : block_.token_patterns()) {
    out = std::copy_n(scores_.data() + static_cast<size_t>(p) * k, k, out);
  }
  lattice_.length = static_cast<int64_t>(block_.token_patterns().size());
  lattice_.labels = labels_.size();
  lattice_.emissions = emissions_.data();
  lattice_.transitions = &transitions();
  return lattice_;
}

// Whether every opinion at token `t` of the sentence that was read last is illegal there: at the
// first and last token a scheme forbids some labels whatever the neighbours.
bool VoteDecoder::OnlyIllegalVotes(size_t t, size_t length) const {
  bool any = false;
  for (int32_t row : block_.Rows(block_.token_patterns()[t])) {
    const int32_t vote = block_.VoteOf(row).top;
    if (vote == kNoLabel) continue;
    const size_t v = static_cast<size_t>(vote);
    if ((t > 0 || rules_.start[v]) && (t + 1 < length || rules_.end[v])) return false;
    any = true;
  }
  return any;
}

int64_t VoteDecoder::Contradiction(int64_t s, Span<const int32_t> labels) {
  if (labels.empty()) return -1;
  Score(s);
  const Transitions& steps = transitions();
  for (size_t t = 0; t < labels.size(); ++t) {
    const double step = t == 0 ? steps.start()[static_cast<size_t>(labels[t])]
                               : steps.score(labels[t - 1], labels[t]);
    const bool edge = t == 0 || t + 1 == labels.size();
    if (step < kLogImpossible || Excludes(block_, block_.token_patterns()[t], labels[t]) ||
        (edge && !rules_.all_legal && OnlyIllegalVotes(t, labels.size()))) {
      return static_cast<int64_t>(t);
    }
  }
  return -1;
}

}  // namespace weft

#include "hmm/tag_hmm.h"

#include <algorithm>
#include <cmath>

namespace weft {

TagHmm::TagHmm(std::shared_ptr<const TagCounts> counts, std::shared_ptr<const SuffixTable> suffixes,
               const TagPseudoCounts& pseudo)
    : counts_(std::move(counts)), suffixes_(std::move(suffixes)), pseudo_(pseudo) {
  const double words = static_cast<double>(counts_->known_words()) + 1;  // and all unknown ones
  for (const double emitted : counts_->emitted) {
    log_totals_.push_back(std::log(emitted + pseudo.emission * words));
    unseen_.push_back(std::log(pseudo.emission) - log_totals_.back());
  }
}

double TagHmm::LogTransition(double count, double total) const {
  return std::log((count + pseudo_.transition) / (total + pseudo_.transition * labels()));
}

Transitions TagHmm::MakeTransitions(const TransitionRules* rules) const {
  const auto k = static_cast<size_t>(labels());
  std::vector<double> scores(k * k), start(k);
  const auto normalise = [&](const double* counts, double* out) {
    double total = 0;
    for (size_t to = 0; to < k; ++to) total += counts[to];
    for (size_t to = 0; to < k; ++to) out[to] = LogTransition(counts[to], total);
  };
  for (size_t from = 0; from < k; ++from) {
    normalise(counts_->transitions.data() + from * k, scores.data() + from * k);
  }
  normalise(counts_->start.data(), start.data());
  Transitions made(labels());
  made.Set(scores, start, std::vector<double>(k, 0.0), rules);
  return made;
}

void TagHmm::ScoreWord(std::string_view word, double* row) const {
  const int32_t id = counts_->words.Find(word);
  if (id < 0 || counts_->emissions[static_cast<size_t>(id)].empty()) {
    if (suffixes_) {
      suffixes_->Score(word, row);
    } else {
      std::fill_n(row, unseen_.size(), 0.0);
    }
    return;
  }
  std::copy(unseen_.begin(), unseen_.end(), row);
  for (const TagCounts::Entry& entry : counts_->emissions[static_cast<size_t>(id)]) {
    const auto label = static_cast<size_t>(entry.label);
    row[label] = std::log(entry.count + pseudo_.emission) - log_totals_[label];
  }
}

double TagHmm::LogLikelihood(const TagCounts& counted) const {
  const Transitions transitions = MakeTransitions(nullptr);
  double sum = 0;
  for (size_t i = 0; i < counted.start.size(); ++i) {
    sum += counted.start[i] * transitions.start()[i];
  }
  for (size_t i = 0; i < counted.transitions.size(); ++i) {
    sum += counted.transitions[i] * transitions.scores()[i];
  }
  std::vector<double> row(static_cast<size_t>(labels()));
  for (int32_t word = 0; word < counted.words.size(); ++word) {
    ScoreWord(counted.words.key(word), row.data());
    for (const TagCounts::Entry& entry : counted.emissions[static_cast<size_t>(word)]) {
      sum += entry.count * row[static_cast<size_t>(entry.label)];
    }
  }
  return sum;
}

double TagHmm::LogPrior() const {
  const Transitions transitions = MakeTransitions(nullptr);
  double of_transitions = 0, of_emissions = 0;
  for (const double score : transitions.start()) of_transitions += score;
  for (const double score : transitions.scores()) of_transitions += score;
  // Every word of every tag, and the unknown ones as one word.
  const double words = static_cast<double>(counts_->known_words()) + 1;
  for (const double unseen : unseen_) of_emissions += words * unseen;
  for (const std::vector<TagCounts::Entry>& tags : counts_->emissions) {
    for (const TagCounts::Entry& entry : tags) {
      const auto label = static_cast<size_t>(entry.label);
      of_emissions +=
          std::log(entry.count + pseudo_.emission) - log_totals_[label] - unseen_[label];
    }
  }
  return pseudo_.transition * of_transitions + pseudo_.emission * of_emissions;
}

}  // namespace weft

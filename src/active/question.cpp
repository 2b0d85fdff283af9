#include "active/question.h"

#include <cmath>

#include "core/error.h"

namespace weft {

Questioner::Questioner(std::shared_ptr<const Model> model, const Pool& pool,
                       const ActiveSettings& settings)
    : model_(std::move(model)), pool_(pool), settings_(settings) {
  if (!model_) return;
  decoder_ = model_->NewDecoder();
  decoder_->Bind(pool.corpus());
}

// By token: what is not sure enough to be left to the model.
std::vector<uint8_t> Questioner::Uncertain(const Lattice& lattice, Span<const int32_t> labels) {
  std::vector<uint8_t> uncertain(labels.size());
  if (settings_.mode == QueryMode::kThreshold) {
    const auto k = static_cast<size_t>(lattice.labels);
    std::vector<double> unary(labels.size() * k);
    MarginalsOut out;
    out.unary = unary.data();
    Marginals(lattice, &workspace_, out);
    for (size_t t = 0; t < labels.size(); ++t) {
      uncertain[t] = unary[t * k + static_cast<size_t>(labels[t])] < settings_.threshold;
    }
    return uncertain;
  }
  KBest(lattice, settings_.k, KBestSearch::kAStar, &k_best_, &paths_);
  for (int64_t i = 1; i < paths_.size(); ++i) {
    const Span<const int32_t> path = paths_.path(i);
    for (size_t t = 0; t < path.size(); ++t) uncertain[t] |= path[t] != labels[t];
  }
  return uncertain;
}

Question Questioner::Ask(int64_t s, bool all) {
  Question question;
  question.sentence = s;
  const std::vector<int32_t> open = pool_.Unlabelled(s);
  if (!model_) {
    question.tokens = open;
    return question;
  }
  const Lattice lattice = Known(s);
  question.labels.resize(static_cast<size_t>(lattice.length));
  Viterbi(lattice, &workspace_, question.labels);
  if (all || settings_.mode == QueryMode::kFull) {
    question.tokens = open;
    return question;
  }
  const std::vector<uint8_t> uncertain = Uncertain(lattice, question.labels);
  for (const int32_t token : open) {
    if (uncertain[static_cast<size_t>(token)]) question.tokens.push_back(token);
  }
  return question;
}

std::vector<int32_t> Questioner::Complete(int64_t s, const std::vector<int32_t>& predicted) {
  const Span<const int32_t> known = pool_.labels(s);
  std::vector<int32_t> labels(known.begin(), known.end());
  if (!model_) return labels;
  if (!predicted.empty()) {
    for (size_t t = 0; t < labels.size(); ++t) {
      if (labels[t] == kNoLabel) labels[t] = predicted[t];
    }
    if (std::isfinite(PathScore(decoder_->Score(s), labels))) return labels;
  }
  std::vector<int32_t> best(labels.size());
  Viterbi(Known(s), &workspace_, best);
  for (size_t t = 0; t < labels.size(); ++t) {
    if (known[t] == kNoLabel) labels[t] = best[t];
  }
  return labels;
}

Decoded Questioner::Suggest(int64_t s, int64_t k) {
  if (!model_) Fail(Status::kState, "there is no model yet: the session has learned nothing");
  const Lattice lattice = Known(s);
  const auto labels = static_cast<size_t>(lattice.labels);
  Decoded found;
  found.labels_of_model = model_->labels();
  found.scheme = model_->scheme();
  found.sentence_ends = {lattice.length};
  found.labels.resize(static_cast<size_t>(lattice.length));
  found.marginals.resize(found.labels.size() * labels);
  const double best = Viterbi(lattice, &workspace_, found.labels);
  MarginalsOut out;
  out.unary = found.marginals.data();
  const double all = Marginals(lattice, &workspace_, out);
  found.log_partition = {all};
  found.log_probability = {std::min(0.0, best - all)};
  KBest(lattice, k, KBestSearch::kAStar, &k_best_, &paths_);
  found.path_counts = {static_cast<int32_t>(paths_.size())};
  found.path_labels = paths_.labels;
  for (const double score : paths_.scores) {
    found.path_log_probability.push_back(std::min(0.0, score - all));
  }
  found.path_entropy = {KBestEntropy(paths_)};
  found.path_marginals.resize(found.marginals.size());
  KBestMarginals(paths_, lattice.labels, found.path_marginals.data());
  return found;
}

}  // namespace weft

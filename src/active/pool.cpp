#include "active/pool.h"

#include <algorithm>
#include <cmath>

#include "core/random.h"

namespace weft {
namespace {

// Fully labelled sentences that do not count as such.
std::vector<int64_t> DrawHidden(const Corpus& corpus, const ActiveSettings& settings) {
  std::vector<int64_t> labelled;
  for (int64_t s = 0; s < corpus.num_sentences(); ++s) {
    if (corpus.length(s) > 0 && corpus.fully_labelled(s)) labelled.push_back(s);
  }
  Random(settings.seed).Shuffle(&labelled);
  const auto kept =
      static_cast<size_t>(std::llround(settings.labelled * static_cast<double>(labelled.size())));
  labelled.erase(labelled.begin(), labelled.begin() + static_cast<ptrdiff_t>(kept));
  return labelled;
}

}  // namespace

Pool::Pool(std::shared_ptr<const Corpus> corpus, const ActiveSettings& settings)
    : corpus_(std::move(corpus)),
      states_(static_cast<size_t>(corpus_->num_sentences()), SentenceState::kOpen),
      labels_(corpus_->data().gold),
      asked_(static_cast<size_t>(corpus_->num_tokens())) {
  labels_.resize(static_cast<size_t>(corpus_->num_tokens()), kNoLabel);
  for (const int64_t s : DrawHidden(*corpus_, settings)) {
    std::fill(labels_.begin() + corpus_->begin(s), labels_.begin() + corpus_->end(s), kNoLabel);
  }
  for (const int32_t label : labels_) {
    origins_.push_back(label == kNoLabel ? Origin::kNone : Origin::kGiven);
  }
  for (int64_t s = 0; s < corpus_->num_sentences(); ++s) {
    if (Unlabelled(s).empty()) SetState(s, SentenceState::kDone);
  }
}

std::vector<int32_t> Pool::Unlabelled(int64_t s) const {
  std::vector<int32_t> tokens;
  const Span<const int32_t> known = labels(s);
  for (size_t t = 0; t < known.size(); ++t) {
    if (known[t] == kNoLabel) tokens.push_back(static_cast<int32_t>(t));
  }
  return tokens;
}

PoolCounts Pool::Count() const {
  PoolCounts counts;
  for (const SentenceState state : states_) {
    counts.done += state == SentenceState::kDone;
    counts.skipped += state == SentenceState::kSkipped;
  }
  for (int64_t s = 0; s < corpus_->num_sentences(); ++s) {
    bool any = false;
    for (int64_t t = corpus_->begin(s); t < corpus_->end(s); ++t) {
      const auto token = static_cast<size_t>(t);
      any |= asked_[token] != 0;
      counts.asked += asked_[token];
      counts.answered += origins_[token] == Origin::kAnswered;
      counts.labelled_by_model += origins_[token] == Origin::kModel;
    }
    counts.asked_sentences += any;
  }
  return counts;
}

void Pool::ForgetModel(int64_t s) {
  for (int64_t t = corpus_->begin(s); t < corpus_->end(s); ++t) {
    const auto token = static_cast<size_t>(t);
    if (origins_[token] != Origin::kModel) continue;
    origins_[token] = Origin::kNone;
    labels_[token] = kNoLabel;
  }
}

void Pool::SetLabel(int64_t s, int32_t token, int32_t label, Origin origin) {
  const auto t = static_cast<size_t>(corpus_->begin(s) + token);
  labels_[t] = label;
  origins_[t] = label == kNoLabel ? Origin::kNone : origin;
}

}  // namespace weft

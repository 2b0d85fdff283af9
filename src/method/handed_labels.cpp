#include "method/handed_labels.h"

#include <algorithm>

#include "core/error.h"
#include "core/random.h"

namespace weft {
namespace {

void SampleNegatives(const HandedLabels& handed, const Corpus& corpus, SoftLabels* labels) {
  const int32_t outside = labels->labels.Find("O"), votes_outside = corpus.labels().Find("O");
  Random random(handed.seed);
  std::vector<uint8_t> named;
  for (int64_t s = 0; s < corpus.num_sentences(); ++s) {
    named.assign(static_cast<size_t>(corpus.length(s)), 0);
    for (int64_t v = 0; v < corpus.num_votes(s); ++v) {
      const Span<const int32_t> votes = corpus.votes(s, v).labels;
      for (size_t t = 0; t < votes.size(); ++t) {
        named[t] |= votes[t] != kNoLabel && votes[t] != votes_outside;
      }
    }
    int32_t* label = labels->hard.data() + corpus.begin(s);
    for (size_t t = 0; t < named.size(); ++t) {
      const bool silent = !named[t] && label[t] == outside;
      if (silent && random.Uniform() >= handed.negative_share) label[t] = kNoLabel;
    }
  }
}

// Calls visit(s) for sentences that have tokens and no source's votes.
template <typename Visit>
void ForUnvoted(const Corpus& corpus, Visit visit) {
  for (int64_t s = 0; s < corpus.num_sentences(); ++s) {
    if (corpus.num_votes(s) == 0 && corpus.length(s) > 0) visit(s);
  }
}

// What an aggregator makes of sentences that no source annotated nobody says.
void ForgetUnvoted(const Corpus& corpus, SoftLabels* labels) {
  const auto k = static_cast<size_t>(labels->labels.size());
  ForUnvoted(corpus, [&](int64_t s) {
    const auto begin = static_cast<size_t>(corpus.begin(s));
    const auto length = static_cast<size_t>(corpus.length(s));
    if (!labels->hard.empty()) std::fill_n(labels->hard.data() + begin, length, kNoLabel);
    if (!labels->unary.empty()) std::fill_n(labels->unary.data() + begin * k, length * k, 0.0);
    if (labels->pairwise_sum.empty()) return;
    std::fill_n(labels->pairwise_sum.data() + static_cast<size_t>(s) * k * k, k * k, 0.0);
  });
}

}  // namespace

DecodeOptions HandedLabels::Wanted() const {
  DecodeOptions wanted;
  wanted.marginals = wanted.pairwise_sums = !hard;
  return wanted;
}

void WarnOfUnvoted(const TrainingInput& input) {
  const Corpus& corpus = *input.train;
  int64_t unvoted = 0;
  ForUnvoted(corpus, [&](int64_t) { ++unvoted; });
  if (unvoted == 0 || !input.log) return;
  input.log(
      LogLevel::kWarning,
      StrCat("no source annotated ", unvoted, " of ", corpus.num_sentences(),
             " sentences: they are not learned from",
             corpus.has_gold() ? ", nor their gold labels (method ge learns from both)" : ""));
}

std::shared_ptr<const SoftLabels> HandOver(const HandedLabels& handed, const Corpus& corpus,
                                           Decoded* found) {
  auto labels = std::make_shared<SoftLabels>();
  labels->labels = found->labels_of_model;
  if (!handed.hard) {
    labels->unary = std::move(found->marginals);
    labels->pairwise_sum = std::move(found->pairwise_sums);
  } else {
    labels->hard = found->labels;
  }
  if (handed.from_votes) ForgetUnvoted(corpus, labels.get());
  if (handed.negative_share < 1) SampleNegatives(handed, corpus, labels.get());
  return labels;
}

}  // namespace weft

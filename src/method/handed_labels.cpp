#include "method/handed_labels.h"

#include <algorithm>

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

}  // namespace

DecodeOptions HandedLabels::Wanted() const {
  DecodeOptions wanted;
  wanted.marginals = wanted.pairwise_sums = !hard;
  return wanted;
}

std::shared_ptr<const SoftLabels> HandOver(const HandedLabels& handed, const Corpus& corpus,
                                           Decoded* found) {
  auto labels = std::make_shared<SoftLabels>();
  labels->labels = found->labels_of_model;
  if (!handed.hard) {
    labels->unary = std::move(found->marginals);
    labels->pairwise_sum = std::move(found->pairwise_sums);
    return labels;
  }
  labels->hard = found->labels;
  if (handed.negative_share < 1) SampleNegatives(handed, corpus, labels.get());
  return labels;
}

}  // namespace weft

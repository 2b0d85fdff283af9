// The toy text as a corpus, with gold labels and the votes of the toy sources.
#pragma once

#include <memory>
#include <utility>

#include "support/toy_sources.h"
#include "support/toy_text.h"
#include "text/corpus.h"

namespace weft {

inline std::shared_ptr<const Corpus> ToyCorpus(int sentences, uint64_t seed) {
  Random random(seed);
  CorpusBuilder builder(CorpusOptions(), "toy");
  for (int i = 0; i < sentences; ++i) {
    const testing::ToySentence toy = testing::MakeToySentence(&random);
    SentenceData sentence;
    sentence.tokens = toy.tokens;
    sentence.labels = toy.labels;
    for (const testing::ToySource& source : testing::ToySources()) {
      NamedVotes votes;
      votes.source = source.name;
      votes.labels = source.vote(toy, &random);
      if (!votes.labels.empty()) sentence.votes.push_back(std::move(votes));
    }
    builder.Add(std::move(sentence));
  }
  return builder.Finish();
}

}  // namespace weft

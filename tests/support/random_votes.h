// Small random corpora of votes, for tests.
#pragma once

#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "core/random.h"
#include "text/corpus.h"

namespace weft::testing {

struct RandomVotesOptions {
  std::vector<std::string> labels = {"A", "B", "C"};
  Scheme scheme = Scheme::kPlain;
  int64_t sentences = 20;
  int64_t longest = 4;
  int32_t sources = 3;
  double missing = 0.2;  ///< of a source in a sentence
  double abstain = 0.1;  ///< of a vote
  double soft = 0.3;     ///< of a row of votes
  double right = 0.7;    ///< of a vote, where there is a truth behind it
  uint64_t seed = 1;
};

/// A distribution with its mode at `vote`; empty where that is "".
inline std::vector<std::pair<std::string, float>> SoftVote(const std::vector<std::string>& labels,
                                                           const std::string& vote,
                                                           Random* random) {
  std::vector<std::pair<std::string, float>> row;
  if (vote.empty()) return row;
  double sum = 0;
  for (const std::string& label : labels) {
    row.emplace_back(label, static_cast<float>((label == vote ? 2 : 0) + random->Uniform()));
    sum += static_cast<double>(row.back().second);
  }
  for (auto& [label, p] : row) p = static_cast<float>(static_cast<double>(p) / sum);
  return row;
}

/// Votes on truths that change rarely; the truths are the gold labels.
inline std::shared_ptr<const Corpus> RandomVotes(const RandomVotesOptions& options) {
  Random random(options.seed);
  CorpusOptions declared;
  declared.labels = options.labels;
  declared.scheme_declared = true;
  declared.scheme = options.scheme;
  for (int32_t j = 0; j < options.sources; ++j) declared.sources.push_back("s" + std::to_string(j));
  CorpusBuilder builder(declared, "random votes");
  const auto any = [&] { return options.labels[random.Below(options.labels.size())]; };
  for (int64_t s = 0; s < options.sentences; ++s) {
    SentenceData sentence;
    const uint64_t length = 1 + random.Below(static_cast<uint64_t>(options.longest));
    for (uint64_t t = 0; t < length; ++t) {
      sentence.tokens.push_back("w" + std::to_string(random.Below(50)));
      std::string label = t > 0 && random.Uniform() < 0.6 ? sentence.labels.back() : any();
      if (options.scheme == Scheme::kIOB2 && label[0] == 'I') {
        const bool inside = t > 0 && sentence.labels.back() != "O" &&
                            sentence.labels.back().substr(1) == label.substr(1);
        if (!inside) label[0] = 'B';
      }
      sentence.labels.push_back(label);
    }
    for (const std::string& source : declared.sources) {
      if (random.Uniform() < options.missing) continue;
      NamedVotes votes;
      votes.source = source;
      const bool soft = random.Uniform() < options.soft;
      for (uint64_t t = 0; t < length; ++t) {
        std::string vote = random.Uniform() < options.right ? sentence.labels[t] : any();
        if (random.Uniform() < options.abstain) vote.clear();
        if (soft) {
          votes.soft.push_back(SoftVote(options.labels, vote, &random));
        } else {
          votes.labels.push_back(vote);
        }
      }
      sentence.votes.push_back(votes);
    }
    builder.Add(sentence);
  }
  return builder.Finish();
}

/// Kinds of corpora that every aggregator must cope with.
struct VoteCase {
  const char* name;
  RandomVotesOptions votes;
};

inline std::vector<VoteCase> VoteCases() {
  std::vector<VoteCase> cases(4);
  cases[0].name = "three plain labels, missing and soft votes";
  cases[1].name = "IOB2";
  cases[1].votes.labels = {"O", "B-X", "I-X"};
  cases[1].votes.scheme = Scheme::kIOB2;
  cases[2].name = "two labels, four sources, hard";
  cases[2].votes.labels = {"N", "V"};
  cases[2].votes.sources = 4;
  cases[2].votes.soft = 0;
  cases[3].name = "everything soft, half missing";
  cases[3].votes.soft = 1;
  cases[3].votes.missing = 0.5;
  for (size_t i = 0; i < cases.size(); ++i) cases[i].votes.seed = 11 + i;
  return cases;
}

}  // namespace weft::testing

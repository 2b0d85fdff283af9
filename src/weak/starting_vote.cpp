#include "weak/starting_vote.h"

#include <algorithm>

namespace weft {
namespace {

constexpr double kTie = 1e-9;  // sums of weights that differ by less are equal

// Shares 1 evenly among the largest of `votes` into `shares`; all 0 where there are none.
void Winners(const std::vector<double>& votes, std::vector<double>* shares) {
  const double most = *std::max_element(votes.begin(), votes.end());
  double winners = 0;
  for (double count : votes) winners += count > 0 && count >= most - kTie;
  shares->assign(votes.size(), 0.0);
  for (size_t i = 0; i < votes.size(); ++i) {
    if (votes[i] > 0 && votes[i] >= most - kTie) (*shares)[i] = 1 / winners;
  }
}

}  // namespace

void StartingVote::CountVotes(const VoteBlock& block, int64_t pattern, int32_t outside,
                              double* votes) const {
  const Span<const int32_t> rows = block.Rows(pattern);
  const size_t k = static_cast<size_t>(block.shape().labels);
  const double* weights = block.Weights(pattern);
  const bool named = std::any_of(rows.begin(), rows.end(), [&](int32_t row) {
    const VoteBlock::Vote& vote = block.VoteOf(row);
    return vote.Names(outside) && sparse[static_cast<size_t>(vote.source)];
  });
  for (size_t i = 0; i < rows.size(); ++i) {
    const VoteBlock::Vote& vote = block.VoteOf(rows[i]);
    const size_t source = static_cast<size_t>(vote.source);
    if (vote.top == kNoLabel || mute[source]) continue;
    if (named && vote.top == outside && silent[source]) continue;
    const double weight = weights ? weights[i] : 1;
    if (!vote.soft) {
      votes[vote.top] += weight;
      continue;
    }
    for (size_t v = 0; v < k; ++v) {
      votes[v] += weight * static_cast<double>(vote.soft[v]);
    }
  }
}

void StartingVote::Beliefs(const VoteBlock& block, const LabelParts& parts,
                           Span<double> beliefs) const {
  const size_t k = parts.class_of.size();
  std::vector<double> votes(k), classes(parts.classes()), winners, by_position(parts.positions),
      positions;
  for (int64_t p = 0; p < block.patterns(); ++p) {
    double* out = beliefs.data() + static_cast<size_t>(p) * k;
    std::fill(votes.begin(), votes.end(), 0.0);
    std::fill(classes.begin(), classes.end(), 0.0);
    CountVotes(block, p, parts.outside, votes.data());
    for (size_t z = 0; z < k; ++z) classes[parts.class_of[z]] += votes[z];
    Winners(classes, &winners);
    if (std::all_of(winners.begin(), winners.end(), [](double share) { return share == 0; })) {
      std::copy(no_opinion.begin(), no_opinion.end(), out);
      continue;
    }
    std::fill_n(out, k, 0.0);
    for (size_t c = 0; c < classes.size(); ++c) {
      if (winners[c] == 0) continue;
      std::fill(by_position.begin(), by_position.end(), 0.0);
      for (size_t z = 0; z < k; ++z) {
        if (parts.class_of[z] == c) by_position[parts.position[z]] += votes[z];
      }
      Winners(by_position, &positions);
      for (size_t z = 0; z < k; ++z) {
        if (parts.class_of[z] == c) out[z] = winners[c] * positions[parts.position[z]];
      }
    }
  }
}

std::vector<double> TokensByPattern(const VoteBlock& block, const Corpus& corpus,
                                    const std::vector<float>& sentence_weights) {
  std::vector<double> tokens(static_cast<size_t>(block.patterns()), 0.0);
  const int32_t* patterns = block.token_patterns().data();
  for (int64_t s = block.first(); s < block.last(); ++s) {
    const double given = sentence_weights.empty()
                             ? 1
                             : static_cast<double>(sentence_weights[static_cast<size_t>(s)]);
    const double weight = block.HasOpinions(s) ? given : 0;
    for (int64_t t = 0; t < corpus.length(s); ++t) {
      tokens[static_cast<size_t>(*patterns++)] += weight;
    }
  }
  return tokens;
}

}  // namespace weft

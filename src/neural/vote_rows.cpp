#include "neural/vote_rows.h"

#include <xxhash.h>

#include <algorithm>

#include "weak/content_index.h"

namespace weft {

VoteRows::VoteRows(const std::vector<ReadVotes>& votes, size_t length, const VoteShape& shape) {
  const bool weighted =
      shape.weight != 1 || std::any_of(votes.begin(), votes.end(), [](const ReadVotes& row) {
        return row.soft || row.weight != 1;
      });
  ContentIndex known;
  for (size_t t = 0; t < length; ++t) {
    const int64_t begin = bounds_.back();
    Append(votes, t, shape);
    const uint64_t hash = XXH3_64bits(ids_.data() + begin,
                                      (ids_.size() - static_cast<size_t>(begin)) * sizeof(ids_[0]));
    const int32_t pattern = known.Find(hash, [&](int32_t i) {
      const int64_t first = bounds_[static_cast<size_t>(i)];
      const int64_t last = bounds_[static_cast<size_t>(i) + 1];
      return std::equal(ids_.begin() + first, ids_.begin() + last, ids_.begin() + begin,
                        ids_.end()) &&
             std::equal(weights_.begin() + first, weights_.begin() + last, weights_.begin() + begin,
                        weights_.end());
    });
    if (pattern >= 0) {
      tokens_.push_back(static_cast<uint32_t>(pattern));
      ids_.resize(static_cast<size_t>(begin));
      weights_.resize(static_cast<size_t>(begin));
    } else {
      tokens_.push_back(static_cast<uint32_t>(known.Add(hash)));
      bounds_.push_back(static_cast<int64_t>(ids_.size()));
    }
  }
  if (!weighted) weights_.clear();
  uniform_ = FindUniform(static_cast<uint32_t>(shape.labels));
  ids_.shrink_to_fit();
  weights_.shrink_to_fit();
}

bool VoteRows::FindUniform(uint32_t labels) const {
  if (!weights_.empty()) return false;
  const auto slots = static_cast<size_t>(patterns() > 0 ? bounds_[1] : 0);
  for (size_t p = 1; p < patterns(); ++p) {
    if (static_cast<size_t>(bounds_[p + 1]) != (p + 1) * slots) return false;
    for (size_t i = 0; i < slots; ++i) {
      if (ids_[p * slots + i] / labels != ids_[i] / labels) return false;
    }
  }
  return true;
}

void VoteRows::Append(const std::vector<ReadVotes>& votes, size_t t, const VoteShape& shape) {
  const auto k = static_cast<size_t>(shape.labels);
  for (const ReadVotes& row : votes) {
    const int32_t vote = row.labels[t];
    if (vote == kNoLabel) continue;
    const auto first = static_cast<uint32_t>(SlotOf(row, t, shape.contexts, shape.outside)) *
                       static_cast<uint32_t>(k);
    const auto weight = static_cast<float>(shape.weight * row.weight);
    const float* soft = SoftVote(row, t, k);
    if (!soft) {
      ids_.push_back(first + static_cast<uint32_t>(vote));
      weights_.push_back(weight);
      continue;
    }
    for (size_t n = 0; n < k; ++n) {
      if (soft[n] <= 0) continue;
      ids_.push_back(first + static_cast<uint32_t>(n));
      weights_.push_back(weight * soft[n]);
    }
  }
}

std::vector<VoteRows> ReadVoteRows(const Corpus& corpus, const VoteSettings& settings,
                                   const LabelSet& labels, const VoteShape& shape) {
  VoteReader reader(corpus, settings, labels);
  std::vector<VoteRows> rows;
  rows.reserve(static_cast<size_t>(corpus.num_sentences()));
  for (int64_t s = 0; s < corpus.num_sentences(); ++s) {
    rows.emplace_back(reader.Read(s), static_cast<size_t>(corpus.length(s)), shape);
  }
  return rows;
}

}  // namespace weft

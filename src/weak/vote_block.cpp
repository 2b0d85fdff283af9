#include "weak/vote_block.h"

#include <xxhash.h>

#include <algorithm>

namespace weft {

void VoteBlock::Build(VoteReader* reader, int64_t first, int64_t last) {
  const VoteSettings& settings = reader->settings();
  SetShape({static_cast<int32_t>(settings.sources.size()), reader->labels(), settings.contexts});
  outside_ = reader->outside();
  first_ = first;
  last_ = last;
  token_patterns_.clear();
  rows_.clear();
  ends_.clear();
  soft_.clear();
  opinions_.clear();
  pattern_index_.Clear();
  soft_index_.Clear();
  for (int64_t s = first; s < last; ++s) {
    const std::vector<ReadVotes>& rows = reader->Read(s);
    const size_t length = static_cast<size_t>(reader->corpus().length(s));
    for (size_t t = 0; t < length; ++t) Add(rows, t);
    opinions_.push_back(std::any_of(rows.begin(), rows.end(), [&](const ReadVotes& votes) {
      return std::any_of(votes.labels, votes.labels + length,
                         [](int32_t label) { return label != kNoLabel; });
    }));
  }
  Weigh(settings.redundancy);
}

void VoteBlock::Weigh(const std::vector<double>& redundancy) {
  weights_.clear();
  if (redundancy.empty()) return;
  weights_.resize(rows_.size());
  std::vector<size_t> sources, before;
  int64_t before_begin = 0;
  for (int64_t p = 0; p < patterns(); ++p) {
    sources.clear();
    for (int32_t row : Rows(p)) sources.push_back(static_cast<size_t>(VoteOf(row).source));
    double* weights = weights_.data() + Begin(p);
    if (sources == before) {  // as on most tokens of a sentence
      std::copy_n(weights_.data() + before_begin, sources.size(), weights);
      continue;
    }
    WeighSources(redundancy, static_cast<size_t>(shape_.sources), sources, weights);
    before.swap(sources);
    before_begin = Begin(p);
  }
}

void VoteBlock::Add(const std::vector<ReadVotes>& rows, size_t t) {
  picked_.clear();
  for (const ReadVotes& votes : rows) picked_.push_back(RowOf(votes, t));
  const uint64_t hash = XXH3_64bits(picked_.data(), picked_.size() * sizeof(int32_t));
  int32_t pattern = pattern_index_.Find(hash, [&](int32_t p) {
    const Span<const int32_t> known = Rows(p);
    return std::equal(known.begin(), known.end(), picked_.begin(), picked_.end());
  });
  if (pattern < 0) {
    pattern = pattern_index_.Add(hash);
    rows_.insert(rows_.end(), picked_.begin(), picked_.end());
    ends_.push_back(static_cast<int64_t>(rows_.size()));
  }
  token_patterns_.push_back(pattern);
}

// Fills in what the rows of hard votes stand for, and forgets those of soft ones.
void VoteBlock::SetShape(const VoteTableShape& shape) {
  if (votes_.empty() || !(shape == shape_)) {
    shape_ = shape;
    votes_.clear();
    for (int32_t slot = 0; slot < shape.slots(); ++slot) {
      for (int32_t vote = 0; vote <= shape.labels; ++vote) {
        votes_.push_back(
            {slot / shape.contexts, slot, vote == shape.labels ? kNoLabel : vote, nullptr});
      }
    }
  }
  votes_.resize(shape_.rows());
}

int32_t VoteBlock::RowOf(const ReadVotes& votes, size_t t) {
  const int32_t label = votes.labels[t], slot = SlotOf(votes, t, shape_.contexts, outside_);
  if (label == kNoLabel || !votes.soft) return shape_.Row(slot, label);
  const size_t k = static_cast<size_t>(shape_.labels);
  const float* p = votes.soft + t * k;
  const float top = p[label];
  // Certain, or a hard vote among soft ones: no sum over labels is needed for it.
  if (top == 0 || top >= 1) return shape_.Row(slot, label);
  const uint64_t hash = XXH3_64bits_withSeed(p, k * sizeof(float), static_cast<XXH64_hash_t>(slot));
  int32_t id = soft_index_.Find(hash, [&](int32_t i) {
    const SoftVote& known = soft_[static_cast<size_t>(i)];
    return known.slot == slot && std::equal(known.p.begin(), known.p.end(), p);
  });
  if (id < 0) {
    id = soft_index_.Add(hash);
    soft_.push_back({slot, label, std::vector<float>(p, p + k)});
    votes_.push_back({votes.source, slot, label, soft_.back().p.data()});
  }
  return static_cast<int32_t>(shape_.rows()) + id;
}

VoteTableShape ShapeOf(const VoteSettings& settings, const LabelSet& labels) {
  return {static_cast<int32_t>(settings.sources.size()), labels.size(), settings.contexts};
}

}  // namespace weft

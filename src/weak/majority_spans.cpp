#include <xxhash.h>

#include <algorithm>
#include <numeric>
#include <tuple>

#include "weak/majority.h"

namespace weft {
namespace {

// A span that some sources name.
struct Candidate {
  SpanReader::Raw span;
  double votes;   // for it
  uint64_t hash;  // of its words and type: the last word on ties
};

class SpanMajority : public Majority {
 public:
  explicit SpanMajority(const MajoritySettings& settings)
      : settings_(settings), reader_(*settings.labels, settings.scheme) {}

  void Label(const std::vector<ReadVotes>& rows, const Corpus& corpus, int64_t first,
             Span<int32_t> labels) override {
    Collect(rows, labels.size());
    for (Candidate& candidate : candidates_) candidate.hash = Hash(candidate, corpus, first);
    std::sort(candidates_.begin(), candidates_.end(), [](const Candidate& a, const Candidate& b) {
      const int64_t a_length = a.span.end - a.span.begin, b_length = b.span.end - b.span.begin;
      return std::tie(b.votes, b_length, a.hash, a.span.begin) <
             std::tie(a.votes, a_length, b.hash, b.span.begin);
    });
    std::vector<uint8_t> taken(labels.size(), 0);
    std::vector<LabelSpan> spans;
    for (const Candidate& candidate : candidates_) {
      const auto begin = taken.begin() + candidate.span.begin;
      const auto end = taken.begin() + candidate.span.end;
      if (std::find(begin, end, 1) != end || Against(rows, candidate.span) > candidate.votes) {
        continue;
      }
      std::fill(begin, end, uint8_t{1});
      spans.push_back({candidate.span.begin, candidate.span.end,
                       reader_.types()[static_cast<size_t>(candidate.span.type)]});
    }
    std::sort(spans.begin(), spans.end());
    const std::vector<std::string> names =
        EncodeSpans(spans, static_cast<int64_t>(labels.size()), settings_.scheme);
    for (size_t t = 0; t < labels.size(); ++t) labels[t] = settings_.labels->Find(names[t]);
  }

 private:
  // The mean weight of a row's votes on [begin, end): that of its source, times the probabilities
  // that it gives them where they are soft.
  double Weight(const ReadVotes& row, int64_t begin, int64_t end) const {
    const double weight =
        settings_.weights.empty() ? 1 : settings_.weights[static_cast<size_t>(row.source)];
    if (!row.soft) return weight;
    const size_t k = static_cast<size_t>(settings_.labels->size());
    double sum = 0;
    for (int64_t t = begin; t < end; ++t) {
      const float p = row.soft[static_cast<size_t>(t) * k + static_cast<size_t>(row.labels[t])];
      sum += p > 0 ? static_cast<double>(p) : 1;
    }
    return weight * sum / static_cast<double>(end - begin);
  }

  void Collect(const std::vector<ReadVotes>& rows, size_t length) {
    candidates_.clear();
    for (const ReadVotes& row : rows) {
      reader_.ReadRaw(Span<const int32_t>(row.labels, length), SpanMode::kConlleval, &spans_);
      for (const SpanReader::Raw& span : spans_) {
        const double weight = Weight(row, span.begin, span.end);
        const auto same =
            std::find_if(candidates_.begin(), candidates_.end(), [&](const Candidate& c) {
              return c.span.begin == span.begin && c.span.end == span.end &&
                     c.span.type == span.type;
            });
        if (same == candidates_.end()) {
          candidates_.push_back({span, weight, 0});
        } else {
          same->votes += weight;
        }
      }
    }
  }

  // The weight of the sources that say O all along.
  double Against(const std::vector<ReadVotes>& rows, const SpanReader::Raw& span) const {
    double sum = 0;
    for (const ReadVotes& row : rows) {
      const bool outside =
          std::all_of(row.labels + span.begin, row.labels + span.end,
                      [&](int32_t label) { return label == settings_.no_opinion; });
      if (outside) sum += Weight(row, span.begin, span.end);
    }
    return sum;
  }

  uint64_t Hash(const Candidate& candidate, const Corpus& corpus, int64_t first) const {
    std::string content = reader_.types()[static_cast<size_t>(candidate.span.type)];
    for (int64_t t = candidate.span.begin; t < candidate.span.end; ++t) {
      content += '\0';
      content += corpus.token(first + t);
    }
    return XXH3_64bits(content.data(), content.size());
  }

  const MajoritySettings settings_;
  const SpanReader reader_;
  std::vector<SpanReader::Raw> spans_;
  std::vector<Candidate> candidates_;
};

}  // namespace

std::unique_ptr<Majority> NewSpanMajority(const MajoritySettings& settings) {
  if (settings.scheme != Scheme::kPlain) return std::make_unique<SpanMajority>(settings);
  MajoritySettings tokens = settings;
  tokens.tie_order.resize(static_cast<size_t>(settings.labels->size()));
  std::iota(tokens.tie_order.begin(), tokens.tie_order.end(), 0);
  return NewTokenMajority(tokens);
}

}  // namespace weft

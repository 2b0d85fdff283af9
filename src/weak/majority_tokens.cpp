#include <algorithm>

#include "weak/label_parts.h"
#include "weak/majority.h"
#include "weak/sha1.h"

namespace weft {
namespace {

constexpr double kTie = 1e-9;  // sums of weights that differ by less are equal

double WeightOf(const MajoritySettings& settings, const ReadVotes& row) {
  return settings.weights.empty() ? 1 : settings.weights[static_cast<size_t>(row.source)];
}

// Adds the votes at token `t` by class: `classes` [K] maps labels to classes.
void CountVotes(const MajoritySettings& settings, const std::vector<ReadVotes>& rows, size_t t,
                const std::vector<size_t>& classes, std::vector<double>* counts) {
  const size_t k = classes.size();
  for (const ReadVotes& row : rows) {
    if (row.labels[t] == kNoLabel) continue;
    const double weight = WeightOf(settings, row);
    const float* p = row.soft ? row.soft + t * k : nullptr;
    const size_t label = static_cast<size_t>(row.labels[t]);
    if (!p || p[label] == 0) {
      (*counts)[classes[label]] += weight;
      continue;
    }
    for (size_t v = 0; v < k; ++v) (*counts)[classes[v]] += weight * static_cast<double>(p[v]);
  }
}

class TokenMajority : public Majority {
 public:
  explicit TokenMajority(const MajoritySettings& settings)
      : settings_(settings), counts_(static_cast<size_t>(settings.labels->size())) {
    for (size_t z = 0; z < counts_.size(); ++z) classes_.push_back(z);
  }

  void Label(const std::vector<ReadVotes>& rows, const Corpus&, int64_t,
             Span<int32_t> labels) override {
    for (size_t t = 0; t < labels.size(); ++t) {
      std::fill(counts_.begin(), counts_.end(), 0.0);
      CountVotes(settings_, rows, t, classes_, &counts_);
      int32_t best = settings_.no_opinion;
      double most = 0;
      for (int32_t label : settings_.tie_order) {
        const double count = counts_[static_cast<size_t>(label)];
        if (count > most + kTie) {
          most = count;
          best = label;
        }
      }
      labels[t] = best;
    }
  }

 private:
  const MajoritySettings settings_;
  std::vector<size_t> classes_;
  std::vector<double> counts_;
};

class WrenchMajority : public Majority {
 public:
  explicit WrenchMajority(const MajoritySettings& settings)
      : settings_(settings), parts_(*settings.labels, settings.scheme), counts_(parts_.classes()) {}

  void Label(const std::vector<ReadVotes>& rows, const Corpus&, int64_t first,
             Span<int32_t> labels) override {
    winners_.clear();
    for (size_t t = 0; t < labels.size(); ++t) {
      std::fill(counts_.begin(), counts_.end(), 0.0);
      CountVotes(settings_, rows, t, parts_.class_of, &counts_);
      winners_.push_back(Winner(first + static_cast<int64_t>(t)));
    }
    settings_.scheme == Scheme::kPlain ? WritePlain(labels) : WriteSpans(labels);
  }

 private:
  // The class with the most votes; class 0 where there are none.
  size_t Winner(int64_t token) {
    const double most = *std::max_element(counts_.begin(), counts_.end());
    if (most <= 0) return parts_.class_of[static_cast<size_t>(settings_.no_opinion)];
    tied_.clear();
    for (size_t c = 0; c < counts_.size(); ++c) {
      if (counts_[c] > most - kTie) tied_.push_back(c);
    }
    if (tied_.size() == 1) return tied_[0];
    return tied_[Sha1Modulo(std::to_string(token), static_cast<uint32_t>(tied_.size()))];
  }

  void WritePlain(Span<int32_t> labels) const {
    for (size_t t = 0; t < labels.size(); ++t) {
      const std::string& name = parts_.names[winners_[t]];
      labels[t] = settings_.labels->Find(name.empty() ? "O" : name);
    }
  }

  void WriteSpans(Span<int32_t> labels) {
    std::vector<LabelSpan> spans;
    for (size_t t = 0; t < winners_.size(); ++t) {
      if (parts_.names[winners_[t]].empty()) continue;
      if (t > 0 && winners_[t - 1] == winners_[t]) {
        ++spans.back().end;
      } else {
        const int64_t begin = static_cast<int64_t>(t);
        spans.push_back({begin, begin + 1, parts_.names[winners_[t]]});
      }
    }
    const std::vector<std::string> names =
        EncodeSpans(spans, static_cast<int64_t>(labels.size()), settings_.scheme);
    for (size_t t = 0; t < labels.size(); ++t) labels[t] = settings_.labels->Find(names[t]);
  }

  const MajoritySettings settings_;
  const LabelParts parts_;
  std::vector<double> counts_;
  std::vector<size_t> winners_, tied_;
};

}  // namespace

std::unique_ptr<Majority> NewTokenMajority(const MajoritySettings& settings) {
  return std::make_unique<TokenMajority>(settings);
}

std::unique_ptr<Majority> NewWrenchMajority(const MajoritySettings& settings) {
  return std::make_unique<WrenchMajority>(settings);
}

}  // namespace weft

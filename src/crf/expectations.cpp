#include "crf/expectations.h"

#include <algorithm>
#include <map>

#include "core/error.h"
#include "method/weight_column.h"
#include "text/derive.h"
#include "text/quote.h"

namespace weft {
ExpectationSettings GroupLabels(const LabelSet& labels, const std::string& groups) {
  const LabelMap map =
      groups == "labels" || groups == "types" ? LabelMap() : LabelMap::Parse(groups);
  ExpectationSettings settings;
  settings.unused_groups = map.Unused(labels.names());
  std::map<std::string, int32_t> ids;
  for (const std::string& label : labels.names()) {
    const TagParts tag = SplitTag(label);
    const bool typed = groups == "types" && tag.prefix != '\0' && tag.prefix != 'O';
    const std::string group = typed ? std::string(tag.type) : map.MapOne(label, "option groups");
    Require(!group.empty(), "option groups leaves label ", Quote(label), " without a group");
    settings.group_of_label.push_back(
        ids.emplace(group, static_cast<int32_t>(ids.size())).first->second);
  }
  settings.groups = static_cast<int32_t>(ids.size());
  return settings;
}

Expectations::Expectations(const Corpus& corpus, ExpectationSettings settings)
    : settings_(std::move(settings)),
      share_(settings_.group_of_label.size()),
      row_of_(static_cast<size_t>(corpus.num_tokens()), -1),
      any_(static_cast<size_t>(corpus.num_sentences()), 0) {
  const std::vector<int32_t>& group = settings_.group_of_label;
  for (size_t y = 0; y < group.size(); ++y) {
    share_[y] = 1.0 / static_cast<double>(std::count(group.begin(), group.end(), group[y]));
  }
  std::vector<int64_t> weight_columns;
  for (const std::string& source : corpus.sources()) {
    weight_columns.push_back(corpus.FindColumn(WeightColumn(source)));
  }
  for (int64_t s = 0; s < corpus.num_sentences(); ++s) AddSentence(corpus, s, weight_columns);
}

void Expectations::AddSentence(const Corpus& corpus, int64_t s,
                               const std::vector<int64_t>& weight_columns) {
  const Span<const int32_t> gold = corpus.gold(s);
  const size_t k = share_.size();
  const double of_sentence =
      settings_.sentence_weights.empty()
          ? 1
          : static_cast<double>(settings_.sentence_weights[static_cast<size_t>(s)]);
  if (of_sentence == 0) return;
  std::vector<double> sums(static_cast<size_t>(settings_.groups));
  for (int64_t t = corpus.begin(s); t < corpus.end(s); ++t) {
    const auto at = static_cast<size_t>(t - corpus.begin(s));
    if (gold[at] != kNoLabel) continue;
    std::fill(sums.begin(), sums.end(), 0.0);
    double total = 0, of_sources = 0;
    for (int64_t v = 0; v < corpus.num_votes(s); ++v) {
      const VoteRow votes = corpus.votes(s, v);
      if (votes.labels[at] == kNoLabel) continue;
      const int64_t column = weight_columns[static_cast<size_t>(votes.source)];
      const double of_source = settings_.source_weights.empty()
                                   ? 1
                                   : settings_.source_weights[static_cast<size_t>(votes.source)];
      const double weight = of_source * (column < 0 ? 1 : WeightAt(corpus, column, s, t));
      total += weight;
      of_sources += of_source;
      if (votes.soft.empty()) {
        sums[static_cast<size_t>(
            settings_.group_of_label[static_cast<size_t>(votes.labels[at])])] += weight;
        continue;
      }
      const float* p = votes.soft.data() + at * k;
      for (size_t y = 0; y < k; ++y) {
        sums[static_cast<size_t>(settings_.group_of_label[y])] +=
            weight * static_cast<double>(p[y]);
      }
    }
    if (total > 0) {
      AddToken(t, of_sentence * total / of_sources, &sums);
      any_[static_cast<size_t>(s)] = 1;
    }
  }
}

void Expectations::AddToken(int64_t t, double weight, std::vector<double>* sums) {
  row_of_[static_cast<size_t>(t)] = num_tokens();
  weights_.push_back(static_cast<float>(weight));
  if (settings_.hard) {
    const auto best = std::max_element(sums->begin(), sums->end()) - sums->begin();
    std::fill(sums->begin(), sums->end(), 0.0);
    (*sums)[static_cast<size_t>(best)] = 1;
  }
  double sum = 0;  // distributions in single precision sum to 1 only nearly
  for (const double p : *sums) sum += p;
  for (const double p : *sums) rows_.push_back(static_cast<float>(p / sum));
}

void Expectations::AddLabels(int64_t t, double* counts) const {
  const Span<const float> expected = row(t);
  for (size_t y = 0; y < share_.size() && !expected.empty(); ++y) {
    const auto group = static_cast<size_t>(settings_.group_of_label[y]);
    counts[y] += static_cast<double>(expected[group]) * share_[y];
  }
}

}  // namespace weft

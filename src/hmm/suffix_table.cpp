#include "hmm/suffix_table.h"

#include <algorithm>
#include <cmath>

#include "core/error.h"
#include "method/archive.h"
#include "text/casing.h"

namespace weft {
namespace {

constexpr double kRare = 10;
constexpr size_t kLongest = 10;        // code points
constexpr double kNothingLeft = 1e-9;  // of counts that were taken away again

// Where the last code points of a word begin, from the last one on.
std::vector<size_t> EndingBegins(std::string_view word) {
  std::vector<size_t> begins;
  for (size_t i = word.size(); i-- > 0 && begins.size() < kLongest;) {
    const bool continues = (static_cast<unsigned char>(word[i]) & 0xC0) == 0x80;
    if (!continues) begins.push_back(i);
  }
  return begins;
}

}  // namespace

// Keys from the least to the most that is known of the word.
template <typename Visit>
void SuffixTable::ForEndings(std::string_view word, Visit visit) const {
  std::string key(1, static_cast<char>('A' + CasingOf(word)));
  visit(key);
  for (const size_t begin : EndingBegins(word)) {
    key.resize(1);
    key += word.substr(begin);
    visit(key);
  }
}

void SuffixTable::Node::Add(int32_t label, double count) {
  total += count;
  for (TagCounts::Entry& entry : tags) {
    if (entry.label != label) continue;
    entry.count += count;
    return;
  }
  tags.push_back({label, count});
}

// Brants' θ: the standard deviation of the tags' probabilities.
void SuffixTable::SetPriors(std::vector<double> priors) {
  priors_ = std::move(priors);
  const auto k = static_cast<double>(priors_.size());
  double variance = 0;
  for (const double p : priors_) variance += (p - 1 / k) * (p - 1 / k);
  theta_ = std::max(1e-3, k > 1 ? std::sqrt(variance / (k - 1)) : 0);
}

void SuffixTable::Settle(const TagCounts& counts) {
  const auto k = static_cast<double>(counts.labels());
  double all = 0;
  for (const double count : counts.emitted) all += count;
  std::vector<double> priors;
  for (const double count : counts.emitted) priors.push_back((count + 1) / (all + k));
  SetPriors(std::move(priors));
}

void SuffixTable::Count(const TagCounts& counts, std::string_view word, double sign) {
  const int32_t id = counts.words.Find(word);
  if (id < 0 || counts.Total(id) > kRare) return;
  const std::vector<TagCounts::Entry>& tags = counts.emissions[static_cast<size_t>(id)];
  if (tags.empty()) return;
  ForEndings(word, [&](const std::string& ending) {
    const auto node = static_cast<size_t>(endings_.Insert(ending));
    if (node == nodes_.size()) nodes_.emplace_back();
    for (const TagCounts::Entry& entry : tags) nodes_[node].Add(entry.label, sign * entry.count);
  });
}

SuffixTable::SuffixTable(const TagCounts& counts) {
  for (int32_t word = 0; word < counts.words.size(); ++word) Add(counts, counts.words.key(word));
  Settle(counts);
}

std::string SuffixTable::Save() const {
  std::vector<std::string> endings;
  std::vector<uint64_t> ends;
  std::vector<int32_t> labels;
  std::vector<double> counts;
  for (int32_t id = 0; id < endings_.size(); ++id) {
    endings.emplace_back(endings_.key(id));
    for (const TagCounts::Entry& entry : nodes_[static_cast<size_t>(id)].tags) {
      labels.push_back(entry.label);
      counts.push_back(entry.count);
    }
    ends.push_back(labels.size());
  }
  return ToSection(endings, ends, labels, counts, priors_);
}

std::shared_ptr<const SuffixTable> SuffixTable::Load(std::string_view bytes, int32_t labels) {
  std::vector<std::string> endings;
  std::vector<uint64_t> ends;
  std::vector<int32_t> tags;
  std::vector<double> counts, priors;
  FromSection(bytes, "suffixes", endings, ends, tags, counts, priors);
  RequireSize(ends.size(), endings.size(), "endings");
  RequireSize(counts.size(), tags.size(), "counts");
  RequireSize(priors.size(), static_cast<size_t>(labels), "labels");
  bool fits = true;
  for (const double prior : priors) fits = fits && prior > 0 && prior <= 1;
  std::shared_ptr<SuffixTable> table(new SuffixTable);
  table->SetPriors(std::move(priors));
  size_t at = 0;
  for (size_t i = 0; fits && i < endings.size(); ++i) {
    fits = ends[i] >= at && ends[i] <= tags.size() && table->endings_.Find(endings[i]) < 0;
    table->endings_.Insert(endings[i]);
    table->nodes_.emplace_back();
    for (; fits && at < ends[i]; ++at) {
      fits = tags[at] >= 0 && tags[at] < labels && counts[at] >= 0 && std::isfinite(counts[at]);
      if (fits) table->nodes_.back().Add(tags[at], counts[at]);
    }
  }
  if (!fits || at != tags.size()) {
    Fail(Status::kCorrupt, "the counts in section \"suffixes\" are none, or do not fit");
  }
  return table;
}

void SuffixTable::Score(std::string_view word, double* row) const {
  std::copy(priors_.begin(), priors_.end(), row);
  bool known = true;
  ForEndings(word, [&](const std::string& ending) {
    const int32_t id = known ? endings_.Find(ending) : -1;
    // Where an ending was never seen, no longer one was.
    known = id >= 0 && nodes_[static_cast<size_t>(id)].total > kNothingLeft;
    if (!known) return;
    const Node& node = nodes_[static_cast<size_t>(id)];
    for (size_t i = 0; i < priors_.size(); ++i) row[i] *= theta_ / (1 + theta_);
    for (const TagCounts::Entry& entry : node.tags) {
      row[static_cast<size_t>(entry.label)] += entry.count / node.total / (1 + theta_);
    }
  });
  for (size_t i = 0; i < priors_.size(); ++i) row[i] = std::log(row[i] / priors_[i]);
}

}  // namespace weft

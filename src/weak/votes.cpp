#include "weak/votes.h"

#include <algorithm>
#include <numeric>

#include "core/error.h"

namespace weft {
namespace {

// For each name of `from`, its index in `to`, or −1.
std::vector<int32_t> MapNames(const std::vector<std::string>& from,
                              const std::vector<std::string>& to) {
  std::vector<int32_t> ids;
  for (const std::string& name : from) {
    const auto it = std::find(to.begin(), to.end(), name);
    ids.push_back(it == to.end() ? -1 : static_cast<int32_t>(it - to.begin()));
  }
  return ids;
}

}  // namespace

const float* SoftVote(const ReadVotes& votes, size_t t, size_t labels) {
  if (!votes.soft) return nullptr;
  const float* row = votes.soft + t * labels;
  return std::all_of(row, row + labels, [](float p) { return p == 0; }) ? nullptr : row;
}

int32_t SlotOf(const ReadVotes& votes, size_t t, int32_t contexts, int32_t outside) {
  if (contexts == 1) return votes.source;
  const bool open = t > 0 && votes.labels[t - 1] != kNoLabel && votes.labels[t - 1] != outside;
  return votes.source * contexts + (open ? 1 : 0);
}

void WeighSources(const std::vector<double>& redundancy, size_t all,
                  const std::vector<size_t>& sources, double* weights) {
  for (size_t i = 0; i < sources.size(); ++i) {
    double repeated = 0;
    for (size_t other : sources) {
      if (other != sources[i]) repeated += redundancy[sources[i] * all + other];
    }
    weights[i] = 1 / (1 + repeated);
  }
}

std::vector<double> WeighSources(const VoteSettings& settings) {
  std::vector<double> weights(settings.sources.size(), 1.0);
  std::vector<size_t> all(weights.size());
  std::iota(all.begin(), all.end(), 0);
  if (!settings.redundancy.empty())
    WeighSources(settings.redundancy, all.size(), all, weights.data());
  return weights;
}

VoteReader::VoteReader(const Corpus& corpus, const VoteSettings& settings, const LabelSet& labels)
    : corpus_(corpus),
      settings_(settings),
      num_labels_(labels.size()),
      outside_(labels.Find("O")),
      source_ids_(MapNames(corpus.sources(), settings.sources)),
      label_ids_(MapLabels(corpus.labels(), labels)) {}

const std::vector<ReadVotes>& VoteReader::Read(int64_t s) {
  const size_t votes = static_cast<size_t>(corpus_.num_votes(s));
  if (buffers_.size() < votes) buffers_.resize(votes);
  used_.clear();
  for (size_t i = 0; i < votes; ++i) {
    const VoteRow row = corpus_.votes(s, static_cast<int64_t>(i));
    if (source_ids_[static_cast<size_t>(row.source)] < 0) continue;
    Row* buffer = &buffers_[used_.size()];
    Fill(row, buffer);
    used_.push_back(buffer);
  }
  // The model's order, so that sums run in the same order whatever the corpus's own.
  std::sort(used_.begin(), used_.end(),
            [](const Row* a, const Row* b) { return a->source < b->source; });
  if (outside_ != kNoLabel) {
    DropOutsideVotes(static_cast<size_t>(corpus_.length(s)));
    SpreadOutsideVotes(static_cast<size_t>(corpus_.length(s)));
  }
  rows_.clear();
  for (const Row* row : used_) {
    rows_.push_back(
        {row->source, row->labels.data(), row->soft.empty() ? nullptr : row->soft.data()});
  }
  if (!settings_.redundancy.empty()) Weigh();
  return rows_;
}

// The sources of one sentence are mostly those of the one before.
void VoteReader::Weigh() {
  const bool same = std::equal(rows_.begin(), rows_.end(), weighed_.begin(), weighed_.end(),
                               [](const ReadVotes& row, size_t source) {
                                 return static_cast<size_t>(row.source) == source;
                               });
  if (!same) {
    weighed_.clear();
    for (const ReadVotes& row : rows_) weighed_.push_back(static_cast<size_t>(row.source));
    weights_.resize(weighed_.size());
    WeighSources(settings_.redundancy, settings_.sources.size(), weighed_, weights_.data());
  }
  for (size_t i = 0; i < rows_.size(); ++i) rows_[i].weight = weights_[i];
}

int32_t VoteReader::Known(int32_t source, int32_t label) const {
  if (label == kNoLabel) return kNoLabel;
  const int32_t id = label_ids_[static_cast<size_t>(label)];
  if (id == kNoLabel || settings_.repertoire.empty()) return id;
  const size_t i = static_cast<size_t>(source) * static_cast<size_t>(num_labels_);
  return settings_.repertoire[i + static_cast<size_t>(id)] ? id : kNoLabel;
}

void VoteReader::Fill(const VoteRow& votes, Row* row) const {
  row->source = source_ids_[static_cast<size_t>(votes.source)];
  row->labels.resize(votes.labels.size());
  for (size_t t = 0; t < votes.labels.size(); ++t) {
    row->labels[t] = Known(row->source, votes.labels[t]);
  }
  row->soft.clear();
  if (!votes.soft.empty()) FillSoft(votes, row);
}

void VoteReader::FillSoft(const VoteRow& votes, Row* row) const {
  const size_t k = static_cast<size_t>(num_labels_), width = label_ids_.size();
  row->soft.assign(row->labels.size() * k, 0.0f);
  for (size_t t = 0; t < row->labels.size(); ++t) {
    float* out = row->soft.data() + t * k;
    float sum = 0;
    bool dropped = false;
    for (size_t v = 0; v < width; ++v) {
      const int32_t id = Known(row->source, static_cast<int32_t>(v));
      if (id == kNoLabel) {
        dropped = dropped || votes.soft[t * width + v] > 0;
        continue;
      }
      out[id] = votes.soft[t * width + v];
      sum += out[id];
    }
    row->labels[t] =
        sum > 0 ? static_cast<int32_t>(std::max_element(out, out + k) - out) : kNoLabel;
    for (size_t v = 0; v < k && dropped && sum > 0; ++v) out[v] /= sum;
  }
}

bool VoteReader::AnyNames(size_t t) const {
  return std::any_of(used_.begin(), used_.end(),
                     [&](const Row* row) { return row->Names(t, outside_); });
}

void VoteReader::DropOutsideVotes(size_t length) {
  const auto rule = [&](const Row* row) {
    return settings_.o_means[static_cast<size_t>(row->source)];
  };
  if (std::all_of(used_.begin(), used_.end(),
                  [&](const Row* row) { return rule(row) == OMeans::kOutside; })) {
    return;
  }
  for (size_t t = 0; t < length; ++t) {
    const bool any = AnyNames(t);
    for (Row* row : used_) {
      const bool drop =
          rule(row) == OMeans::kAbstain || (rule(row) == OMeans::kAbstainIfAny && any);
      if (drop && row->labels[t] == outside_) row->labels[t] = kNoLabel;
    }
  }
}

void VoteReader::SpreadOutsideVotes(size_t length) {
  if (settings_.sparsity_epsilon == 0 || num_labels_ < 2) return;
  const size_t k = static_cast<size_t>(num_labels_);
  const float inside = static_cast<float>(settings_.sparsity_epsilon);
  const float others = (1 - inside) / static_cast<float>(k - 1);
  for (size_t t = 0; t < length; ++t) {
    if (!AnyNames(t)) continue;
    for (Row* row : used_) {
      if (row->labels[t] != outside_) continue;
      if (row->soft.empty()) row->soft.assign(length * k, 0.0f);
      float* out = row->soft.data() + t * k;
      std::fill(out, out + k, others);
      out[outside_] = inside;
    }
  }
}

std::vector<std::string> VoteReader::Warnings() const {
  const size_t width = label_ids_.size();
  std::vector<int64_t> sentences(source_ids_.size(), 0), votes(source_ids_.size() * width, 0);
  for (int64_t s = 0; s < corpus_.num_sentences(); ++s) {
    for (int64_t i = 0; i < corpus_.num_votes(s); ++i) {
      const VoteRow row = corpus_.votes(s, i);
      const size_t j = static_cast<size_t>(row.source);
      ++sentences[j];
      for (int32_t label : row.labels) {
        if (label != kNoLabel) ++votes[j * width + static_cast<size_t>(label)];
      }
    }
  }
  std::vector<std::string> warnings;
  for (size_t j = 0; j < source_ids_.size(); ++j) {
    const std::string source = "source \"" + corpus_.sources()[j] + "\"";
    if (source_ids_[j] < 0) {
      if (sentences[j] == 0) continue;
      warnings.push_back(StrCat(source, " is not known to the model: its votes are ignored",
                                " (sentences: ", sentences[j], ")"));
      continue;
    }
    for (size_t v = 0; v < width; ++v) {
      const int32_t label = static_cast<int32_t>(v);
      const int64_t count = votes[j * width + v];
      if (count == 0 || Known(source_ids_[j], label) != kNoLabel) continue;
      warnings.push_back(StrCat(source, ": the model never saw its vote for \"",
                                corpus_.labels().name(label),
                                "\": these votes are ignored (tokens: ", count, ")"));
    }
  }
  return warnings;
}

}  // namespace weft

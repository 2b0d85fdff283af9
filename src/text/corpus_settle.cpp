// The last step of building: the final order of labels and sources.
#include <algorithm>
#include <numeric>

#include "text/corpus_builder_state.h"

namespace weft {
namespace {

// Declared labels, then the others in canonical order. Those that nobody has any more, once votes
// were brought to another scheme, are left out.
LabelSet OrderLabels(const LabelSet& labels, size_t declared, const std::vector<bool>& used) {
  LabelSet ordered, others;
  for (size_t i = 0; i < labels.names().size(); ++i) {
    if (i < declared) {
      ordered.Add(labels.names()[i]);
    } else if (used[i]) {
      others.Add(labels.names()[i]);
    }
  }
  const LabelSet canonical = others.Canonical();
  for (const std::string& name : canonical.names()) ordered.Add(name);
  return ordered;
}

// Renames sources so that declared ones come first and the others are sorted, and sorts the rows of
// each sentence by source.
void OrderSources(size_t declared, CorpusData* data) {
  std::vector<int32_t> order(data->sources.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin() + static_cast<std::ptrdiff_t>(declared), order.end(),
            [&](int32_t a, int32_t b) {
              return data->sources[static_cast<size_t>(a)] < data->sources[static_cast<size_t>(b)];
            });
  std::vector<int32_t> place(order.size());
  std::vector<std::string> names;
  for (size_t i = 0; i < order.size(); ++i) {
    place[static_cast<size_t>(order[i])] = static_cast<int32_t>(i);
    names.push_back(data->sources[static_cast<size_t>(order[i])]);
  }
  data->sources = std::move(names);
  for (CorpusData::Row& row : data->rows) row.source = place[static_cast<size_t>(row.source)];
  auto begin = data->rows.begin();
  for (int64_t row_end : data->row_ends) {
    const auto end = data->rows.begin() + row_end;
    std::sort(begin, end, [](const auto& a, const auto& b) { return a.source < b.source; });
    begin = end;
  }
}

void Renumber(const std::vector<int32_t>& map, std::vector<int32_t>* ids) {
  for (int32_t& id : *ids) {
    if (id != kNoLabel) id = map[static_cast<size_t>(id)];
  }
}

// Writes the list [begin, end) as a row of K probabilities; returns the label with the highest.
int32_t SpreadDistribution(const std::pair<int32_t, float>* begin,
                           const std::pair<int32_t, float>* end, const std::vector<int32_t>& map,
                           size_t width, float* row) {
  float sum = 0;
  for (auto p = begin; p != end; ++p) {
    row[map[static_cast<size_t>(p->first)]] = p->second;
    sum += p->second;
  }
  if (begin == end) return kNoLabel;
  // Rounded input is brought to sum 1; what already sums to it stays as it is, bit by bit.
  if (sum < 1 - 1e-5f || sum > 1 + 1e-5f) {
    for (size_t k = 0; k < width; ++k) row[k] /= sum;
  }
  return static_cast<int32_t>(std::max_element(row, row + width) - row);
}

}  // namespace

void CorpusBuilder::State::SettleLabels() {
  std::vector<bool> used(data.labels.names().size(), false);
  for (const auto* ids : {&data.gold, &data.vote_labels}) {
    for (const int32_t id : *ids) {
      if (id != kNoLabel) used[static_cast<size_t>(id)] = true;
    }
  }
  for (const auto& [id, p] : soft) used[static_cast<size_t>(id)] = true;
  const LabelSet ordered = OrderLabels(data.labels, options.labels.size(), used);
  const std::vector<int32_t> map = MapLabels(data.labels, ordered);
  data.labels = ordered;
  Renumber(map, &data.gold);
  Renumber(map, &data.vote_labels);

  const auto width = static_cast<size_t>(ordered.size());
  data.vote_soft.assign(soft_ends.size() * width, 0.0f);
  for (size_t i = 0; i < data.rows.size(); ++i) {
    CorpusData::Row& row = data.rows[i];
    if (row.soft < 0) continue;
    const size_t end = i + 1 < data.rows.size() ? static_cast<size_t>(data.rows[i + 1].labels)
                                                : data.vote_labels.size();
    auto token = static_cast<size_t>(row.soft);
    for (auto t = static_cast<size_t>(row.labels); t < end; ++t, ++token) {
      const int64_t first = token == 0 ? 0 : soft_ends[token - 1];
      data.vote_labels[t] = SpreadDistribution(soft.data() + first, soft.data() + soft_ends[token],
                                               map, width, data.vote_soft.data() + token * width);
    }
    row.soft = width == 0 ? -1 : row.soft * static_cast<int64_t>(width);
  }
}

std::shared_ptr<const Corpus> CorpusBuilder::Finish() {
  const std::unique_ptr<State> state = std::move(state_);
  state_ = std::make_unique<State>(state->options, state->data.name);
  state->SettleScheme();
  state->SettleLabels();
  CorpusData& data = state->data;
  const CorpusOptions& options = state->options;
  OrderSources(options.sources.size(), &data);
  auto corpus = std::make_shared<const Corpus>(std::move(data));
  return options.convert ? ConvertScheme(*corpus, options.convert_to) : corpus;
}

}  // namespace weft

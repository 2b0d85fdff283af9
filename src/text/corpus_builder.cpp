#include <algorithm>

#include "core/error.h"
#include "text/corpus_builder_state.h"
#include "text/corpus_check.h"
#include "text/quote.h"

namespace weft {

int32_t CorpusBuilder::State::Label(const std::string& name) {
  if (name.empty()) return kNoLabel;
  if (name == last_label) return last_id;
  last_id = data.labels.Add(name);
  last_label = name;
  return last_id;
}

int32_t CorpusBuilder::State::LabelOf(size_t part, const std::string& name,
                                      const SentenceData& sentence, size_t t) {
  const int32_t id = Label(name);
  if (id == kNoLabel) return id;
  std::vector<std::string>& known = places[part];
  if (static_cast<size_t>(id) >= known.size()) known.resize(static_cast<size_t>(id) + 1);
  std::string& place = known[static_cast<size_t>(id)];
  if (place.empty()) place = TokenPlace(sentence, t, data.name);
  return id;
}

int32_t CorpusBuilder::State::Source(const std::string& name) {
  const auto [it, added] = source_ids.emplace(name, static_cast<int32_t>(data.sources.size()));
  if (added) {
    data.sources.push_back(name);
    places.emplace_back();
  }
  return it->second;
}

void CorpusBuilder::State::AddVotes(const NamedVotes& votes, const SentenceData& sentence) {
  const bool is_soft = !votes.soft.empty();
  const int32_t source = Source(votes.source);
  const size_t part = static_cast<size_t>(source) + 1;
  data.rows.push_back({source, static_cast<int64_t>(data.vote_labels.size()),
                       is_soft ? static_cast<int64_t>(soft_ends.size()) : -1});
  if (!is_soft) {
    for (size_t t = 0; t < votes.labels.size(); ++t) {
      data.vote_labels.push_back(LabelOf(part, votes.labels[t], sentence, t));
    }
    return;
  }
  for (size_t t = 0; t < votes.soft.size(); ++t) {
    for (const auto& [label, p] : votes.soft[t]) {
      soft.emplace_back(p > 0 ? LabelOf(part, label, sentence, t) : Label(label), p);
    }
    soft_ends.push_back(static_cast<int64_t>(soft.size()));
    data.vote_labels.push_back(kNoLabel);  // the arg-max, once labels have their final order
  }
}

void CorpusBuilder::State::AddAttributes(const SentenceData& sentence) {
  if (sentence.attributes.empty() && data.attribute_ends.empty()) return;
  // Sentences before the first that has attributes have none.
  const auto tokens = static_cast<size_t>(data.columns[0].size());
  data.attribute_ends.resize(tokens, data.attributes.size());
  for (size_t t = 0; t < sentence.tokens.size(); ++t) {
    if (!sentence.attributes.empty()) {
      for (const auto& [name, value] : sentence.attributes[t]) {
        data.attributes.Append(name);
        data.attribute_values.push_back(value);
      }
    }
    data.attribute_ends.push_back(data.attributes.size());
  }
}

void CorpusBuilder::State::AddDocument(const SentenceData& sentence) {
  const int64_t next = data.document_names.size();
  int64_t document = data.documents.empty() ? next : data.documents.back();
  if (!sentence.document.empty()) {
    document = document_ids.emplace(sentence.document, next).first->second;
  } else if (sentence.starts_document) {
    document = next;
  }
  if (document == next) data.document_names.Append(sentence.document);
  data.documents.push_back(document);
}

namespace {

CorpusOptions WithMappedLabels(CorpusOptions options) {
  if (options.map.empty()) return options;
  LabelSet mapped;
  for (const std::string& label : options.labels) {
    for (const std::string& target : options.map.Map(label)) mapped.Add(target);
  }
  options.labels = mapped.names();
  return options;
}

// "" is no label, before and after.
void MapNames(const LabelMap& map, const std::string& where, std::vector<std::string>* labels) {
  for (std::string& label : *labels) {
    if (!label.empty()) label = map.MapOne(label, where);
  }
}

SentenceData WithMappedLabels(const LabelMap& map, SentenceData sentence) {
  MapNames(map, sentence.where, &sentence.labels);
  for (NamedVotes& votes : sentence.votes) {
    MapNames(map, sentence.where, &votes.labels);
    for (auto& distribution : votes.soft) distribution = map.MapDistribution(distribution);
  }
  return sentence;
}

}  // namespace

CorpusBuilder::State::State(CorpusOptions declared, std::string name)
    : options(WithMappedLabels(std::move(declared))) {
  CheckOptions(options);
  data.name = std::move(name);
  data.labels = LabelSet(options.labels);
  places[0].assign(options.labels.size(), "declared labels");
  for (const std::string& source : options.sources) Source(source);
}

CorpusBuilder::CorpusBuilder(CorpusOptions options, std::string name)
    : state_(std::make_unique<State>(std::move(options), std::move(name))) {}

CorpusBuilder::~CorpusBuilder() = default;

void CorpusBuilder::SetColumns(const std::vector<std::string>& names) {
  if (num_sentences() > 0) Fail(Status::kState, "columns must be set before the first sentence");
  std::vector<std::string> all = {"token"};
  for (const std::string& name : names) {
    Require(!name.empty(), "a column must have a name");
    Require(std::find(all.begin(), all.end(), name) == all.end(), "column ", Quote(name),
            " is named twice");
    all.push_back(name);
  }
  state_->data.columns.assign(all.size(), {});
  state_->data.column_names = std::move(all);
}

int64_t CorpusBuilder::num_sentences() const {
  return static_cast<int64_t>(state_->data.sentence_ends.size());
}

void CorpusBuilder::Add(const SentenceData& sentence) {
  const LabelMap& map = state_->options.map;
  map.empty() ? AddMapped(sentence) : AddMapped(WithMappedLabels(map, sentence));
}

void CorpusBuilder::AddMapped(const SentenceData& sentence) {
  State& state = *state_;
  CorpusData& data = state.data;
  const std::vector<std::string> columns(data.column_names.begin() + 1, data.column_names.end());
  CheckSentence(sentence, columns, state.options, data.labels, data.name);
  CheckEmbeddings(sentence, data, data.name);
  const size_t length = sentence.tokens.size();

  if (length > 0) data.embedding_width = sentence.embedding_width;
  data.embeddings.insert(data.embeddings.end(), sentence.embeddings.begin(),
                         sentence.embeddings.end());
  state.AddAttributes(sentence);
  if (!sentence.offsets.empty() || !data.offsets.empty()) {
    data.offsets.resize(static_cast<size_t>(data.columns[0].size()), {-1, -1});
    data.offsets.insert(data.offsets.end(), sentence.offsets.begin(), sentence.offsets.end());
    data.offsets.resize(static_cast<size_t>(data.columns[0].size()) + length, {-1, -1});
  }
  for (const std::string& token : sentence.tokens) data.columns[0].Append(token);
  for (size_t c = 0; c < sentence.columns.size(); ++c) {
    for (const std::string& value : sentence.columns[c]) data.columns[c + 1].Append(value);
  }
  for (size_t t = 0; t < length; ++t) {
    data.gold.push_back(
        sentence.labels.empty() ? kNoLabel : state.LabelOf(0, sentence.labels[t], sentence, t));
    data.has_gold |= data.gold.back() != kNoLabel;
  }
  for (const NamedVotes& votes : sentence.votes) state.AddVotes(votes, sentence);
  data.row_ends.push_back(static_cast<int64_t>(data.rows.size()));
  data.ids.Append(sentence.id);
  data.texts.Append(sentence.text);
  state.AddDocument(sentence);
  data.sentence_ends.push_back(data.columns[0].size());
}

}  // namespace weft

// JSONL: {"id", "tokens": […], "labels": […]|null, "weak": {"source": […]}} a line.
#include "core/error.h"
#include "text/jsonl_fields.h"
#include "text/lines.h"
#include "text/quote.h"
#include "text/reader.h"

namespace weft {
namespace {

using Kind = JsonValue::Kind;

// A label or, where there is none, null; an empty label would be neither.
void FillLabel(const JsonValue& item, std::string* label) {
  if (item.is(Kind::kNull)) {
    label->clear();
    return;
  }
  if (!item.is(Kind::kString)) FailExpected(item, "a label or null");
  if (item.text().empty()) FailExpected(item, "a label, or null for none");
  *label = item.text();
}

void FillLabels(const JsonValue& list, std::vector<std::string>* labels) {
  labels->resize(list.size());
  size_t t = 0;
  for (JsonValue item : list) FillLabel(item, &(*labels)[t++]);
}

void FillDistribution(const JsonValue& item, std::vector<std::pair<std::string, float>>* soft) {
  if (item.is(Kind::kObject)) {
    ForEachMember(item, "a distribution", [&](const JsonValue& label, const JsonValue& p) {
      if (!p.is(Kind::kNumber)) FailExpected(p, "a probability");
      soft->emplace_back(label.text(), static_cast<float>(p.number()));
    });
    return;
  }
  std::string label;
  FillLabel(item, &label);
  if (!label.empty()) soft->emplace_back(label, 1.0f);
}

// One source's list. A single distribution among its votes makes the whole row soft.
void FillVotes(const JsonValue& list, NamedVotes* votes) {
  bool soft = false;
  for (JsonValue item : list) soft = soft || item.is(Kind::kObject);
  votes->soft.clear();
  if (!soft) return FillLabels(list, &votes->labels);
  votes->labels.clear();
  for (JsonValue item : list) {
    votes->soft.emplace_back();
    FillDistribution(item, &votes->soft.back());
  }
}

void FillWeak(const JsonValue& weak, std::vector<NamedVotes>* votes) {
  size_t sources = 0;
  if (!weak.is_unset()) {
    constexpr std::string_view kExpected = "\"weak\", an object of lists by source";
    ForEachMember(weak, kExpected, [&](const JsonValue& source, const JsonValue& list) {
      if (list.is(Kind::kNull)) return;  // did not annotate this sentence
      if (!list.is(Kind::kArray)) FailExpected(list, kExpected);
      if (votes->size() <= sources) votes->emplace_back();
      NamedVotes& row = (*votes)[sources++];
      row.source = source.text();
      FillVotes(list, &row);
    });
  }
  votes->resize(sources);
}

}  // namespace

std::shared_ptr<const Corpus> ReadJsonl(const ReadContext& context) {
  CorpusBuilder builder(context.options.corpus, context.name);
  JsonlCommon common(context.options, &builder);
  JsonDocument document;
  SentenceData sentence;  // reused, so that its strings keep their memory
  Lines lines(context.bytes, context.options.first_line);
  for (std::string_view line; lines.Next(&line);) {
    if (IsBlank(line)) continue;
    document.Parse(line, context.name, lines.number());
    const JsonlFields fields(document.root());
    sentence.where = StrCat(context.name, ":", lines.number());
    if (fields.tokens.is_unset()) {
      Fail(Status::kFormat, sentence.where, ": expected \"tokens\", a list of texts");
    }
    common.Fill(fields, &sentence);
    sentence.labels.clear();
    if (!fields.labels.is_unset()) {
      if (!fields.labels.is(Kind::kArray))
        FailExpected(fields.labels, "\"labels\", a list or null");
      FillLabels(fields.labels, &sentence.labels);
      // An empty list would read as "no labels at all".
      if (sentence.labels.empty() && !sentence.tokens.empty()) {
        FailExpected(fields.labels, "a label or null per token");
      }
    }
    FillWeak(fields.weak, &sentence.votes);
    AddSentence(context, &sentence, &builder);
  }
  return builder.Finish();
}

}  // namespace weft

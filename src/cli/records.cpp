#include "records.h"

#include <algorithm>

#include "output.h"

namespace weft::cli {
namespace {

constexpr double kLeast = 0.000001;

// Units of UTF-8 `text` up to byte `end`.
size_t OffsetIn(const std::string& unit, std::string_view text, size_t end) {
  if (unit == "bytes") return end;
  size_t count = 0;
  for (const char c : text.substr(0, end)) {
    const auto byte = static_cast<unsigned char>(c);
    if ((byte & 0xC0) == 0x80) continue;  // The tail of a code point.
    count += unit == "utf16" && byte >= 0xF0 ? 2 : 1;
  }
  return count;
}

}  // namespace

RecordWriter::RecordWriter(const Corpus& corpus, const Result& result)
    : corpus_(corpus),
      result_(result),
      labels_(result.label_ids()),
      marginals_(result.marginals()) {
  for (size_t i = 0; i < result.labels(); ++i) {
    names_.emplace_back();
    AppendJsonString(result.label(i), &names_.back());
  }
}

void RecordWriter::Begin(size_t sentence, std::string* json) const {
  *json += '{';
  const std::string_view id = corpus_.sentence_id(sentence), text = corpus_.text(sentence);
  if (!id.empty()) {
    *json += "\"id\":";
    AppendJsonString(id, json);
    *json += ',';
  }
  if (!text.empty()) {
    *json += "\"text\":";
    AppendJsonString(text, json);
    *json += ',';
  }
  const size_t begin = corpus_.sentence_begin(sentence), end = corpus_.sentence_begin(sentence + 1);
  *json += "\"tokens\":[";
  for (size_t t = begin; t < end; ++t) {
    if (t > begin) *json += ',';
    AppendJsonString(corpus_.token(t), json);
  }
  *json += "],\"labels\":[";
  for (size_t t = begin; t < end; ++t) {
    if (t > begin) *json += ',';
    *json += names_[static_cast<size_t>(labels_[t])];
  }
  *json += ']';
}

void RecordWriter::Offsets(size_t begin, size_t end, std::string_view text, const std::string& unit,
                           std::string* json) const {
  const size_t from = corpus_.token_offsets(begin).first;
  const size_t to = corpus_.token_offsets(end - 1).second;
  *json += ",\"start\":" + std::to_string(OffsetIn(unit, text, from)) +
           ",\"end\":" + std::to_string(OffsetIn(unit, text, to));
}

void RecordWriter::Spans(size_t sentence, const std::string& unit, std::string* json) {
  const size_t first = corpus_.sentence_begin(sentence);
  const std::string_view text = corpus_.text(sentence);
  *json += ",\"spans\":[";
  for (bool any = false; next_span_ < result_.spans().size(); ++next_span_, any = true) {
    const weft_span& span = result_.spans()[next_span_];
    if (static_cast<size_t>(span.sentence) != sentence) break;
    *json += any ? ",{\"label\":" : "{\"label\":";
    AppendJsonString(result_.type(static_cast<size_t>(span.type)), json);
    *json += ",\"begin_token\":" + std::to_string(span.begin) +
             ",\"end_token\":" + std::to_string(span.end);
    if (!text.empty()) {
      Offsets(first + static_cast<size_t>(span.begin), first + static_cast<size_t>(span.end), text,
              unit, json);
    }
    *json += ",\"confidence\":";
    AppendProbability(span.confidence, json);
    *json += '}';
  }
  *json += ']';
}

void RecordWriter::Posteriors(const std::string& name, size_t sentence, std::string* json) const {
  if (marginals_.empty()) return;
  const size_t begin = corpus_.sentence_begin(sentence), end = corpus_.sentence_begin(sentence + 1);
  *json += ",\"" + name + "\":[";
  for (size_t t = begin; t < end; ++t) {
    *json += t > begin ? ",{" : "{";
    bool any = false;
    for (size_t k = 0; k < names_.size(); ++k) {
      const double p = marginals_[t * names_.size() + k];
      if (p < kLeast) continue;
      if (any) *json += ',';
      any = true;
      *json += names_[k];
      *json += ':';
      AppendProbability(p, json);
    }
    *json += '}';
  }
  *json += ']';
}

}  // namespace weft::cli

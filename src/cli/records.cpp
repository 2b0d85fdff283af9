#include "records.h"

#include <algorithm>
#include <cstdio>

#include "output.h"

namespace weft::cli {
namespace {

constexpr double kLeast = 0.000001;

int32_t UnitOf(const std::string& name) {
  if (name == "bytes") return WEFT_BYTES;
  return name == "utf16" ? WEFT_UTF16 : WEFT_CODE_POINTS;
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
  *json += "],\"labels\":";
  LabelList(labels_.data() + begin, end - begin, json);
}

void RecordWriter::LabelList(const int32_t* labels, size_t count, std::string* json) const {
  *json += '[';
  for (size_t t = 0; t < count; ++t) {
    if (t > 0) *json += ',';
    *json += names_[static_cast<size_t>(labels[t])];
  }
  *json += ']';
}

// A text may stand beside tokens that nobody has placed in it.
bool RecordWriter::HasOffsets(size_t sentence) const {
  const size_t first = corpus_.sentence_begin(sentence);
  size_t begin, end;
  return !corpus_.text(sentence).empty() && first < corpus_.sentence_begin(sentence + 1) &&
         weft_corpus_token_offsets(corpus_.get(), first, &begin, &end) == WEFT_OK;
}

void RecordWriter::Spans(size_t sentence, const std::string& unit, std::string* json) {
  const size_t first = corpus_.sentence_begin(sentence);
  const bool in_text = HasOffsets(sentence);
  // All tokens at once: counting anew for each span would be quadratic in the length of a text.
  if (in_text && bounds_.empty()) bounds_ = corpus_.offsets(UnitOf(unit));
  *json += ",\"spans\":[";
  for (bool any = false; next_span_ < result_.spans().size(); ++next_span_, any = true) {
    const weft_span& span = result_.spans()[next_span_];
    if (static_cast<size_t>(span.sentence) != sentence) break;
    *json += any ? ",{\"label\":" : "{\"label\":";
    AppendJsonString(result_.type(static_cast<size_t>(span.type)), json);
    *json += ",\"begin_token\":" + std::to_string(span.begin) +
             ",\"end_token\":" + std::to_string(span.end);
    if (in_text) {
      const size_t from = first + static_cast<size_t>(span.begin);
      const size_t last = first + static_cast<size_t>(span.end) - 1;
      *json += ",\"start\":" + std::to_string(bounds_[2 * from]) +
               ",\"end\":" + std::to_string(bounds_[2 * last + 1]);
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

void RecordWriter::Support(size_t sentence, std::string* json) {
  const View<int32_t> counts = result_.supporter_counts(), supporters = result_.supporters();
  if (counts.empty()) return;
  const size_t begin = corpus_.sentence_begin(sentence), end = corpus_.sentence_begin(sentence + 1);
  *json += ",\"support\":[";
  for (size_t t = begin; t < end; ++t) {
    *json += t > begin ? ",[" : "[";
    for (int32_t i = 0; i < counts[t]; ++i) {
      if (i > 0) *json += ',';
      AppendJsonString(corpus_.source(static_cast<size_t>(supporters[next_supporter_++])), json);
    }
    *json += ']';
  }
  *json += ']';
}

void RecordWriter::Paths(size_t sentence, std::string* json) {
  const View<int32_t> counts = result_.path_counts();
  if (counts.empty()) return;
  const View<int32_t> labels = result_.path_labels();
  const View<double> log_probabilities = result_.path_log_probabilities();
  const size_t length = corpus_.sentence_begin(sentence + 1) - corpus_.sentence_begin(sentence);
  *json += ",\"paths\":[";
  for (int32_t i = 0; i < counts[sentence]; ++i, ++next_path_, next_path_label_ += length) {
    *json += i > 0 ? ",{\"labels\":" : "{\"labels\":";
    LabelList(labels.data() + next_path_label_, length, json);
    char number[32];
    std::snprintf(number, sizeof number, "%.9g", log_probabilities[next_path_] + 0.0);
    *json += ",\"log_probability\":";
    *json += number;
    *json += '}';
  }
  *json += ']';
}

}  // namespace weft::cli

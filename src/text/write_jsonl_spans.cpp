#include <algorithm>

#include "text/json.h"
#include "text/jsonl_writer.h"
#include "text/token_spans.h"
#include "text/writer.h"

namespace weft {
namespace {

class JsonlSpansWriter {
 public:
  explicit JsonlSpansWriter(const Corpus& corpus)
      : corpus_(corpus), reader_(corpus.labels(), corpus.scheme()) {}

  std::string Write() {
    for (int64_t s = 0; s < corpus_.num_sentences(); ++s) {
      s_ = s;
      if (corpus_.scheme() == Scheme::kPlain) Refuse(corpus_, s, "plain labels are no spans");
      sentence_ = SentenceOf(corpus_, s);
      Place();
      AppendLine();
    }
    return out_;
  }

 private:
  // Sentences that came as tokens stand in a text of their own, a blank between tokens.
  void Place() {
    if (!sentence_.offsets.empty() || sentence_.tokens.empty()) return;
    if (!sentence_.text.empty()) {
      sentence_.offsets = FindTokens(sentence_.text, sentence_.tokens, sentence_.where);
      return;
    }
    for (const std::string& token : sentence_.tokens) {
      if (!sentence_.offsets.empty()) sentence_.text += ' ';
      const auto begin = static_cast<int64_t>(sentence_.text.size());
      sentence_.text += token;
      sentence_.offsets.push_back({begin, static_cast<int64_t>(sentence_.text.size())});
    }
  }

  void AppendLine() {
    JsonObjectWriter object(&out_);
    WriteCommon(sentence_, corpus_.column_names(), &object);
    if (sentence_.text.empty()) object.Text("text", "");
    if (!sentence_.labels.empty() || sentence_.tokens.empty()) {
      AppendSpans(corpus_.gold(s_), "labels", object.Key("spans"));
    } else {
      *object.Key("spans") += "null";
    }
    JsonObjectWriter weak(object.Key("weak"));
    for (int64_t i = 0; i < corpus_.num_votes(s_); ++i) {
      const VoteRow row = corpus_.votes(s_, i);
      const std::string& source = corpus_.sources()[static_cast<size_t>(row.source)];
      if (!row.soft.empty()) Refuse(corpus_, s_, "spans cannot hold votes that are distributions");
      AppendSpans(row.labels, ("votes of source " + Quote(source)).c_str(), weak.Key(source));
    }
    weak.End();
    object.End();
    out_ += '\n';
  }

  void AppendSpans(Span<const int32_t> ids, const char* what, std::string* out) {
    if (std::find(ids.begin(), ids.end(), kNoLabel) != ids.end()) {
      Refuse(corpus_, s_, what, " lack some tokens, which spans cannot say");
    }
    std::vector<LabelSpan> spans;
    reader_.Read(ids, SpanMode::kStrict, &spans);
    const auto labels = EncodeSpans(spans, static_cast<int64_t>(ids.size()), corpus_.scheme());
    for (size_t t = 0; t < ids.size(); ++t) {
      if (labels[t] == corpus_.labels().name(ids[t])) continue;
      Refuse(corpus_, s_, what, " break the scheme ", SchemeName(corpus_.scheme()), " at token ", t,
             " and are no spans");
    }
    RequireSameTokens(spans, what);
    CodePointCounter counter(sentence_.text);
    *out += '[';
    for (const LabelSpan& span : spans) {
      if (out->back() != '[') *out += ',';
      JsonObjectWriter object(out);
      *object.Key("start") += std::to_string(counter.At(Bytes(span).begin));
      *object.Key("end") += std::to_string(counter.At(Bytes(span).end));
      object.Text("label", span.type);
      object.End();
    }
    *out += ']';
  }

  // Tokens without characters may be lost between spans: what a reader will make of it must agree.
  void RequireSameTokens(const std::vector<LabelSpan>& spans, const char* what) const {
    std::vector<TextSpan> texts;
    for (const LabelSpan& span : spans) texts.push_back(Bytes(span));
    const bool empty = std::any_of(texts.begin(), texts.end(),
                                   [](const TextSpan& span) { return span.begin >= span.end; });
    ReadReport ignored;
    if (empty || AlignSpans(texts, sentence_.text, sentence_.offsets, OffBoundary::kDrop,
                            sentence_.where, &ignored) != spans) {
      Refuse(corpus_, s_, what, " hold a span whose edge is a token without characters");
    }
  }

  TextSpan Bytes(const LabelSpan& span) const {
    return {sentence_.offsets[static_cast<size_t>(span.begin)].begin,
            sentence_.offsets[static_cast<size_t>(span.end - 1)].end, span.type};
  }

  const Corpus& corpus_;
  const SpanReader reader_;
  int64_t s_ = 0;
  SentenceData sentence_;
  std::string out_;
};

}  // namespace

std::string WriteJsonlSpans(const Corpus& corpus) { return JsonlSpansWriter(corpus).Write(); }

}  // namespace weft

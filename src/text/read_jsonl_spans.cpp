// JSONL over raw text: {"text", "spans": [{"start", "end", "label"}], "weak": {source: [spans]}} a
// line; "tokens", and "offsets" of theirs, where the text is cut into tokens already.
#include "core/error.h"
#include "text/jsonl_fields.h"
#include "text/lines.h"
#include "text/offset_table.h"
#include "text/quote.h"
#include "text/reader.h"
#include "text/token_spans.h"

namespace weft {
namespace {

using Kind = JsonValue::Kind;

// Spans say nothing about the scheme: it is the declared one, or that of the declared labels.
// Declared labels that are no tags are the types of spans.
CorpusOptions WithScheme(CorpusOptions options) {
  if (!options.scheme_declared) {
    options.scheme = SchemeDetector(LabelSet(options.labels)).Detect();
    options.scheme_declared = true;
    if (options.scheme == Scheme::kPlain) {
      options.scheme = Scheme::kIOB2;
      options.labels = SchemeLabels(options.labels, options.scheme).names();
    }
  }
  Require(options.scheme != Scheme::kPlain, "spans need a scheme that can hold them, found plain");
  return options;
}

class JsonlSpansReader {
 public:
  explicit JsonlSpansReader(const ReadContext& context)
      : context_(context),
        options_(WithScheme(context.options.corpus)),
        builder_(options_, context.name),
        common_(context.options, &builder_) {}

  std::shared_ptr<const Corpus> Read() {
    JsonDocument document;
    Lines lines(context_.bytes, context_.options.first_line);
    for (std::string_view line; lines.Next(&line);) {
      if (IsBlank(line)) continue;
      document.Parse(line, context_.name, lines.number());
      sentence_.where = StrCat(context_.name, ":", lines.number());
      AddLine(JsonlFields(document.root()));
    }
    return builder_.Finish();
  }

 private:
  void AddLine(const JsonlFields& fields) {
    if (fields.text.is_unset()) {
      Fail(Status::kFormat, sentence_.where, ": expected \"text\", the text of the spans");
    }
    if (!fields.labels.is_unset()) {
      FailExpected(fields.labels, "\"spans\" and no \"labels\" beside them");
    }
    common_.Fill(fields, &sentence_);
    CutTokens(fields);
    const OffsetTable table(sentence_.text, context_.options.offset_unit);
    sentence_.labels.clear();
    if (!fields.spans.is_unset()) sentence_.labels = Labels(fields.spans, table, "\"spans\"");
    sentence_.votes.clear();
    if (!fields.weak.is_unset()) {
      constexpr std::string_view kExpected = "\"weak\", an object of lists of spans by source";
      ForEachMember(fields.weak, kExpected, [&](const JsonValue& source, const JsonValue& list) {
        if (list.is(Kind::kNull)) return;  // did not annotate this text
        const std::string what = "source " + Quote(source.text());
        sentence_.votes.push_back({std::string(source.text()), Labels(list, table, what), {}});
      });
    }
    AddSentence(context_, &sentence_, &builder_);
  }

  void CutTokens(const JsonlFields& fields) {
    const std::string_view text = sentence_.text;
    if (fields.tokens.is_unset()) {
      if (!fields.offsets.is_unset()) FailExpected(fields.offsets, "\"tokens\" with \"offsets\"");
      sentence_.offsets = Tokenize(text);
      for (const TokenOffsets& token : sentence_.offsets) {
        const auto begin = static_cast<size_t>(token.begin);
        sentence_.tokens.emplace_back(text.substr(begin, static_cast<size_t>(token.end) - begin));
      }
    } else if (fields.offsets.is_unset()) {
      sentence_.offsets = FindTokens(text, sentence_.tokens, sentence_.where);
    } else if (sentence_.offsets.size() != sentence_.tokens.size()) {
      FailExpected(fields.offsets, StrCat("offsets of ", sentence_.tokens.size(), " tokens"));
    }
  }

  std::vector<std::string> Labels(const JsonValue& list, const OffsetTable& table,
                                  const std::string& what) {
    std::vector<TextSpan> spans;
    ForEachItem(list, "a list of spans",
                [&](const JsonValue& item) { spans.push_back(ParseSpan(item, table)); });
    const std::string where = sentence_.where + ", " + what;
    const auto aligned = AlignSpans(std::move(spans), sentence_.text, sentence_.offsets,
                                    context_.options.off_boundary, where, context_.report);
    return EncodeSpans(aligned, static_cast<int64_t>(sentence_.tokens.size()), options_.scheme);
  }

  TextSpan ParseSpan(const JsonValue& item, const OffsetTable& table) const {
    TextSpan span{-1, -1, ""};
    constexpr std::string_view kExpected = "a span, {\"start\", \"end\", \"label\"}";
    ForEachMember(item, kExpected, [&](const JsonValue& key, const JsonValue& value) {
      if (key.text() == "label") {
        if (!value.is(Kind::kString) || value.text().empty()) FailExpected(value, "a label");
        span.label = value.text();
      } else if (key.text() == "start" || key.text() == "end") {
        const int64_t byte = table.ToByte(WholeNumber(value, "an offset, a whole number"));
        if (byte < 0) FailExpected(value, "an offset of a character of \"text\"");
        (key.text() == "start" ? span.begin : span.end) = byte;
      }
    });
    if (span.begin < 0 || span.end < 0 || span.label.empty()) FailExpected(item, kExpected);
    if (span.begin >= span.end) FailExpected(item, "a span that is not empty");
    return span;
  }

  const ReadContext& context_;
  const CorpusOptions options_;
  CorpusBuilder builder_;
  JsonlCommon common_;
  SentenceData sentence_;
};

}  // namespace

std::shared_ptr<const Corpus> ReadJsonlSpans(const ReadContext& context) {
  return JsonlSpansReader(context).Read();
}

}  // namespace weft

// CRFsuite's text: label TAB attribute TAB attribute …, a blank line between sequences. There are
// no tokens in it: they are empty.
#include "core/error.h"
#include "text/attribute_text.h"
#include "text/conll_columns.h"
#include "text/lines.h"
#include "text/quote.h"
#include "text/reader.h"

namespace weft {
namespace {

void AddLine(std::string_view line, const ReadContext& context, int64_t number,
             std::vector<std::string_view>* fields, SentenceData* sentence) {
  const auto where = [&] { return StrCat(context.name, ":", number); };
  const std::string& missing = context.options.missing_label;
  SplitLine(line, '\t', fields);
  const std::string_view label = fields->front();
  if (label.empty()) {
    Fail(Status::kFormat, where(), ": expected a label or ", Quote(missing),
         " for none, then a tab and attributes; found nothing before the tab");
  }
  if (label.substr(0, 8) == "@weight:") {
    Fail(Status::kUnsupported, where(), ": weights of sequences are not read from attribute files");
  }
  sentence->tokens.emplace_back();
  sentence->labels.emplace_back(label == missing ? std::string_view() : label);
  const size_t t = sentence->tokens.size() - 1;
  if (sentence->attributes.size() <= t) sentence->attributes.emplace_back();
  auto& attributes = sentence->attributes[t];
  attributes.resize(fields->size() - 1);
  for (size_t i = 1; i < fields->size(); ++i) {
    if (ParseAttribute((*fields)[i], &attributes[i - 1])) continue;
    Fail(Status::kFormat, where(),
         ": expected an attribute, NAME or NAME:NUMBER with colons in the ",
         "name written as \\:, found ", Quote((*fields)[i]));
  }
}

}  // namespace

std::shared_ptr<const Corpus> ReadAttributes(const ReadContext& context) {
  CorpusBuilder builder(context.options.corpus, context.name);
  std::vector<std::string_view> fields;
  SentenceData sentence;  // its attributes are reused, so that strings keep their memory
  const auto end_sentence = [&] {
    if (sentence.tokens.empty()) return;
    sentence.attributes.resize(sentence.tokens.size());
    AddSentence(context, &sentence, &builder);
    sentence.tokens.clear();
    sentence.labels.clear();
  };
  Lines lines(context.bytes, context.options.first_line);
  for (std::string_view line; lines.Next(&line);) {
    if (IsBlank(line)) {
      end_sentence();
      continue;
    }
    if (sentence.tokens.empty()) {
      sentence.where = StrCat(context.name, ":", lines.number());
      sentence.token_line = lines.number();
    }
    AddLine(line, context, lines.number(), &fields, &sentence);
  }
  end_sentence();
  return builder.Finish();
}

}  // namespace weft

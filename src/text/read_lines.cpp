// A sentence a line, tokens between blanks. Empty lines are sentences, so that files that go
// together stay in step.
#include "core/error.h"
#include "text/lines.h"
#include "text/reader.h"

namespace weft {

std::shared_ptr<const Corpus> ReadLines(const ReadContext& context) {
  CorpusBuilder builder(context.options.corpus, context.name);
  SentenceData sentence;
  Lines lines(context.bytes, context.options.first_line);
  for (std::string_view line; lines.Next(&line);) {
    sentence.where = StrCat(context.name, ":", lines.number());
    sentence.tokens.clear();
    ForEachWord(line, [&](std::string_view word) { sentence.tokens.emplace_back(word); });
    builder.Add(sentence);
  }
  return builder.Finish();
}

}  // namespace weft

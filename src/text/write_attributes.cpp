#include "text/attribute_text.h"
#include "text/conll_columns.h"
#include "text/lines.h"
#include "text/writer.h"

namespace weft {
namespace {

void AppendLabel(const Corpus& corpus, int64_t s, int32_t id, std::string* out) {
  if (id == kNoLabel) {
    *out += kMissingLabel;
    return;
  }
  const std::string& label = corpus.labels().name(id);
  RequireField(corpus, s, label, "label");
  if (label == kMissingLabel || label.compare(0, 8, "@weight:") == 0 || IsBlank(label)) {
    Refuse(corpus, s, "label ", Quote(label), " would be read as something else");
  }
  *out += label;
}

}  // namespace

std::string WriteAttributes(const Corpus& corpus) {
  std::string out;
  for (int64_t s = 0; s < corpus.num_sentences(); ++s) {
    if (!corpus.has_attributes()) Refuse(corpus, s, "there are no attributes to write");
    if (corpus.num_votes(s) > 0) Refuse(corpus, s, "attribute files cannot hold votes");
    if (corpus.length(s) == 0) Refuse(corpus, s, "attribute files cannot hold empty sentences");
    for (int64_t t = corpus.begin(s); t < corpus.end(s); ++t) {
      AppendLabel(corpus, s, corpus.gold(s)[static_cast<size_t>(t - corpus.begin(s))], &out);
      for (int64_t a = corpus.attribute_begin(t); a < corpus.attribute_begin(t + 1); ++a) {
        RequireField(corpus, s, corpus.attribute(a), "attribute");
        out += '\t';
        AppendAttribute(corpus.attribute(a), corpus.attribute_value(a), &out);
      }
      out += '\n';
    }
    out += '\n';
  }
  return out;
}

}  // namespace weft

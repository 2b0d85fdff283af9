#include "core/options.h"
#include "text/json.h"
#include "text/jsonl_writer.h"
#include "text/writer.h"

namespace weft {
namespace {

void AppendDistributions(const NamedVotes& votes, std::string* out) {
  *out += '[';
  for (size_t t = 0; t < votes.soft.size(); ++t) {
    if (t > 0) *out += ',';
    JsonObjectWriter distribution(out);
    for (const auto& [label, p] : votes.soft[t]) *distribution.Key(label) += FormatFloat(p);
    distribution.End();
  }
  *out += ']';
}

}  // namespace

std::string WriteJsonl(const Corpus& corpus) {
  std::string out;
  for (int64_t s = 0; s < corpus.num_sentences(); ++s) {
    const SentenceData sentence = SentenceOf(corpus, s);
    JsonObjectWriter object(&out);
    WriteCommon(sentence, corpus.column_names(), &object);
    if (sentence.labels.empty()) {
      *object.Key("labels") += "null";
    } else {
      AppendJsonLabels(sentence.labels, object.Key("labels"));
    }
    JsonObjectWriter weak(object.Key("weak"));
    for (const NamedVotes& votes : sentence.votes) {
      std::string* value = weak.Key(votes.source);
      if (votes.soft.empty()) {
        AppendJsonLabels(votes.labels, value);
      } else {
        AppendDistributions(votes, value);
      }
    }
    weak.End();
    object.End();
    out += '\n';
  }
  return out;
}

}  // namespace weft

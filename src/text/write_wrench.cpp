#include <set>

#include "text/json.h"
#include "text/jsonl_writer.h"
#include "text/writer.h"

namespace weft {
namespace {

// Sentences go by their ids where each has one of its own, else by number.
bool IdsAreKeys(const Corpus& corpus) {
  std::set<std::string_view> ids;
  for (int64_t s = 0; s < corpus.num_sentences(); ++s) {
    if (corpus.id(s).empty() || !ids.insert(corpus.id(s)).second) return false;
  }
  return true;
}

void RequireHoldable(const Corpus& corpus, int64_t s) {
  constexpr const char* kCannot = "WRENCH's format cannot hold ";
  if (corpus.has_attributes()) Refuse(corpus, s, kCannot, "attributes");
  if (corpus.column_names().size() > 1) {
    Refuse(corpus, s, kCannot, "the column ", Quote(corpus.column_names()[1]));
  }
  if (corpus.num_votes(s) != static_cast<int64_t>(corpus.sources().size())) {
    Refuse(corpus, s, kCannot, "missing votes; ", corpus.sources().size(), " sources, votes of ",
           corpus.num_votes(s));
  }
  for (int64_t i = 0; i < corpus.num_votes(s); ++i) {
    if (corpus.votes(s, i).soft.empty()) continue;
    Refuse(corpus, s, kCannot, "votes that are distributions");
  }
}

void AppendVotes(const SentenceData& sentence, std::string* out) {
  *out += '[';
  for (size_t t = 0; t < sentence.tokens.size(); ++t) {
    if (t > 0) *out += ',';
    std::vector<std::string> labels;
    for (const NamedVotes& votes : sentence.votes) labels.push_back(votes.labels[t]);
    AppendJsonLabels(labels, out);
  }
  *out += ']';
}

}  // namespace

std::string WriteWrench(const Corpus& corpus) {
  const bool ids = IdsAreKeys(corpus);
  std::string out;
  JsonObjectWriter object(&out);
  for (int64_t s = 0; s < corpus.num_sentences(); ++s) {
    RequireHoldable(corpus, s);
    const SentenceData sentence = SentenceOf(corpus, s);
    JsonObjectWriter entry(object.Key(ids ? sentence.id : std::to_string(s)));
    if (!sentence.labels.empty()) AppendJsonLabels(sentence.labels, entry.Key("label"));
    if (!corpus.sources().empty()) AppendVotes(sentence, entry.Key("weak_labels"));
    JsonObjectWriter data(entry.Key("data"));
    data.Strings("text", sentence.tokens);
    data.End();
    entry.End();
    out += '\n';
  }
  object.End();
  return out + "\n";
}

}  // namespace weft

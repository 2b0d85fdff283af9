// Which scheme a corpus has where nobody declares it. Gold labels and sources come from many hands,
// so each part is looked at by itself, and votes in another scheme are brought to the corpus's.
#include <algorithm>
#include <memory>

#include "core/error.h"
#include "text/corpus_builder_state.h"
#include "text/quote.h"
#include "text/tag_grammar.h"

namespace weft {
namespace {

constexpr const char* kDeclare =
    "; declare the scheme plain if labels are not meant to be taken apart";

// Sequences of one scheme say in another's letters what they say in their own.
bool ReadsAs(Scheme own, Scheme scheme) {
  return own == scheme ||
         (own == Scheme::kIO && (scheme == Scheme::kIOB1 || scheme == Scheme::kIOE1));
}

// How often a tag begins that is not the one before it.
int64_t CountStretches(Span<const int32_t> ids, const std::vector<bool>& is_tag) {
  int64_t count = 0;
  int32_t before = kNoLabel;
  for (const int32_t id : ids) {
    count += id != kNoLabel && id != before && is_tag[static_cast<size_t>(id)];
    before = id;
  }
  return count;
}

// Most voices win; among equals the scheme that says more, which stands later.
Scheme MostOf(const std::vector<Scheme>& schemes) {
  Scheme most = Scheme::kIOB2;
  std::ptrdiff_t count = 0;
  for (const Scheme scheme : schemes) {
    const auto n = std::count(schemes.begin(), schemes.end(), scheme);
    if (n > count || (n == count && scheme > most)) most = scheme;
    count = std::max(count, n);
  }
  return most;
}

}  // namespace

// What stands at `id`'s first use, for messages. Gold is named by silence.
void CorpusBuilder::State::FailMisfit(size_t part, int32_t id, const std::string& why) const {
  const auto uses = [&](size_t p) {
    return static_cast<size_t>(id) < places[p].size() &&
           !places[p][static_cast<size_t>(id)].empty();
  };
  while (part < places.size() && !uses(part)) ++part;
  const bool known = part < places.size();
  Fail(Status::kFormat, known ? places[part][static_cast<size_t>(id)] : data.name, ": label ",
       Quote(data.labels.name(id)),
       known && part > 0 ? StrCat(" of source ", Quote(data.sources[part - 1])) : "", why);
}

// A detector per part, with all that it has.
std::vector<CorpusBuilder::State::Part> CorpusBuilder::State::DetectParts() const {
  std::vector<Part> parts;
  std::vector<bool> is_tag;
  for (const std::string& name : data.labels.names()) {
    is_tag.push_back(SplitTag(name).prefix != 'O');
  }
  for (const std::vector<std::string>& known : places) {
    std::vector<bool> used(data.labels.names().size(), false);
    for (size_t id = 0; id < known.size(); ++id) used[id] = !known[id].empty();
    parts.push_back({SchemeDetector(data.labels, used), 0});
  }
  int64_t begin = 0;
  size_t r = 0;
  std::vector<int32_t> best;
  for (size_t s = 0; s < data.sentence_ends.size(); ++s) {
    const auto length = static_cast<size_t>(data.sentence_ends[s] - begin);
    parts[0].detector.AddGold({data.gold.data() + begin, length});
    for (; r < static_cast<size_t>(data.row_ends[s]); ++r) {
      const CorpusData::Row& row = data.rows[r];
      Span<const int32_t> ids(data.vote_labels.data() + row.labels, length);
      if (row.soft >= 0) {
        best.clear();
        for (size_t t = 0; t < length; ++t) best.push_back(MostProbable(row.soft, t));
        ids = best;
      }
      parts[0].detector.AddVotes(ids);  // declared labels alone have no sequences
      Part& source = parts[static_cast<size_t>(row.source) + 1];
      source.detector.AddVotes(ids);
      source.stretches += CountStretches(ids, is_tag);
    }
    begin = data.sentence_ends[s];
  }
  return parts;
}

int32_t CorpusBuilder::State::MostProbable(int64_t row, size_t t) const {
  const size_t token = static_cast<size_t>(row) + t;
  const auto begin = soft.begin() + (token == 0 ? 0 : soft_ends[token - 1]);
  const auto end = soft.begin() + soft_ends[token];
  const auto best = std::max_element(
      begin, end, [](const auto& a, const auto& b) { return a.second < b.second; });
  return best == end ? kNoLabel : best->first;
}

// Distributions are converted by nobody: what a token's span is hangs on its neighbours.
void CorpusBuilder::State::RefuseDistributions(int32_t source, Scheme own) const {
  if (SchemeLetters(own) == SchemeLetters(data.scheme)) return;
  Fail(Status::kUnsupported, data.name, ": votes of source ",
       Quote(data.sources[static_cast<size_t>(source)]),
       " are distributions over labels of the scheme ", SchemeName(own),
       "; expected that of the corpus, ", SchemeName(data.scheme),
       ", for distributions cannot be converted");
}

void CorpusBuilder::State::ConvertVotes(const std::vector<std::unique_ptr<SpanReader>>& readers) {
  int64_t begin = 0;
  size_t r = 0;
  std::vector<LabelSpan> spans;
  for (size_t s = 0; s < data.sentence_ends.size(); ++s) {
    const int64_t length = data.sentence_ends[s] - begin;
    for (; r < static_cast<size_t>(data.row_ends[s]); ++r) {
      const CorpusData::Row& row = data.rows[r];
      const SpanReader* reader = readers[static_cast<size_t>(row.source)].get();
      if (!reader) continue;
      if (row.soft >= 0) RefuseDistributions(row.source, reader->scheme());
      int32_t* ids = data.vote_labels.data() + row.labels;
      reader->Read({ids, static_cast<size_t>(length)}, SpanMode::kConlleval, &spans);
      const std::vector<std::string> names = EncodeSpans(spans, length, data.scheme);
      for (size_t t = 0; t < names.size(); ++t) {
        if (ids[t] != kNoLabel) ids[t] = Label(names[t]);
      }
    }
    begin = data.sentence_ends[s];
  }
}

void CorpusBuilder::State::SettleScheme() {
  data.scheme = options.scheme;
  if (options.scheme_declared) return;
  const SchemeDetector all(data.labels);
  if (all.Stray() != kNoLabel) {
    FailMisfit(
        0, all.Stray(),
        StrCat(all.has_tags() ? " does not go with the others, which are tags such as B-TYPE "
                                "or I-TYPE"
                              : " has no type; expected a tag such as B-TYPE or I-TYPE",
               kDeclare));
  }
  data.scheme = Scheme::kPlain;
  if (all.Detect() == Scheme::kPlain) return;

  const std::vector<Part> parts = DetectParts();
  std::vector<Scheme> own;
  for (size_t part = 0; part < parts.size(); ++part) {
    own.push_back(parts[part].detector.Detect());
    if (parts[part].detector.Mixed() == kNoLabel) continue;
    FailMisfit(part, parts[part].detector.Mixed(),
               StrCat(" does not go with the others, which are tags such as S-TYPE or E-TYPE; no "
                      "scheme has all of them",
                      kDeclare));
  }
  // What a source has may not tell its scheme: one span of I alone is a slip sooner than IO.
  const auto tells = [&](size_t part) {
    const bool slip = own[part] == Scheme::kIO && parts[part].stretches < 2;
    return parts[part].detector.has_tags() && !slip;
  };
  std::vector<Scheme> voices;
  for (size_t part = 1; part < parts.size(); ++part) {
    if (tells(part)) voices.push_back(own[part]);
  }
  for (size_t part = 1; part < parts.size() && voices.empty(); ++part) {
    if (parts[part].detector.has_tags()) voices.push_back(own[part]);
  }
  data.scheme = parts[0].detector.has_tags() ? own[0] : MostOf(voices);
  // IO cannot tell a span from its neighbour. IOB1 can, and reads IO as it is.
  const bool all_io = std::count(voices.begin(), voices.end(), Scheme::kIO) ==
                      static_cast<std::ptrdiff_t>(voices.size());
  if (data.scheme == Scheme::kIO && !all_io) data.scheme = Scheme::kIOB1;

  std::vector<std::unique_ptr<SpanReader>> readers(data.sources.size());
  bool any = false;
  for (size_t source = 0; source < readers.size(); ++source) {
    const Scheme theirs = own[source + 1];
    if (!tells(source + 1) || ReadsAs(theirs, data.scheme)) continue;
    readers[source] = std::make_unique<SpanReader>(data.labels, theirs);
    any = true;
  }
  if (any) ConvertVotes(readers);
}

}  // namespace weft

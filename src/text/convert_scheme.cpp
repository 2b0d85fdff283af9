// Conversion between tag schemes, through spans.
#include <algorithm>

#include "core/error.h"
#include "text/corpus.h"
#include "text/quote.h"
#include "text/tag_grammar.h"

namespace weft {
namespace {

// How the unlabelled tokens beside a span are imagined.
enum class Beside { kOutside, kLeftJoins, kRightJoins, kLeftTouches, kRightTouches };

// Converts the label sequences of one corpus.
class Converter {
 public:
  Converter(const LabelSet& from, Scheme scheme, Scheme to)
      : reader_(from, scheme), to_(to), labels_(SchemeLabels(reader_.types(), to)) {
    for (const std::string& name : from.names()) letters_.push_back(SplitTag(name).prefix);
  }

  const LabelSet& labels() const { return labels_; }

  // Votes. Sequences that break their scheme are read as the CoNLL scorer reads them, so no span is
  // lost; an abstention bounds a span as O does, and stays an abstention.
  void ConvertVotes(Span<const int32_t> ids, Span<int32_t> out) const {
    const auto names = Encode(ids, Beside::kOutside);
    for (size_t t = 0; t < ids.size(); ++t) {
      out[t] = ids[t] == kNoLabel ? kNoLabel : labels_.Find(names[t]);
    }
  }

  // Gold labels: beside an unlabelled token the same, but where the new label hangs on what stands
  // there it is left open too, for partial labels must not claim what nobody said.
  void ConvertGold(Span<const int32_t> ids, Span<int32_t> out) const {
    ConvertVotes(ids, out);
    if (std::find(ids.begin(), ids.end(), kNoLabel) == ids.end()) return;
    for (Beside beside :
         {Beside::kLeftJoins, Beside::kRightJoins, Beside::kLeftTouches, Beside::kRightTouches}) {
      const auto names = Encode(ids, beside);
      for (size_t t = 0; t < ids.size(); ++t) {
        if (out[t] != kNoLabel && labels_.name(out[t]) != names[t]) out[t] = kNoLabel;
      }
    }
  }

 private:
  std::vector<std::string> Encode(Span<const int32_t> ids, Beside beside) const {
    std::vector<LabelSpan> spans;
    reader_.Read(ids, SpanMode::kConlleval, &spans);
    if (beside != Beside::kOutside) spans = Imagine(ids, beside, spans);
    return EncodeSpans(spans, static_cast<int64_t>(ids.size()), to_);
  }

  // The spans with the unlabelled token on one side of each joined to it (where its own letter does
  // not forbid that) or taken as a span of the same type that touches it.
  std::vector<LabelSpan> Imagine(Span<const int32_t> ids, Beside beside,
                                 const std::vector<LabelSpan>& spans) const {
    const bool left = beside == Beside::kLeftJoins || beside == Beside::kLeftTouches;
    const bool joins = beside == Beside::kLeftJoins || beside == Beside::kRightJoins;
    std::vector<LabelSpan> imagined;
    for (LabelSpan span : spans) {
      const int64_t edge = left ? span.begin : span.end - 1;
      const int64_t next = left ? edge - 1 : edge + 1;
      if (next < 0 || next >= static_cast<int64_t>(ids.size()) ||
          ids[static_cast<size_t>(next)] != kNoLabel) {
        imagined.push_back(span);
        continue;
      }
      const char letter = letters_[static_cast<size_t>(ids[static_cast<size_t>(edge)])];
      const std::string_view closed = left ? "BSU" : "ELSU";
      const LabelSpan neighbour{next, next + 1, span.type};
      if (!joins && left) imagined.push_back(neighbour);
      if (joins && closed.find(letter) == std::string_view::npos) {
        (left ? span.begin : span.end) += left ? -1 : 1;
      }
      imagined.push_back(span);
      if (!joins && !left) imagined.push_back(neighbour);
    }
    return imagined;
  }

  SpanReader reader_;
  Scheme to_;
  LabelSet labels_;
  std::vector<char> letters_;  // by label of the old scheme
};

// For each label of `from`, the label of `to` that says the same about a single token; fails where
// that hangs on its neighbours, which distributions over single tokens do not tell.
std::vector<int32_t> MapTags(const Corpus& corpus, const LabelSet& to, Scheme to_scheme) {
  const LabelSet& from = corpus.labels();
  const Scheme scheme = corpus.scheme();
  const bool edges_known = scheme == Scheme::kIOBES || scheme == Scheme::kBILOU;
  const bool no_edges = to_scheme == Scheme::kIO;
  const bool edge_by_neighbour = to_scheme == Scheme::kIOB1 || to_scheme == Scheme::kIOE1;
  if (!no_edges && (!edges_known || edge_by_neighbour)) {
    Fail(Status::kUnsupported, Quote(corpus.name()),
         ": votes that are distributions cannot be converted from ", SchemeName(scheme), " to ",
         SchemeName(to_scheme),
         ": a token's distribution does not say where its span begins and ends; expected ",
         scheme == Scheme::kIO ? "" : StrCat(SchemeName(scheme), " or "),
         "io for all (option convert_to of reading)");
  }
  std::vector<int32_t> map;
  for (const std::string& name : from.names()) {
    const TagParts parts = SplitTag(name);
    if (parts.prefix == 'O') {
      map.push_back(to.Find("O"));
      continue;
    }
    const bool first = parts.prefix == 'B' || parts.prefix == 'S' || parts.prefix == 'U';
    const bool last = parts.prefix != 'B' && parts.prefix != 'I';
    // The middle, first, last or only token of a span of three, two or one tokens.
    const int64_t length = (first && last) ? 1 : 3;
    const auto labels = EncodeSpans({{0, length, std::string(parts.type)}}, length, to_scheme);
    map.push_back(to.Find(labels[first ? 0 : last ? 2 : 1]));
  }
  return map;
}

std::vector<float> ConvertSoft(const std::vector<float>& soft, const std::vector<int32_t>& map,
                               size_t width) {
  std::vector<float> out(soft.size() / map.size() * width, 0.0f);
  for (size_t i = 0; i < soft.size(); ++i) {
    out[i / map.size() * width + static_cast<size_t>(map[i % map.size()])] += soft[i];
  }
  return out;
}

void ConvertRows(const Corpus& corpus, const Converter& converter, Scheme to, CorpusData* out) {
  const CorpusData& in = corpus.data();
  const size_t width = static_cast<size_t>(converter.labels().size());
  if (!in.vote_soft.empty()) {
    const auto map = MapTags(corpus, converter.labels(), to);
    out->vote_soft = ConvertSoft(in.vote_soft, map, width);
  }
  size_t i = 0;
  for (int64_t s = 0; s < corpus.num_sentences(); ++s) {
    const auto length = static_cast<size_t>(corpus.length(s));
    for (; i < static_cast<size_t>(in.row_ends[static_cast<size_t>(s)]); ++i) {
      CorpusData::Row& row = out->rows[i];
      int32_t* labels = out->vote_labels.data() + row.labels;
      if (row.soft < 0) {
        converter.ConvertVotes({in.vote_labels.data() + row.labels, length}, {labels, length});
        continue;
      }
      row.soft = row.soft / in.labels.size() * converter.labels().size();
      for (size_t t = 0; t < length; ++t) {
        const float* p = out->vote_soft.data() + row.soft + t * width;
        if (labels[t] != kNoLabel) {
          labels[t] = static_cast<int32_t>(std::max_element(p, p + width) - p);
        }
      }
    }
  }
}

}  // namespace

std::shared_ptr<const Corpus> ConvertScheme(const Corpus& corpus, Scheme to) {
  if (corpus.scheme() == to) return std::make_shared<const Corpus>(corpus);
  Require(corpus.scheme() != Scheme::kPlain && to != Scheme::kPlain, Quote(corpus.name()),
          ": labels of the scheme ", SchemeName(corpus.scheme()), " cannot be converted to ",
          SchemeName(to));
  const Converter converter(corpus.labels(), corpus.scheme(), to);
  CorpusData out = corpus.data();
  out.labels = converter.labels();
  out.scheme = to;
  for (int64_t s = 0; s < corpus.num_sentences(); ++s) {
    converter.ConvertGold(corpus.gold(s),
                          {out.gold.data() + corpus.begin(s), corpus.gold(s).size()});
  }
  ConvertRows(corpus, converter, to, &out);
  return std::make_shared<const Corpus>(std::move(out));
}

}  // namespace weft

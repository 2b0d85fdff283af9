#include "core/error.h"
#include "text/scheme.h"
#include "text/tag_grammar.h"

namespace weft {
namespace {

// The CoNLL scorer's rules (conlleval of the 2000, 2002 and 2003 tasks), with those for the letters
// that came later: E and S close what they stand on, S and a letter after E or S open anew.
bool ScorerCloses(Tag before, Tag tag) {
  if (before.prefix == 'O') return false;
  if (before.prefix == 'E' || before.prefix == 'S') return true;
  return tag.prefix == 'B' || tag.prefix == 'S' || tag.prefix == 'O' || before.type != tag.type;
}

bool ScorerOpens(Tag before, Tag tag) {
  if (tag.prefix == 'O') return false;
  if (tag.prefix == 'B' || tag.prefix == 'S') return true;
  return before.prefix == 'E' || before.prefix == 'S' || before.prefix == 'O' ||
         before.type != tag.type;
}

}  // namespace

SpanReader::SpanReader(const LabelSet& labels, Scheme scheme) : scheme_(scheme) {
  // The scorer reads every letter, whatever the scheme; strict reading only the scheme's own.
  const std::string_view own = SchemeLetters(scheme);
  for (const Tag& tag : ParseTags(labels, own.empty() ? "" : "BIELSU", &types_)) {
    parts_.push_back({tag.prefix, tag.type, true});
  }
  std::vector<std::string> types = types_;
  const std::vector<Tag> strict = ParseTags(labels, own, &types);
  for (size_t i = 0; i < parts_.size(); ++i) {
    parts_[i].in_scheme = strict[i].prefix == parts_[i].prefix;
  }
}

void SpanReader::ReadRaw(Span<const int32_t> ids, SpanMode mode, std::vector<Raw>* spans) const {
  spans->clear();
  const auto length = static_cast<int64_t>(ids.size());
  const bool strict = mode == SpanMode::kStrict;
  const auto tag_at = [&](int64_t t) -> Tag {
    if (t >= length || ids[static_cast<size_t>(t)] < 0) return {};
    const Part& part = parts_[static_cast<size_t>(ids[static_cast<size_t>(t)])];
    if (strict && !part.in_scheme) return {};
    return {part.prefix, part.type};
  };
  Tag before;
  int64_t begin = -1;       // of the open span, -1: none
  bool well_opened = true;  // it opened as the scheme demands
  for (int64_t t = 0; t <= length; ++t) {
    const Tag tag = tag_at(t);
    const bool closes =
        strict ? begin >= 0 && !Joins(scheme_, before, tag) : ScorerCloses(before, tag);
    if (closes && begin >= 0) {
      const bool well_closed = !strict || MayClose(scheme_, before, tag);
      if (well_opened && well_closed) spans->push_back({begin, t, before.type});
      begin = -1;
    }
    const bool opens = strict ? begin < 0 && tag.prefix != 'O' : ScorerOpens(before, tag);
    if (opens) {
      begin = t;
      well_opened = !strict || MayOpen(scheme_, tag, before);
    }
    before = tag;
  }
}

void SpanReader::Read(Span<const int32_t> ids, SpanMode mode, std::vector<LabelSpan>* spans) const {
  std::vector<Raw> raw;
  ReadRaw(ids, mode, &raw);
  spans->clear();
  for (const Raw& span : raw) {
    spans->push_back({span.begin, span.end, types_[static_cast<size_t>(span.type)]});
  }
}

}  // namespace weft

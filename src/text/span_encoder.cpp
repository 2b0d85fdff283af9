#include "core/error.h"
#include "text/quote.h"
#include "text/scheme.h"

namespace weft {
namespace {

// The letter of the token at `t` of a span; `after_same` and `before_same`: a span of the same type
// touches it on the left or right.
char Letter(const LabelSpan& span, int64_t t, Scheme scheme, bool after_same, bool before_same) {
  const bool first = t == span.begin;
  const bool last = t + 1 == span.end;
  switch (scheme) {
    case Scheme::kIOB1:
      return first && after_same ? 'B' : 'I';
    case Scheme::kIOB2:
      return first ? 'B' : 'I';
    case Scheme::kIOE1:
      return last && before_same ? 'E' : 'I';
    case Scheme::kIOE2:
      return last ? 'E' : 'I';
    case Scheme::kIOBES:
      return first ? (last ? 'S' : 'B') : last ? 'E' : 'I';
    case Scheme::kBILOU:
      return first ? (last ? 'U' : 'B') : last ? 'L' : 'I';
    default:
      return 'I';
  }
}

bool Touch(const LabelSpan& left, const LabelSpan& right) {
  return left.end == right.begin && left.type == right.type;
}

}  // namespace

std::vector<std::string> EncodeSpans(const std::vector<LabelSpan>& spans, int64_t length,
                                     Scheme scheme) {
  Require(scheme != Scheme::kPlain || spans.empty(), "plain tags cannot encode spans");
  std::vector<std::string> labels(static_cast<size_t>(length), "O");
  int64_t end = 0;
  for (size_t i = 0; i < spans.size(); ++i) {
    const LabelSpan& span = spans[i];
    Require(span.begin >= end && span.end > span.begin && span.end <= length, "span [", span.begin,
            ", ", span.end, ") of type ", Quote(span.type), " must be within [", end, ", ", length,
            "), not empty, and after the one before it");
    end = span.end;
    const bool after_same = i > 0 && Touch(spans[i - 1], span);
    const bool before_same = i + 1 < spans.size() && Touch(span, spans[i + 1]);
    for (int64_t t = span.begin; t < span.end; ++t) {
      const char letter = Letter(span, t, scheme, after_same, before_same);
      labels[static_cast<size_t>(t)] = StrCat(letter, '-', span.type);
    }
  }
  return labels;
}

}  // namespace weft

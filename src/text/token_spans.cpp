#include "text/token_spans.h"

#include <algorithm>

#include "core/error.h"
#include "text/quote.h"

namespace weft {
namespace {

std::string Name(const TextSpan& span, std::string_view text) {
  const auto begin = static_cast<size_t>(span.begin);
  return StrCat(Quote(span.label), " over ",
                Quote(text.substr(begin, static_cast<size_t>(span.end) - begin)));
}

void SortAndCheck(std::vector<TextSpan>* spans, std::string_view text, const std::string& where) {
  std::sort(spans->begin(), spans->end(), [](const TextSpan& a, const TextSpan& b) {
    return std::tie(a.begin, a.end, a.label) < std::tie(b.begin, b.end, b.label);
  });
  for (size_t i = 1; i < spans->size(); ++i) {
    const TextSpan &left = (*spans)[i - 1], &right = (*spans)[i];
    if (left.end <= right.begin) continue;
    Fail(Status::kFormat, where, ": spans must not overlap, found ", Name(left, text), " and ",
         Name(right, text));
  }
}

}  // namespace

std::vector<TokenOffsets> FindTokens(std::string_view text, const std::vector<std::string>& tokens,
                                     const std::string& where) {
  std::vector<TokenOffsets> offsets;
  size_t from = 0;
  for (size_t t = 0; t < tokens.size(); ++t) {
    const size_t begin = text.find(tokens[t], from);
    if (begin == std::string_view::npos) {
      Fail(Status::kFormat, where, ": expected token ", t, ", ", Quote(tokens[t]),
           ", in the rest of the text, ", Quote(text.substr(from)));
    }
    from = begin + tokens[t].size();
    offsets.push_back({static_cast<int64_t>(begin), static_cast<int64_t>(from)});
  }
  return offsets;
}

std::vector<LabelSpan> AlignSpans(std::vector<TextSpan> spans, std::string_view text,
                                  Span<const TokenOffsets> tokens, OffBoundary off_boundary,
                                  const std::string& where, ReadReport* report) {
  SortAndCheck(&spans, text, where);
  std::vector<LabelSpan> aligned;
  size_t first = 0;
  for (const TextSpan& span : spans) {
    while (first < tokens.size() && tokens[first].end <= span.begin) ++first;
    size_t last = first;
    while (last < tokens.size() && tokens[last].begin < span.end) ++last;
    const bool none = first == last;
    const bool cuts = none || tokens[first].begin < span.begin || tokens[last - 1].end > span.end;
    if (cuts && off_boundary == OffBoundary::kError) {
      Fail(Status::kFormat, where, ": span ", Name(span, text),
           none ? " covers no token" : " cuts through a token",
           "; expected spans of whole tokens, or leave to expand or drop others");
    }
    const bool meets = !aligned.empty() && static_cast<int64_t>(first) < aligned.back().end;
    if (none || meets || (cuts && off_boundary == OffBoundary::kDrop)) {
      ++report->spans_dropped;
      continue;
    }
    if (cuts) ++report->spans_expanded;
    aligned.push_back({static_cast<int64_t>(first), static_cast<int64_t>(last), span.label});
  }
  return aligned;
}

}  // namespace weft

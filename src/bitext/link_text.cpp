#include "bitext/link_text.h"

#include <algorithm>
#include <limits>

#include "core/error.h"
#include "core/options.h"
#include "text/lines.h"
#include "text/quote.h"

namespace weft {
namespace {

[[noreturn]] void FailLink(std::string_view found, const LinkFormat& format,
                           const std::string& where) {
  const char* form =
      format.first_index == 0 ? "such as 0-0 1-2" : "counted from 1 (first_index), such as 1-1 2-3";
  Fail(Status::kFormat, where, ": expected links of the form SOURCE-TARGET, ", form, ", found ",
       Quote(found));
}

// The field of a line that holds links.
std::string_view LinksField(std::string_view line) {
  std::vector<std::string_view> fields;
  for (size_t begin = 0, end = 0; end != std::string_view::npos; begin = end + kFieldMark.size()) {
    end = line.find(kFieldMark, begin);
    fields.push_back(line.substr(begin, end == std::string_view::npos ? end : end - begin));
  }
  return fields[fields.size() > 2 ? 2 : 0];
}

bool ParseIndex(std::string_view text, int32_t first, int32_t* index) {
  int64_t value = 0;
  if (!ParseInt(text, &value) || value < first || value > std::numeric_limits<int32_t>::max()) {
    return false;
  }
  *index = static_cast<int32_t>(value) - first;
  return true;
}

bool ParseConfidence(std::string_view text, float* confidence) {
  double value = 0;
  if (!ParseDouble(text, &value) || !(value >= 0 && value <= 1)) return false;
  *confidence = static_cast<float>(value);
  return true;
}

}  // namespace

std::vector<Link> ParseLinks(std::string_view line, const LinkFormat& format,
                             const std::string& where) {
  std::vector<Link> links;
  ForEachWord(LinksField(line), [&](std::string_view word) {
    const size_t between = word.find_first_of("-p?");
    const size_t colon = word.find(':');
    if (between == std::string_view::npos) FailLink(word, format, where);
    Link link = {0, 0, 1};
    if (colon != std::string_view::npos &&
        !ParseConfidence(word.substr(colon + 1), &link.confidence)) {
      Fail(Status::kFormat, where, ": expected a confidence from 0 to 1 after the colon, found ",
           Quote(word));
    }
    const bool read =
        ParseIndex(word.substr(0, between), format.first_index, &link.source) &&
        ParseIndex(word.substr(between + 1, colon - between - 1), format.first_index, &link.target);
    if (!read) FailLink(word, format, where);
    if (format.swapped) std::swap(link.source, link.target);
    links.push_back(link);
  });
  return links;
}

void ParseConfidences(std::string_view line, const std::string& where, std::vector<Link>* links) {
  size_t count = 0;
  ForEachWord(line, [&](std::string_view word) {
    if (count < links->size() && !ParseConfidence(word, &(*links)[count].confidence)) {
      Fail(Status::kFormat, where, ": expected confidences from 0 to 1, found ", Quote(word));
    }
    ++count;
  });
  if (count != links->size()) {
    Fail(Status::kFormat, where, ": expected ", links->size(), " confidences, one a link, found ",
         count);
  }
}

std::string LinksText(Span<const Link> links) {
  std::vector<Link> sorted(links.begin(), links.end());
  std::sort(sorted.begin(), sorted.end(), [](const Link& a, const Link& b) {
    return a.source != b.source ? a.source < b.source : a.target < b.target;
  });
  std::string text;
  for (const Link& link : sorted) {
    if (!text.empty()) text += ' ';
    text += std::to_string(link.source) + "-" + std::to_string(link.target);
    if (link.confidence != 1) text += ":" + FormatFloat(link.confidence);
  }
  return text;
}

}  // namespace weft

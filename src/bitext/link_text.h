// Alignments as text: a line of links for each sentence pair.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "bitext/alignment.h"

namespace weft {

/// How links are written.
struct LinkFormat {
  int32_t first_index = 0;  ///< of the first token of a sentence, 0 or 1
  bool swapped = false;     ///< TARGET-SOURCE
};

/// Between the fields of a line.
constexpr std::string_view kFieldMark = "|||";

/// "0-0 1-2 2-1": Pharaoh's, fast_align's (also "links ||| score" and "source ||| target ||| links
/// ||| score") and AWESoME's ("1p2" is a possible link); "0-0:0.93" has a confidence. Indices are
/// not checked against sentences. Fails with kFormat, naming `where`.
std::vector<Link> ParseLinks(std::string_view line, const LinkFormat& format,
                             const std::string& where);

/// Sets the confidences of links from a line of as many numbers, as AWESoME writes them to a file
/// of its own.
void ParseConfidences(std::string_view line, const std::string& where, std::vector<Link>* links);

/// The line that ParseLinks reads: links by source token, confidences where one is not 1.
std::string LinksText(Span<const Link> links);

}  // namespace weft

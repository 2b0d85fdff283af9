// Spans of characters, and the tokens that they cover.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "text/read.h"

namespace weft {

/// A labelled stretch of bytes [begin, end) of a text.
struct TextSpan {
  int64_t begin;
  int64_t end;
  std::string label;
};

/// Offsets of `tokens` in `text`, each found to the right of the one before. Fails with kFormat,
/// naming `where` and the token, where one does not occur.
std::vector<TokenOffsets> FindTokens(std::string_view text, const std::vector<std::string>& tokens,
                                     const std::string& where);

/// `spans` of one annotation over tokens, sorted. A span covers the tokens that it overlaps; one
/// that cuts through a token (or covers none) is an error, or expanded to whole tokens (dropped
/// where it then has none, or meets the span before it), or dropped, and counted. Spans that
/// overlap each other are an error. `where` names the annotation.
std::vector<LabelSpan> AlignSpans(std::vector<TextSpan> spans, std::string_view text,
                                  Span<const TokenOffsets> tokens, OffBoundary off_boundary,
                                  const std::string& where, ReadReport* report);

}  // namespace weft

#include "text/tag_grammar.h"

#include <algorithm>

namespace weft {
namespace {

bool SameType(Tag a, Tag b) { return a.prefix != 'O' && b.prefix != 'O' && a.type == b.type; }

char CanonicalLetter(char letter) {
  if (letter == 'L') return 'E';
  if (letter == 'U') return 'S';
  return letter;
}

}  // namespace

std::string_view SchemeLetters(Scheme scheme) {
  switch (scheme) {
    case Scheme::kPlain:
      return "";
    case Scheme::kIO:
      return "I";
    case Scheme::kIOB1:
    case Scheme::kIOB2:
      return "BI";
    case Scheme::kIOE1:
    case Scheme::kIOE2:
      return "IE";
    case Scheme::kIOBES:
      return "BIES";
    case Scheme::kBILOU:
      return "BILU";
  }
  return "";
}

std::vector<Tag> ParseTags(const LabelSet& labels, std::string_view letters,
                           std::vector<std::string>* types) {
  std::vector<Tag> tags;
  for (const std::string& name : labels.names()) {
    const TagParts parts = SplitTag(name);
    Tag tag;
    if (parts.prefix != '\0' && letters.find(parts.prefix) != std::string_view::npos) {
      auto it = std::find(types->begin(), types->end(), parts.type);
      if (it == types->end()) it = types->insert(it, std::string(parts.type));
      tag = {CanonicalLetter(parts.prefix), static_cast<int32_t>(it - types->begin())};
    }
    tags.push_back(tag);
  }
  return tags;
}

bool Joins(Scheme scheme, Tag a, Tag b) {
  if (!SameType(a, b)) return false;
  switch (scheme) {
    case Scheme::kPlain:
      return false;
    case Scheme::kIO:
      return true;
    case Scheme::kIOB1:
    case Scheme::kIOB2:
      return b.prefix == 'I';
    case Scheme::kIOE1:
    case Scheme::kIOE2:
      return a.prefix == 'I';
    case Scheme::kIOBES:
    case Scheme::kBILOU:
      return (a.prefix == 'B' || a.prefix == 'I') && (b.prefix == 'I' || b.prefix == 'E');
  }
  return false;
}

bool MayOpen(Scheme scheme, Tag tag, Tag before) {
  if (tag.prefix == 'O') return true;
  switch (scheme) {
    case Scheme::kIOB1:  // B only tells a span from its neighbour of the same type
      return tag.prefix == 'I' || SameType(before, tag);
    case Scheme::kIOB2:
      return tag.prefix == 'B';
    case Scheme::kIOBES:
    case Scheme::kBILOU:
      return tag.prefix == 'B' || tag.prefix == 'S';
    default:
      return true;
  }
}

bool MayClose(Scheme scheme, Tag tag, Tag after) {
  if (tag.prefix == 'O') return true;
  switch (scheme) {
    case Scheme::kIOE1:
      return tag.prefix == 'I' || SameType(tag, after);
    case Scheme::kIOE2:
      return tag.prefix == 'E';
    case Scheme::kIOBES:
    case Scheme::kBILOU:
      return tag.prefix == 'E' || tag.prefix == 'S';
    default:
      return true;
  }
}

}  // namespace weft

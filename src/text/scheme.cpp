#include "text/scheme.h"

#include <algorithm>

#include "core/error.h"
#include "text/quote.h"
#include "text/tag_grammar.h"

namespace weft {
namespace {

constexpr Scheme kSchemes[] = {Scheme::kPlain, Scheme::kIO,   Scheme::kIOB1,  Scheme::kIOB2,
                               Scheme::kIOE1,  Scheme::kIOE2, Scheme::kIOBES, Scheme::kBILOU};

}  // namespace

const char* SchemeName(Scheme scheme) {
  switch (scheme) {
    case Scheme::kPlain:
      return "plain";
    case Scheme::kIO:
      return "io";
    case Scheme::kIOB1:
      return "iob1";
    case Scheme::kIOB2:
      return "iob2";
    case Scheme::kIOE1:
      return "ioe1";
    case Scheme::kIOE2:
      return "ioe2";
    case Scheme::kIOBES:
      return "iobes";
    case Scheme::kBILOU:
      return "bilou";
  }
  return "";
}

Scheme SchemeFromName(std::string_view name) {
  std::string all;
  for (Scheme scheme : kSchemes) {
    if (name == SchemeName(scheme)) return scheme;
    all += (all.empty() ? "" : ", ") + std::string(SchemeName(scheme));
  }
  Fail(Status::kInvalidArgument, "a tag scheme must be one of ", all, "; found ", Quote(name));
}

TagParts SplitTag(std::string_view label) {
  if (label == "O") return {'O', {}};
  static constexpr std::string_view kLetters = "BIELSU";
  if (label.size() > 2 && label[1] == '-' && kLetters.find(label[0]) != std::string_view::npos) {
    return {label[0], label.substr(2)};
  }
  return {'\0', label};
}

void CheckTag(std::string_view label, Scheme scheme, std::string_view where) {
  if (scheme == Scheme::kPlain) return;
  const std::string_view letters = SchemeLetters(scheme);
  const TagParts parts = SplitTag(label);
  if (parts.prefix == 'O') return;
  if (parts.prefix != '\0' && letters.find(parts.prefix) != std::string_view::npos) return;
  std::string expected;
  for (char letter : letters) expected += StrCat(letter, "-TYPE, ");
  const bool bare = label.size() == 1 && SplitTag(StrCat(label, "-X")).prefix != '\0';
  Fail(Status::kFormat, where, ": label ", Quote(label), " is no tag of the scheme ",
       SchemeName(scheme), "; expected ", expected, "or O",
       bare ? " (spans of a single kind need a type too)" : "");
}

LabelSet SchemeLabels(const std::vector<std::string>& types, Scheme scheme) {
  LabelSet labels;
  labels.Add("O");
  for (const std::string& type : types) {
    if (scheme == Scheme::kPlain) labels.Add(type);
    for (char letter : SchemeLetters(scheme)) labels.Add(StrCat(letter, "-", type));
  }
  return labels.Canonical();
}

TransitionRules SchemeRules(const LabelSet& labels, Scheme scheme) {
  std::vector<std::string> types;
  const std::vector<Tag> tags = ParseTags(labels, SchemeLetters(scheme), &types);
  const Tag outside;
  TransitionRules rules;
  for (const Tag& from : tags) {
    rules.start.push_back(MayOpen(scheme, from, outside));
    rules.end.push_back(MayClose(scheme, from, outside));
    for (const Tag& to : tags) {
      rules.transition.push_back(Joins(scheme, from, to) ||
                                 (MayClose(scheme, from, to) && MayOpen(scheme, to, from)));
    }
  }
  const auto all = [](const std::vector<uint8_t>& legal) {
    return std::find(legal.begin(), legal.end(), 0) == legal.end();
  };
  rules.all_legal = all(rules.transition) && all(rules.start) && all(rules.end);
  return rules;
}

}  // namespace weft

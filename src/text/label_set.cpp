#include "text/label_set.h"

#include <algorithm>
#include <tuple>

#include "core/error.h"
#include "text/quote.h"
#include "text/scheme.h"

namespace weft {
namespace {

// Where a label stands in canonical order: "O" first, then by type, then by letter.
std::tuple<bool, std::string_view, size_t> CanonicalKey(const std::string& name) {
  const TagParts parts = SplitTag(name);
  static constexpr std::string_view kLetters = "BIELSU";
  const size_t letter = parts.prefix == '\0' ? 0 : kLetters.find(parts.prefix) + 1;
  return {parts.prefix != 'O', parts.type, letter};
}

}  // namespace

LabelSet::LabelSet(const std::vector<std::string>& names) {
  for (const std::string& name : names) {
    Require(Find(name) == kNoLabel, "label ", Quote(name), " is listed twice");
    Add(name);
  }
}

int32_t LabelSet::Find(std::string_view name) const {
  const auto it = ids_.find(std::string(name));
  return it == ids_.end() ? kNoLabel : it->second;
}

int32_t LabelSet::Add(std::string_view name) {
  Require(!name.empty(), "a label must not be empty");
  const int32_t known = Find(name);
  if (known != kNoLabel) return known;
  ids_.emplace(name, size());
  names_.emplace_back(name);
  return size() - 1;
}

LabelSet LabelSet::Canonical() const {
  std::vector<std::string> sorted = names_;
  std::sort(sorted.begin(), sorted.end(), [](const std::string& a, const std::string& b) {
    return CanonicalKey(a) < CanonicalKey(b);
  });
  return LabelSet(sorted);
}

std::vector<int32_t> MapLabels(const LabelSet& from, const LabelSet& to) {
  std::vector<int32_t> map;
  map.reserve(from.names().size());
  for (const std::string& name : from.names()) map.push_back(to.Find(name));
  return map;
}

}  // namespace weft

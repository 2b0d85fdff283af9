#include "text/label_map.h"

#include <algorithm>

#include "core/error.h"
#include "core/os.h"
#include "text/quote.h"
#include "text/scheme.h"

namespace weft {
namespace {

constexpr std::string_view kSeparators = " \t\r\n;";

std::string ReadEntries(const std::string& path) {
  try {
    return ReadFile(path);
  } catch (const Error& e) {
    Fail(Status::kIo, e.what(), " (a label map that is no file has FROM=TO)");
  }
}

std::vector<std::string> SplitTargets(std::string_view text, const std::string& entry) {
  std::vector<std::string> targets;
  if (text.empty()) return targets;
  for (size_t begin = 0, end = 0; end != std::string_view::npos; begin = end + 1) {
    end = text.find(',', begin);
    targets.emplace_back(text.substr(begin, end == std::string_view::npos ? end : end - begin));
    Require(!targets.back().empty(), "label map: expected labels between the commas of ",
            Quote(entry));
  }
  return targets;
}

// "GPE" for the type of "B-LOC" is "B-GPE"; O has no type.
std::string WithPrefix(const TagParts& tag, const std::string& target) {
  return target == "O" ? target : std::string(1, tag.prefix) + "-" + target;
}

}  // namespace

LabelMap LabelMap::Parse(const std::string& text) {
  LabelMap map;
  if (text.empty()) return map;
  const std::string entries = text.find('=') == std::string::npos ? ReadEntries(text) : text;
  size_t at = 0;
  while ((at = entries.find_first_not_of(kSeparators, at)) != std::string::npos) {
    const size_t end = std::min(entries.find_first_of(kSeparators, at), entries.size());
    const std::string entry = entries.substr(at, end - at);
    const size_t equals = entry.find('=');
    Require(equals == std::string::npos || entry.find('=', equals + 1) == std::string::npos,
            "label map: expected one FROM=TO, found ", Quote(entry),
            "; entries are separated by blanks or semicolons");
    Require(equals != std::string::npos && equals > 0, "label map: expected FROM=TO, found ",
            Quote(entry));
    const auto targets = SplitTargets(std::string_view(entry).substr(equals + 1), entry);
    const bool added = map.entries_.emplace(entry.substr(0, equals), targets).second;
    Require(added, "label map: ", Quote(entry.substr(0, equals)), " is mapped twice");
    at = end;
  }
  return map;
}

std::vector<std::string> LabelMap::Map(std::string_view label) const {
  auto found = entries_.find(label);
  if (found != entries_.end()) return found->second;
  const TagParts tag = SplitTag(label);
  if (tag.prefix != '\0' && !tag.type.empty()) {
    found = entries_.find(tag.type);
    if (found == entries_.end()) found = entries_.find("*");
    if (found == entries_.end()) return {std::string(label)};
    std::vector<std::string> targets;
    for (const std::string& target : found->second) targets.push_back(WithPrefix(tag, target));
    return targets;
  }
  found = label == "O" ? entries_.end() : entries_.find("*");
  return found == entries_.end() ? std::vector<std::string>{std::string(label)} : found->second;
}

std::string LabelMap::MapOne(std::string_view label, std::string_view where) const {
  const std::vector<std::string> targets = Map(label);
  Require(targets.size() <= 1, where, where.empty() ? "" : ": ", "the label map makes ",
          targets.size(), " labels of ", Quote(label),
          "; expected one at most where labels are no distributions");
  return targets.empty() ? "" : targets[0];
}

std::vector<std::pair<std::string, float>> LabelMap::MapDistribution(
    const std::vector<std::pair<std::string, float>>& distribution) const {
  std::map<std::string, double> mapped;
  double total = 0, kept = 0;
  for (const auto& [label, p] : distribution) {
    const std::vector<std::string> targets = Map(label);
    for (const std::string& target : targets) {
      mapped[target] += static_cast<double>(p) / static_cast<double>(targets.size());
    }
    total += static_cast<double>(p);
    if (!targets.empty()) kept += static_cast<double>(p);
  }
  std::vector<std::pair<std::string, float>> list;
  for (const auto& [label, p] : mapped) {
    if (kept > 0) list.emplace_back(label, static_cast<float>(p * (total / kept)));
  }
  return list;
}

}  // namespace weft

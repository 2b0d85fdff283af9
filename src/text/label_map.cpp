#include "text/label_map.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <set>

#include "core/error.h"
#include "core/os.h"
#include "text/quote.h"

namespace weft {
namespace {

constexpr std::string_view kSeparators = " \t\r\n;";

bool IsFile(const std::string& path) {
  std::error_code ignored;  // what cannot be looked at is no file; reading it says why
  return std::filesystem::is_regular_file(path, ignored);
}

std::string ReadEntries(const std::string& path) {
  try {
    return ReadFile(path);
  } catch (const Error& e) {
    Fail(Status::kIo, e.what(), " (a label map that is no file has FROM=TO)");
  }
}

std::vector<std::string> SplitTargets(std::string_view text, const std::string& entry,
                                      const std::string& where) {
  std::vector<std::string> targets;
  if (text.empty()) return targets;
  for (size_t begin = 0, end = 0; end != std::string_view::npos; begin = end + 1) {
    end = text.find(',', begin);
    targets.emplace_back(text.substr(begin, end == std::string_view::npos ? end : end - begin));
    Require(!targets.back().empty(), where, ": expected labels between the commas of ",
            Quote(entry));
  }
  return targets;
}

bool HasType(const TagParts& tag) { return tag.prefix != '\0' && !tag.type.empty(); }

// "GPE" for the type of "B-LOC" is "B-GPE"; O has no type.
std::string WithPrefix(const TagParts& tag, const std::string& target) {
  return target == "O" ? target : std::string(1, tag.prefix) + "-" + target;
}

}  // namespace

LabelMap LabelMap::Parse(const std::string& text) {
  LabelMap map;
  if (text.empty()) return map;
  const bool file = text.find('=') == std::string::npos || IsFile(text);
  const std::string entries = file ? ReadEntries(text) : text;
  int64_t line = 1;
  for (size_t at = 0, end = 0; at < entries.size(); at = end + 1) {
    const bool begins_line = at == 0 || entries[at - 1] == '\n';
    const bool comment = file && begins_line && entries[at] == '#' &&
                         (at + 1 == entries.size() ||
                          std::isspace(static_cast<unsigned char>(entries[at + 1])) != 0);
    end = std::min(comment ? entries.find('\n', at) : entries.find_first_of(kSeparators, at),
                   entries.size());
    if (end > at && !comment) {
      map.Add(entries.substr(at, end - at),
              file ? StrCat("label map ", text, ":", line) : "label map");
    }
    line += end < entries.size() && entries[end] == '\n';
  }
  Require(!map.empty(), "label map", file ? " " + text : "", ": expected FROM=TO, found nothing");
  return map;
}

void LabelMap::Add(const std::string& entry, const std::string& where) {
  const size_t equals = entry.find('=');
  Require(equals == std::string::npos || entry.find('=', equals + 1) == std::string::npos, where,
          ": expected one FROM=TO, found ", Quote(entry),
          "; entries are separated by blanks or semicolons");
  Require(equals != std::string::npos && equals > 0, where, ": expected FROM=TO, found ",
          Quote(entry));
  const auto targets = SplitTargets(std::string_view(entry).substr(equals + 1), entry, where);
  const bool added = entries_.emplace(entry.substr(0, equals), targets).second;
  Require(added, where, ": ", Quote(entry.substr(0, equals)), " is mapped twice");
}

// The entry that a label falls under.
LabelMap::Entries::const_iterator LabelMap::Find(std::string_view label,
                                                 const TagParts& tag) const {
  auto found = entries_.find(label);
  if (found == entries_.end() && HasType(tag)) found = entries_.find(tag.type);
  return found == entries_.end() && label != "O" ? entries_.find("*") : found;
}

std::vector<std::string> LabelMap::Map(std::string_view label) const {
  const TagParts tag = SplitTag(label);
  const auto found = Find(label, tag);
  if (found == entries_.end()) return {std::string(label)};
  if (found->first == label || !HasType(tag)) return found->second;
  std::vector<std::string> targets;
  for (const std::string& target : found->second) {
    const char prefix = SplitTag(target).prefix;  // E-MAIL may be a type
    Require(prefix != 'B' && prefix != 'I', "label map: expected ", found->first,
            "=TYPE, the type that ", Quote(label), " is to have, found the tag ", Quote(target));
    targets.push_back(WithPrefix(tag, target));
  }
  return targets;
}

std::string LabelMap::Unused(const std::vector<std::string>& labels) const {
  std::set<std::string_view> used = {"*"};  // which is for labels that may come
  for (const std::string& label : labels) {
    const auto found = Find(label, SplitTag(label));
    if (found != entries_.end()) used.insert(found->first);
  }
  std::string unused;
  for (const auto& [from, targets] : entries_) {
    if (used.count(from) == 0) unused += (unused.empty() ? "" : " ") + from;
  }
  return unused;
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

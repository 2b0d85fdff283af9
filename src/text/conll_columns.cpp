#include "text/conll_columns.h"

#include <algorithm>

#include "core/error.h"
#include "text/quote.h"

namespace weft {
namespace {

ColumnRole ParseRole(const std::string& role) {
  using Kind = ColumnRole::Kind;
  constexpr std::string_view kVote = "vote:";
  if (role == "token") return {Kind::kToken, ""};
  if (role == "label") return {Kind::kLabel, ""};
  if (role == "id") return {Kind::kId, ""};
  if (role == "skip") return {Kind::kSkip, ""};
  if (role.compare(0, kVote.size(), kVote) == 0) return {Kind::kVote, role.substr(kVote.size())};
  Require(!role.empty(),
          "a column must have a role: token, label, vote:SOURCE, id, skip, or a name");
  return {Kind::kExtra, role};
}

}  // namespace

std::vector<ColumnRole> ParseRoles(const std::vector<std::string>& roles) {
  std::vector<ColumnRole> parsed;
  for (const std::string& role : roles) {
    const ColumnRole next = ParseRole(role);
    const bool repeats = next.kind != ColumnRole::Kind::kSkip &&
                         std::any_of(parsed.begin(), parsed.end(), [&](const ColumnRole& other) {
                           return other.kind == next.kind && other.name == next.name;
                         });
    Require(!repeats, "two columns have the role ", Quote(role));
    parsed.push_back(next);
  }
  Require(std::any_of(parsed.begin(), parsed.end(),
                      [](const ColumnRole& r) { return r.kind == ColumnRole::Kind::kToken; }),
          "no column has the role \"token\"");
  return parsed;
}

std::vector<std::string> DefaultRoles(size_t count) {
  std::vector<std::string> roles = {"token"};
  for (size_t c = 1; c < count; ++c) {
    roles.push_back(c + 1 == count ? "label" : StrCat("column", c + 1));
  }
  return roles;
}

void SplitLine(std::string_view line, char separator, std::vector<std::string_view>* fields) {
  fields->clear();
  if (separator != ' ') {
    for (size_t end = line.find(separator); end != line.npos; end = line.find(separator)) {
      fields->push_back(line.substr(0, end));
      line.remove_prefix(end + 1);
    }
    fields->push_back(line);
    return;
  }
  constexpr std::string_view kBlanks = " \t";
  for (size_t begin = line.find_first_not_of(kBlanks); begin != line.npos;
       begin = line.find_first_not_of(kBlanks)) {
    line.remove_prefix(begin);
    const size_t end = std::min(line.find_first_of(kBlanks), line.size());
    fields->push_back(line.substr(0, end));
    line.remove_prefix(end);
  }
}

}  // namespace weft

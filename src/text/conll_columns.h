// What the columns of a CoNLL file are. weft's own files say so in their first line:
//   # columns: TAB token TAB label TAB vote:BTC …
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace weft {

constexpr std::string_view kColumnsHeader = "# columns:";

/// In files that say what their columns are: a token without a label, a source that abstains, and
/// a source that did not annotate the sentence.
constexpr std::string_view kMissingLabel = "_";
constexpr std::string_view kMissingVote = "?";
constexpr std::string_view kDocumentMarker = "-DOCSTART-";

struct ColumnRole {
  enum class Kind { kToken, kLabel, kVote, kId, kSkip, kExtra };
  Kind kind;
  std::string name;  ///< of the source or extra column
};

/// "token", "label", "vote:SOURCE", "id", "skip", or the name of an extra column. Fails with
/// kInvalidArgument where there is not exactly one token column, or more than one label or id.
std::vector<ColumnRole> ParseRoles(const std::vector<std::string>& roles);

/// What `count` columns are where nobody says: the first is the token, the last (of two or more)
/// the label, others "column2", "column3", ….
std::vector<std::string> DefaultRoles(size_t count);

/// Splits a line at each `separator`; at runs of blanks where it is ' '.
void SplitLine(std::string_view line, char separator, std::vector<std::string_view>* fields);

}  // namespace weft

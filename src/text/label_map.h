// From the labels of one tag set to those of another.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "text/scheme.h"

namespace weft {

/// Entries "FROM=TO", separated by blanks, line ends or semicolons. FROM is a whole label
/// ("B-LOC", "NN"), or the type of tags and stands for all of them ("LOC=GPE" makes B-GPE of
/// B-LOC); "*" is every label but O that no entry names. TO is what FROM is, O, several of these
/// separated by commas (coarse to fine), or nothing: no label. What no entry names stays.
class LabelMap {
 public:
  LabelMap() = default;  ///< every label stays
  /// `text` has entries, or is the path of a file that has some, and lines that begin with # and a
  /// blank as comments. Fails with kInvalidArgument, naming the entry and where it stands, or with
  /// kIo.
  static LabelMap Parse(const std::string& text);

  bool empty() const { return entries_.empty(); }
  /// The FROM of entries that are of none of `labels`, separated by blanks.
  std::string Unused(const std::vector<std::string>& labels) const;
  /// What a label becomes: one label, several, or none. Fails with kInvalidArgument where its type
  /// is to become a tag.
  std::vector<std::string> Map(std::string_view label) const;
  /// The same where it can be one label at most; "" is none. Fails with kInvalidArgument, naming
  /// `where` and the label, where it is several.
  std::string MapOne(std::string_view label, std::string_view where) const;
  /// A distribution: what becomes several labels is shared evenly among them, what becomes one is
  /// added up. Its sum stays where some of it has no label any more; empty where all
  /// of it has none.
  std::vector<std::pair<std::string, float>> MapDistribution(
      const std::vector<std::pair<std::string, float>>& distribution) const;

 private:
  using Entries = std::map<std::string, std::vector<std::string>, std::less<>>;
  void Add(const std::string& entry, const std::string& where);
  Entries::const_iterator Find(std::string_view label, const TagParts& tag) const;
  Entries entries_;
};

}  // namespace weft

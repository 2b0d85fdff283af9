// Label names and their ids.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace weft {

/// "No label here": a gold token that nobody labelled, a source that abstains at a token.
constexpr int32_t kNoLabel = -1;

/// The names of K labels; ids are 0 … K−1 in the order of insertion.
class LabelSet {
 public:
  LabelSet() = default;
  explicit LabelSet(const std::vector<std::string>& names);

  int32_t size() const { return static_cast<int32_t>(names_.size()); }
  const std::string& name(int32_t id) const { return names_[static_cast<size_t>(id)]; }
  const std::vector<std::string>& names() const { return names_; }
  int32_t Find(std::string_view name) const;  ///< kNoLabel where there is none
  int32_t Add(std::string_view name);         ///< the id, new or old; "" is an error

  /// The same names in canonical order: "O" first, then by type (bytes), within a type B, I, E, L,
  /// S, U; plain tags by bytes. Makes ids independent of the order in which the data came.
  LabelSet Canonical() const;

  bool operator==(const LabelSet& other) const { return names_ == other.names_; }

 private:
  std::vector<std::string> names_;
  std::unordered_map<std::string, int32_t> ids_;
};

/// For each id of `from`, the id of the same name in `to`, or kNoLabel.
std::vector<int32_t> MapLabels(const LabelSet& from, const LabelSet& to);

}  // namespace weft

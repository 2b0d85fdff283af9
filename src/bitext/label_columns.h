// From the labels of a source side to those of a target side.
#pragma once

#include <vector>

#include "bitext/projection.h"

namespace weft {

/// The labels that a projection gives, and how the source's become them.
class LabelColumns {
 public:
  /// Tags become IOB2's (IO's only where they are repaired), then the map is applied. `target`:
  /// labels that the others must be among; empty: any. Fails with kInvalidArgument, naming the
  /// label, where one is not, or where the map makes no tag of a tag.
  LabelColumns(const SourceLabels& source, const ProjectionSettings& settings,
               const LabelSet& target);

  const LabelSet& labels() const { return labels_; }
  Scheme scheme() const { return scheme_; }
  int32_t outside() const { return outside_; }  ///< the id of O; kNoLabel: there is none
  /// A type's B and I, ids of labels(); what `repair` works on. Only of IOB2.
  struct Tags {
    int32_t begin, inside;
  };
  const std::vector<Tags>& types() const { return types_; }

  /// The distribution [labels()] of a source token, `p` [K]; all 0 where none of it is mapped, or
  /// where its best label is not.
  void Map(const double* p, double* row) const;
  void MapId(int32_t id, double* row) const;
  /// The most probable label of a row; among equals one that says more than O.
  int32_t Best(const double* row) const;
  bool shares() const { return shares_; }  ///< some label becomes several
  /// Of the map, by FROM: those that are of no source label.
  const std::string& unused_entries() const { return unused_entries_; }
  bool mapped(int32_t id) const { return !targets_[static_cast<size_t>(id)].empty(); }

 private:
  LabelSet labels_;
  Scheme scheme_;
  int32_t outside_ = kNoLabel;
  std::vector<std::vector<int32_t>> targets_;  // by source label: ids of labels_
  std::vector<Tags> types_;
  bool shares_ = false;
  std::string unused_entries_;
};

}  // namespace weft

// Finds things by content: a hash table of ids whose contents their owner keeps.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace weft {

/// Ids are 0, 1, 2, … in the order of Add. Memory is kept when cleared.
class ContentIndex {
 public:
  void Clear() {
    hashes_.clear();
    table_.assign(table_.empty() ? kLeast : table_.size(), -1);
  }

  /// The first id with that hash of which `same(id)` is true, or −1.
  template <typename Same>
  int32_t Find(uint64_t hash, const Same& same) const {
    for (size_t i = hash & Mask(); table_[i] >= 0; i = (i + 1) & Mask()) {
      if (hashes_[static_cast<size_t>(table_[i])] == hash && same(table_[i])) return table_[i];
    }
    return -1;
  }

  /// Adds the next id and returns it.
  int32_t Add(uint64_t hash) {
    hashes_.push_back(hash);
    if (2 * hashes_.size() > table_.size()) {
      table_.assign(2 * table_.size(), -1);
      for (size_t id = 0; id + 1 < hashes_.size(); ++id) Place(static_cast<int32_t>(id));
    }
    Place(static_cast<int32_t>(hashes_.size() - 1));
    return static_cast<int32_t>(hashes_.size() - 1);
  }

 private:
  static constexpr size_t kLeast = 64;
  size_t Mask() const { return table_.size() - 1; }
  void Place(int32_t id) {
    size_t i = hashes_[static_cast<size_t>(id)] & Mask();
    while (table_[i] >= 0) i = (i + 1) & Mask();
    table_[i] = id;
  }

  std::vector<uint64_t> hashes_;
  std::vector<int32_t> table_ =
      std::vector<int32_t>(kLeast, -1);  // power of two, half full at most
};

}  // namespace weft

// Attribute strings to ids: one flat hash table of plain arrays, in memory as in the model file.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/span.h"
#include "crf/attributes.h"

namespace weft {

/// Ids are 0 … size()−1 in the order of first insertion: attributes of neighbouring tokens are
/// neighbours in every array by attribute, and ids depend on nothing but the corpus.
class AttributeIndex {
 public:
  AttributeIndex();

  int64_t size() const { return static_cast<int64_t>(key_ends_.size()); }
  std::string_view key(int32_t id) const {
    const uint64_t begin = id == 0 ? 0 : key_ends_[static_cast<size_t>(id - 1)];
    return std::string_view(bytes_.data() + begin, key_ends_[static_cast<size_t>(id)] - begin);
  }

  int32_t Find(std::string_view key) const;  ///< -1 where it is not there
  int32_t Insert(std::string_view key);      ///< the id, new or old

  /// Finds every attribute of a batch: `ids` [batch.size()], -1 for the unknown. Much faster than
  /// one by one, since the waits for memory overlap.
  void FindAll(const AttributeBatch& batch, std::vector<int32_t>* ids) const;

  // The arrays that a model file holds.
  const std::vector<uint64_t>& slots() const { return slots_; }
  const std::vector<uint64_t>& key_ends() const { return key_ends_; }
  const std::vector<char>& bytes() const { return bytes_; }
  /// Takes arrays read from a file. Fails with kCorrupt where using them could leave their bounds.
  static AttributeIndex FromArrays(std::vector<uint64_t> slots, std::vector<uint64_t> key_ends,
                                   std::vector<char> bytes);

 private:
  int32_t Probe(uint64_t hash, std::string_view key, size_t* slot) const;
  void Grow();

  std::vector<uint64_t> slots_;     // [power of two] high half of the hash, id + 1; 0: free
  std::vector<uint64_t> key_ends_;  // [size()] into bytes_
  std::vector<char> bytes_;
};

}  // namespace weft

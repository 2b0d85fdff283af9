#include "crf/index.h"

#include <xxhash.h>

#include <cstring>
#include <limits>

#include "core/error.h"

namespace weft {
namespace {

constexpr size_t kFirstSlots = 16;
constexpr uint64_t kTagMask = 0xFFFFFFFF00000000ull;

uint64_t HashOf(std::string_view key) { return XXH3_64bits(key.data(), key.size()); }

int32_t IdOf(uint64_t slot) { return static_cast<int32_t>(slot & ~kTagMask) - 1; }

}  // namespace

AttributeIndex::AttributeIndex() : slots_(kFirstSlots, 0) {}

int32_t AttributeIndex::Probe(uint64_t hash, std::string_view key, size_t* slot) const {
  const size_t mask = slots_.size() - 1;
  size_t i = hash & mask;
  for (; slots_[i] != 0; i = (i + 1) & mask) {
    if ((slots_[i] ^ hash) & kTagMask) continue;
    const int32_t id = IdOf(slots_[i]);
    if (this->key(id) == key) return id;
  }
  *slot = i;
  return -1;
}

int32_t AttributeIndex::Find(std::string_view key) const {
  size_t slot;
  return Probe(HashOf(key), key, &slot);
}

int32_t AttributeIndex::Insert(std::string_view key) {
  const uint64_t hash = HashOf(key);
  size_t slot;
  const int32_t old = Probe(hash, key, &slot);
  if (old >= 0) return old;
  if (size() >= std::numeric_limits<int32_t>::max() - 1) {
    Fail(Status::kUnsupported, "more than 2147483645 different attributes");
  }
  const auto id = static_cast<int32_t>(size());
  bytes_.insert(bytes_.end(), key.begin(), key.end());
  key_ends_.push_back(bytes_.size());
  slots_[slot] = (hash & kTagMask) | static_cast<uint32_t>(id + 1);
  if (key_ends_.size() * 3 > slots_.size() * 2) Grow();
  return id;
}

void AttributeIndex::Grow() {
  const size_t mask = 2 * slots_.size() - 1;
  slots_.assign(mask + 1, 0);
  for (int32_t id = 0; id < size(); ++id) {
    const uint64_t hash = HashOf(key(id));
    size_t i = hash & mask;
    while (slots_[i] != 0) i = (i + 1) & mask;
    slots_[i] = (hash & kTagMask) | static_cast<uint32_t>(id + 1);
  }
}

void AttributeIndex::FindAll(const AttributeBatch& batch, std::vector<int32_t>* ids) const {
  const int64_t count = batch.size();
  ids->resize(static_cast<size_t>(count));
  // Rounds of a few dozen keys: ask for the slots, then for the keys behind them, then compare.
  constexpr int64_t kRound = 32;
  uint64_t hashes[kRound];
  const size_t mask = slots_.size() - 1;
  for (int64_t begin = 0; begin < count; begin += kRound) {
    const int64_t n = std::min(kRound, count - begin);
    for (int64_t i = 0; i < n; ++i) {
      hashes[i] = HashOf(batch.key(begin + i));
      __builtin_prefetch(&slots_[hashes[i] & mask]);
    }
    for (int64_t i = 0; i < n; ++i) {
      const uint64_t slot = slots_[hashes[i] & mask];
      if (slot != 0) __builtin_prefetch(&key_ends_[static_cast<size_t>(IdOf(slot))]);
    }
    for (int64_t i = 0; i < n; ++i) {
      const uint64_t slot = slots_[hashes[i] & mask];
      if (slot != 0) __builtin_prefetch(key(IdOf(slot)).data());
    }
    for (int64_t i = 0; i < n; ++i) {
      size_t slot;
      (*ids)[static_cast<size_t>(begin + i)] = Probe(hashes[i], batch.key(begin + i), &slot);
    }
  }
}

AttributeIndex AttributeIndex::FromArrays(std::vector<uint64_t> slots,
                                          std::vector<uint64_t> key_ends, std::vector<char> bytes) {
  const auto corrupt = [](const char* what) {
    Fail(Status::kCorrupt, "the attribute index of the model is damaged: ", what);
  };
  if (slots.empty() || (slots.size() & (slots.size() - 1)) != 0) corrupt("size of its table");
  if (key_ends.size() >= static_cast<size_t>(std::numeric_limits<int32_t>::max())) {
    corrupt("number of attributes");
  }
  uint64_t last = 0;
  bool ascending = true;
  for (const uint64_t end : key_ends) {
    ascending &= end >= last;
    last = end;
  }
  if (!ascending || last != bytes.size()) corrupt("lengths of its strings");
  uint64_t used = 0, in_bounds = 0;
  for (const uint64_t slot : slots) {
    used += slot != 0;
    in_bounds += slot != 0 && (slot & ~kTagMask) - 1 < key_ends.size();
  }
  // A free slot must be left, or a search for an unknown attribute never ends.
  if (used != key_ends.size() || in_bounds != used || used >= slots.size()) corrupt("its entries");
  AttributeIndex index;
  index.slots_ = std::move(slots);
  index.key_ends_ = std::move(key_ends);
  index.bytes_ = std::move(bytes);
  return index;
}

}  // namespace weft

// Gradient sums of the attributes that occur nearly everywhere.
#pragma once

#include <cstdint>
#include <vector>

#include "crf/weight_table.h"

namespace weft {

/// Most occurrences belong to few attributes. Fetching the rows of all their tokens from far memory
/// once per attribute would cost more than all else; they are summed while a chunk's rows are in
/// the caches instead, into one set of sums per chunk, so that the order of additions depends on
/// the chunks alone.
class FrequentSums {
 public:
  FrequentSums() = default;
  /// `occurrences` [attributes]; rows of `table` are in descending order of them.
  FrequentSums(const WeightTable& table, Span<const int64_t> occurrences, int64_t chunks);

  void Clear(int64_t chunk);
  /// Adds tokens [begin, end) of `rows` [tokens, stride].
  void Add(int64_t chunk, const OccurrenceLists& occurrences, const double* rows, int64_t begin,
           int64_t end);
  void Describe(GatherTask* task) const;

 private:
  size_t ChunkSize() const { return static_cast<size_t>(frequent_) * static_cast<size_t>(stride_); }

  int32_t stride_ = 8;
  uint32_t frequent_ = 0;
  int64_t chunks_ = 0;
  std::vector<double> sums_;  // [chunks, frequent, stride]
};

}  // namespace weft

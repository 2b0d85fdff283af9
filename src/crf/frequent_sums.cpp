#include "crf/frequent_sums.h"

#include <algorithm>

namespace weft {
namespace {

constexpr int64_t kSumBytes = 192 << 10;  // a chunk's sums stay in the second-level cache
constexpr int64_t kLeastPerChunk = 4;     // occurrences that pay for a sum of its own

uint32_t CountFrequent(const WeightTable& table, Span<const int64_t> occurrences, int64_t chunks) {
  const auto rows = static_cast<size_t>(table.num_rows());
  std::vector<int64_t> by_row(rows);
  for (size_t a = 0; a < occurrences.size(); ++a) {
    const AttributeSlot slot = table.slots()[a];
    if (slot.count == 0) by_row[slot.at] = occurrences[a];
  }
  const int64_t most = kSumBytes / (table.stride() * static_cast<int64_t>(sizeof(double)));
  int64_t frequent = 0;
  while (frequent < std::min<int64_t>(most, static_cast<int64_t>(rows)) &&
         by_row[static_cast<size_t>(frequent)] >= kLeastPerChunk * chunks) {
    ++frequent;
  }
  return static_cast<uint32_t>(frequent);
}

}  // namespace

FrequentSums::FrequentSums(const WeightTable& table, Span<const int64_t> occurrences,
                           int64_t chunks)
    : stride_(table.stride()),
      frequent_(CountFrequent(table, occurrences, chunks)),
      chunks_(chunks),
      sums_(ChunkSize() * static_cast<size_t>(chunks), 0.0) {}

void FrequentSums::Clear(int64_t chunk) {
  std::fill_n(sums_.begin() + static_cast<ptrdiff_t>(static_cast<size_t>(chunk) * ChunkSize()),
              ChunkSize(), 0.0);
}

void FrequentSums::Add(int64_t chunk, const OccurrenceLists& occurrences, const double* rows,
                       int64_t begin, int64_t end) {
  if (frequent_ == 0) return;
  FrequentTask task;
  occurrences.Describe(&task);
  task.begin = begin;
  task.end = end;
  task.stride = stride_;
  task.frequent = frequent_;
  task.rows = rows;
  task.sums = sums_.data() + static_cast<size_t>(chunk) * ChunkSize();
  AddFrequentRows(task);
}

void FrequentSums::Describe(GatherTask* task) const {
  task->frequent = frequent_;
  task->chunks = chunks_;
  task->frequent_sums = sums_.data();
}

}  // namespace weft

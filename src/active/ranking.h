// Which sentences of a pool to ask about next.
#pragma once

#include <memory>
#include <vector>

#include "active/pool.h"
#include "active/similarity.h"
#include "method/model.h"

namespace weft {

class Ranking {
 public:
  /// Density is taken over the sentences that are open now.
  Ranking(const Pool& pool, const ActiveSettings& settings);
  /// Scores all open sentences by `model`; null: at random. The same whatever the threads.
  void Score(const Model* model, Executor* executor);
  /// The next batch of those that were open then and are still, most useful first; among equals the
  /// first of the pool.
  std::vector<int64_t> NextBatch() const;
  /// [sentences]; −1 where a sentence was not open.
  const std::vector<double>& utilities() const { return utilities_; }

 private:
  std::vector<int64_t> Diverse(std::vector<int64_t> candidates) const;

  const Pool& pool_;
  const ActiveSettings settings_;
  std::unique_ptr<SentenceSimilarity> similarity_;  // null: not needed
  std::vector<double> density_;                     // [sentences], or empty: not needed
  std::vector<double> utilities_;
};

}  // namespace weft

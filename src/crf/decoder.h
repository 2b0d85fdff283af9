// Scores sentences with a sparse CRF.
#pragma once

#include <memory>
#include <vector>

#include "crf/model.h"

namespace weft {

class CrfDecoder : public Decoder {
 public:
  explicit CrfDecoder(std::shared_ptr<const CrfModel> model);
  /// Occurrences of attributes that the model does not know, so far; they score 0.
  int64_t unknown() const { return unknown_; }

 protected:
  void Attach(const Corpus& corpus) override;
  const Lattice& ScoreSentence(int64_t s) override;

 private:
  void ScoreBlock(int64_t begin, int64_t end);

  std::shared_ptr<const CrfModel> model_;
  const Corpus* corpus_ = nullptr;
  AttributeGenerator generator_;
  Transitions transitions_;
  AttributeBatch batch_;
  std::vector<int32_t> ids_;
  OccurrenceLists occurrences_;
  std::vector<double> rows_;       // [block, stride]
  std::vector<double> emissions_;  // [L, K]
  Lattice lattice_;
  int64_t unknown_ = 0;
};

/// Rows of `stride` as rows of K.
void UnpadRows(const double* rows, int64_t count, int32_t labels, int32_t stride, double* out);

}  // namespace weft

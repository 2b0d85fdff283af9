// Taggers that learn a sentence at a time, as a person labels them.
#pragma once

#include <memory>

#include "method/model.h"

namespace weft {

/// Holds what was learned so far; each call costs the sentence, not what was learned before. What
/// it knows does not depend on the order in which it learned it. One thread.
class SentenceLearner {
 public:
  virtual ~SentenceLearner() = default;
  /// `labels` [L] of sentence `s` of the corpus, kNoLabel where a token has none.
  virtual void Learn(int64_t s, Span<const int32_t> labels) = 0;
  /// Takes back what Learn learned of the same labels.
  virtual void Forget(int64_t s, Span<const int32_t> labels) = 0;
  /// What the method's trainer makes of the same labels, but that it learns from labelled tokens
  /// alone. Models taken earlier stay what they were; while one of them lives, the next Learn
  /// copies what it shares with this.
  virtual std::shared_ptr<const Model> TakeModel() = 0;
};

}  // namespace weft

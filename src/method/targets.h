// What the training data say about labels: hard, partial or soft, with a weight per sentence.
#pragma once

#include <cstdint>
#include <vector>

#include "core/span.h"
#include "method/model.h"
#include "text/corpus.h"

namespace weft {

/// The labels that a tagger learns from, as ids of its own label set. Borrows corpus and soft
/// labels.
class Targets {
 public:
  enum class Need { kSome, kNone };
  /// Gold labels of `corpus`, or those of `soft` where it is not null. `weights` [sentences] or
  /// empty. Fails with kInvalidArgument where sizes do not fit, a weight is negative or not finite,
  /// a soft label is no distribution (nor are all of its sentence zeros), or nothing is labelled at
  /// all, though some must be (`need`).
  Targets(const Corpus& corpus, const SoftLabels* soft, const std::vector<float>& weights,
          Need need = Need::kSome);

  const LabelSet& labels() const { return labels_; }
  bool soft() const { return soft_ != nullptr; }
  /// The weight of a sentence; 0 where nothing in it is labelled.
  double weight(int64_t s) const { return weights_[static_cast<size_t>(s)]; }
  int64_t labelled_tokens() const { return labelled_tokens_; }  ///< of sentences that weigh more
  /// Some tokens of the sentence are labelled and some are not.
  bool partial(int64_t s) const { return partial_[static_cast<size_t>(s)] != 0; }
  /// Hard labels of a sentence, kNoLabel where there is none. Precondition: not soft().
  Span<const int32_t> hard(int64_t s) const {
    return {all_hard_.data() + corpus_->begin(s), static_cast<size_t>(corpus_->length(s))};
  }

  /// Calls `add(label, p)` for every label that token t (of the corpus) may have.
  template <typename Add>
  void ForLabels(int64_t t, Add add) const {
    if (soft_) {
      const size_t k = static_cast<size_t>(labels_.size());
      const double* row = soft_->unary.data() + static_cast<size_t>(t) * k;
      for (size_t j = 0; j < k; ++j) {
        if (row[j] > 0) add(static_cast<int32_t>(j), row[j]);
      }
    } else if (all_hard_[static_cast<size_t>(t)] != kNoLabel) {
      add(all_hard_[static_cast<size_t>(t)], 1.0);
    }
  }
  /// Adds p(label) of token t to `counts` [K].
  void AddLabels(int64_t t, double* counts) const {
    ForLabels(t, [&](int32_t label, double p) { counts[label] += p; });
  }
  /// Adds `weight` times the expected label bigrams of a sentence to `counts` [K, K]. Pairs of
  /// which one token is not labelled count nothing.
  void AddBigrams(int64_t s, double weight, double* counts) const;

 private:
  void CheckSizes() const;               // of the soft labels
  bool SoftlyLabelled(int64_t s) const;  // checks them

  const Corpus* corpus_;
  const SoftLabels* soft_;
  LabelSet labels_;
  Span<const int32_t> all_hard_;  // [tokens]
  std::vector<float> weights_;
  std::vector<uint8_t> partial_;
  int64_t labelled_tokens_ = 0;
};

}  // namespace weft

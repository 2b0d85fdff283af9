// The sentences of a loop and what is known of their labels.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "active/options.h"
#include "text/corpus.h"

namespace weft {

/// Where the label of a token comes from. The values are those of weft.h.
enum class Origin : uint8_t { kNone = 0, kGiven = 1, kAnswered = 2, kModel = 3 };

enum class SentenceState : uint8_t {
  kOpen,     ///< may be chosen
  kChosen,   ///< in the batch
  kSkipped,  ///< not to be asked about
  kDone,     ///< every token has a label
};

struct PoolCounts {
  int64_t done = 0, skipped = 0;    ///< sentences
  int64_t asked = 0, answered = 0;  ///< tokens; answers to what was not asked count too
  int64_t labelled_by_model = 0;    ///< tokens
  int64_t asked_sentences = 0;      ///< of which a token was asked for
};

class Pool {
 public:
  /// What has gold labels in `corpus` is known; of its fully labelled sentences only the share
  /// `settings.labelled`, drawn at random.
  Pool(std::shared_ptr<const Corpus> corpus, const ActiveSettings& settings);

  const Corpus& corpus() const { return *corpus_; }
  SentenceState state(int64_t s) const { return states_[static_cast<size_t>(s)]; }
  /// Ids of the corpus's labels, [L] and [tokens]; kNoLabel where none is known.
  Span<const int32_t> labels(int64_t s) const {
    return {labels_.data() + corpus_->begin(s), static_cast<size_t>(corpus_->length(s))};
  }
  const std::vector<int32_t>& labels() const { return labels_; }
  const std::vector<Origin>& origins() const { return origins_; }
  /// Tokens of the sentence without a label, ascending.
  std::vector<int32_t> Unlabelled(int64_t s) const;
  PoolCounts Count() const;

  void SetState(int64_t s, SentenceState state) { states_[static_cast<size_t>(s)] = state; }
  /// kNoLabel takes a label away.
  void SetLabel(int64_t s, int32_t token, int32_t label, Origin origin);
  /// Takes the model's labels of the sentence away.
  void ForgetModel(int64_t s);
  void MarkAsked(int64_t s, int32_t token) {
    asked_[static_cast<size_t>(corpus_->begin(s) + token)] = 1;
  }
  bool asked(int64_t s, int32_t token) const {
    return asked_[static_cast<size_t>(corpus_->begin(s) + token)] != 0;
  }

 private:
  const std::shared_ptr<const Corpus> corpus_;
  std::vector<SentenceState> states_;
  std::vector<int32_t> labels_;  // [tokens]
  std::vector<Origin> origins_;  // [tokens]
  std::vector<uint8_t> asked_;   // [tokens]
};

}  // namespace weft

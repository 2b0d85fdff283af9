#include <atomic>
#include <set>

#include "core/error.h"
#include "hmm/method.h"
#include "hmm/model.h"

namespace weft {
namespace {

// `*shared` is this thread's alone: copied where someone else still reads it.
template <typename T>
T* Own(std::shared_ptr<T>* shared) {
  if (shared->use_count() > 1) {
    *shared = std::make_shared<T>(**shared);
  } else {
    std::atomic_thread_fence(std::memory_order_acquire);  // after the last reader's last look
  }
  return shared->get();
}

class HmmTaggerLearner : public SentenceLearner {
 public:
  explicit HmmTaggerLearner(TrainingInput input)
      : corpus_(std::move(input.train)),
        options_(input.AllOptions()),
        pseudo_{input.options.GetFloat("transition_pseudo"),
                input.options.GetFloat("emission_pseudo")},
        counts_(std::make_shared<TagCounts>(corpus_->labels().size())) {
    if (input.options.GetString("unknown") == "suffix") {
      suffixes_ = std::make_shared<SuffixTable>(*counts_);
    }
  }

  void Learn(int64_t s, Span<const int32_t> labels) override { Add(s, labels, 1); }
  void Forget(int64_t s, Span<const int32_t> labels) override { Add(s, labels, -1); }

  std::shared_ptr<const Model> TakeModel() override {
    auto model =
        std::make_shared<HmmTaggerModel>(std::make_shared<TagHmm>(counts_, suffixes_, pseudo_));
    model->SetCommon(corpus_->labels(), corpus_->scheme(), options_);
    return model;
  }

 private:
  // Words whose counts change leave the table of endings with what they were and come back with
  // what they are.
  void Add(int64_t s, Span<const int32_t> labels, double weight) {
    TagCounts* counts = Own(&counts_);
    if (!suffixes_) return counts->AddSentence(*corpus_, s, labels, weight);
    SuffixTable* suffixes = Own(&suffixes_);
    const std::set<std::string_view> words = LabelledWords(s, labels);
    for (const std::string_view word : words) suffixes->Remove(*counts, word);
    counts->AddSentence(*corpus_, s, labels, weight);
    for (const std::string_view word : words) suffixes->Add(*counts, word);
    suffixes->Settle(*counts);
  }

  std::set<std::string_view> LabelledWords(int64_t s, Span<const int32_t> labels) const {
    std::set<std::string_view> words;
    for (size_t t = 0; t < labels.size(); ++t) {
      if (labels[t] == kNoLabel) continue;
      words.insert(corpus_->token(corpus_->begin(s) + static_cast<int64_t>(t)));
    }
    return words;
  }

  const std::shared_ptr<const Corpus> corpus_;
  const std::map<std::string, std::string> options_;
  const TagPseudoCounts pseudo_;
  std::shared_ptr<TagCounts> counts_;
  std::shared_ptr<SuffixTable> suffixes_;
};

}  // namespace

std::unique_ptr<SentenceLearner> LearnHmmTagger(TrainingInput input) {
  Require(input.train != nullptr, "cannot learn without a corpus");
  for (const char* key : {"iterations", "tolerance", "unlabelled_weight"}) {
    Require(input.options.Get(key) == input.options.table().Find(key)->default_value, "option ",
            key,
            " has no effect where sentences are learned one by one, from labelled tokens alone");
  }
  Require(!input.dev, "where sentences are learned one by one, a development corpus has no effect");
  return std::make_unique<HmmTaggerLearner>(std::move(input));
}

}  // namespace weft

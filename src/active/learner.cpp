#include "active/learner.h"

#include <algorithm>
#include <filesystem>

#include "core/error.h"
#include "method/sentence_learner.h"
#include "model/model_file.h"
#include "text/derive.h"

namespace weft {
namespace {

// Makes `learned` say of sentence `s` what `labels` does.
void Copy(const Corpus& corpus, int64_t s, const std::vector<int32_t>& labels,
          std::vector<int32_t>* learned) {
  std::copy(labels.begin() + corpus.begin(s), labels.begin() + corpus.end(s),
            learned->begin() + corpus.begin(s));
}

int64_t CountLabels(Span<const int32_t> labels) {
  return std::count_if(labels.begin(), labels.end(), [](int32_t id) { return id != kNoLabel; });
}

std::shared_ptr<const Corpus> WithLabels(const Corpus& corpus, const std::vector<int32_t>& ids) {
  return ReplaceGold(corpus, corpus.labels(), ids, corpus.scheme());
}

class Counting : public Learner {
 public:
  Counting(const Corpus& corpus, std::unique_ptr<SentenceLearner> learner)
      : corpus_(corpus),
        learner_(std::move(learner)),
        learned_(static_cast<size_t>(corpus.num_tokens()), kNoLabel) {}

  void Learn(const std::vector<int64_t>& changed, const std::vector<int32_t>& labels) override {
    model_ = nullptr;  // else learning would have to leave it as it is
    const auto of = [&](int64_t s) {
      return Span<const int32_t>(learned_.data() + corpus_.begin(s),
                                 static_cast<size_t>(corpus_.length(s)));
    };
    for (const int64_t s : changed) {
      learner_->Forget(s, of(s));
      known_ -= CountLabels(of(s));
      Copy(corpus_, s, labels, &learned_);
      known_ += CountLabels(of(s));
      learner_->Learn(s, of(s));
    }
  }

  std::shared_ptr<const Model> model() override {
    if (!model_ && known_ > 0) model_ = learner_->TakeModel();
    return model_;
  }

 private:
  const Corpus& corpus_;
  const std::unique_ptr<SentenceLearner> learner_;
  std::vector<int32_t> learned_;  // [tokens]
  std::shared_ptr<const Model> model_;
  int64_t known_ = 0;  // tokens
};

class Retraining : public Learner {
 public:
  explicit Retraining(LearnerInput input)
      : run_(std::move(input.run)),
        log_(std::move(input.log)),
        cancel_(std::move(input.cancel)),
        goes_on_(input.in_steps && run_.method->continues),
        model_path_(goes_on_ ? std::move(input.model_path) : std::string()),
        learned_(static_cast<size_t>(run_.train->num_tokens()), kNoLabel) {}

  void Learn(const std::vector<int64_t>& changed, const std::vector<int32_t>& labels) override {
    ++version_;
    for (const int64_t s : changed) Copy(*run_.train, s, labels, &learned_);
  }

  std::shared_ptr<const Model> model() override {
    if (trained_ == version_) return model_;
    if (CountLabels(learned_) == 0) return nullptr;
    if (!model_ && ReadModel()) return model_;
    const std::shared_ptr<const Model> trained = Train();
    if (!model_path_.empty()) {
      SaveModel(*WithMetadata(*trained, {{kVersion, StrCat(version_)}}), model_path_);
    }
    model_ = trained;
    trained_ = version_;
    return model_;
  }

 private:
  static constexpr char kVersion[] = "update";

  std::shared_ptr<const Model> Train() const {
    RunInput run = run_;
    run.train = goes_on_ ? WithLabels(*run_.train, learned_) : Labelled();
    if (goes_on_) run.start = model_;
    TrainingHooks hooks;
    hooks.log = log_;
    hooks.cancel = cancel_;
    const std::unique_ptr<Trainer> trainer = NewTrainer(run, std::move(hooks));
    while (trainer->Step()) {
    }
    if (cancel_->cancelled()) {
      cancel_->Clear();
      Fail(Status::kCancelled, "the training was stopped; the next call goes on");
    }
    return trainer->TakeModel();
  }

  // The sentences with labels. Taggers that go on see all of them: their words are settled when
  // they begin.
  std::shared_ptr<const Corpus> Labelled() const {
    const Corpus& corpus = *run_.train;
    std::vector<int64_t> sentences;
    std::vector<int32_t> ids;
    for (int64_t s = 0; s < corpus.num_sentences(); ++s) {
      const auto length = static_cast<size_t>(corpus.length(s));
      const Span<const int32_t> labels(learned_.data() + corpus.begin(s), length);
      if (CountLabels(labels) == 0) continue;
      sentences.push_back(s);
      ids.insert(ids.end(), labels.begin(), labels.end());
    }
    return WithLabels(*SelectSentences(corpus, sentences), ids);
  }

  // The model that was saved before a break: true where it is the one of now, else it is the one to
  // go on from.
  bool ReadModel() {
    if (model_path_.empty() || !std::filesystem::exists(model_path_)) return false;
    const std::shared_ptr<const Model> saved = LoadModel(model_path_);
    const auto version = saved->metadata().find(kVersion);
    int64_t number = 0;
    if (version == saved->metadata().end() || !ParseInt(version->second, &number) ||
        number > version_) {
      Fail(Status::kCorrupt, model_path_, " is not a model of this session");
    }
    model_ = WithMetadata(*saved, {});
    trained_ = number;
    return trained_ == version_;
  }

  const RunInput run_;
  const Logger log_;
  const std::shared_ptr<CancelFlag> cancel_;
  const bool goes_on_;
  const std::string model_path_;
  std::vector<int32_t> learned_;  // [tokens]
  std::shared_ptr<const Model> model_;
  int64_t version_ = 0, trained_ = 0;  // counted by calls of Learn
};

}  // namespace

std::unique_ptr<Learner> NewLearner(LearnerInput input) {
  const Method& method = *input.run.method;
  CheckGoldRun(input.run);
  if (input.in_steps && method.learn_sentences) {
    return std::make_unique<Counting>(*input.run.train, NewSentenceLearner(input.run));
  }
  return std::make_unique<Retraining>(std::move(input));
}

}  // namespace weft

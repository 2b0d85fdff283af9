#include "active/loop.h"

#include <algorithm>

#include "core/error.h"

namespace weft {

ActiveLoop::ActiveLoop(LoopInput input, EventSink sink)
    : settings_(input.settings),
      sink_(std::move(sink)),
      pool_(input.learner.run.train, settings_),
      learner_(NewLearner(std::move(input.learner))),
      executor_(std::make_unique<Executor>(settings_.threads)) {
  Require(pool_.corpus().labels().size() > 0,
          "the pool names no label; expected some labelled tokens, or labels declared when it is "
          "read or built");
  for (int64_t s = 0; s < pool_.corpus().num_sentences(); ++s) changed_.insert(s);
}

const Question* ActiveLoop::Next() {
  while (true) {
    if (batch_.empty() && !Choose()) return nullptr;
    const int64_t s = batch_.front();
    if (questions_.find(s) == questions_.end()) Ask(s);
    if (batch_.empty() || batch_.front() != s) continue;  // nothing of it was to be asked
    current_ = questions_.at(s);
    current_.tokens = pool_.Unlabelled(s);
    current_.tokens.erase(std::remove_if(current_.tokens.begin(), current_.tokens.end(),
                                         [&](int32_t token) { return !pool_.asked(s, token); }),
                          current_.tokens.end());
    return &current_;
  }
}

// A new batch; false where no sentence is left.
bool ActiveLoop::Choose() {
  if (!changed_.empty()) Update();
  if (!ranking_) ranking_ = std::make_unique<Ranking>(pool_, settings_);
  if (!ranked_) {
    ranking_->Score(learner_->model().get(), executor_.get());
    ranked_ = true;
  }
  Event event{Event::Kind::kBatch};
  event.sentences = ranking_->NextBatch();
  if (event.sentences.empty()) return false;
  Commit(std::move(event));
  return true;
}

void ActiveLoop::Ask(int64_t s) {
  const bool delayed = updates_ <= settings_.delay;
  Question question = questioner()->Ask(s, delayed);
  if (question.tokens.empty()) return Complete(s);
  Event event{Event::Kind::kAsk, s};
  event.tokens = std::move(question.tokens);
  event.labels = std::move(question.labels);
  Commit(std::move(event));
}

// What nobody was asked for is the model's.
void ActiveLoop::Complete(int64_t s) {
  const auto asked = questions_.find(s);
  const std::vector<int32_t> labels = questioner()->Complete(
      s, asked == questions_.end() ? std::vector<int32_t>() : asked->second.labels);
  Event event{Event::Kind::kModel, s};
  event.tokens = pool_.Unlabelled(s);
  for (const int32_t token : event.tokens) {
    event.labels.push_back(labels[static_cast<size_t>(token)]);
  }
  Commit(std::move(event));
}

void ActiveLoop::Answer(int64_t s, const std::vector<int32_t>& tokens,
                        const std::vector<int32_t>& labels) {
  Event event{Event::Kind::kAnswer, s};
  event.tokens = tokens;
  event.labels = labels;
  CheckAnswer(event);
  if (tokens.empty()) return;
  Commit(std::move(event));
  CompleteAnswered(s);
}

// A sentence whose asked tokens all have answers is done.
void ActiveLoop::CompleteAnswered(int64_t s) {
  if (pool_.state(s) != SentenceState::kChosen || questions_.find(s) == questions_.end()) return;
  for (const int32_t token : pool_.Unlabelled(s)) {
    if (pool_.asked(s, token)) return;
  }
  Complete(s);
}

void ActiveLoop::Skip(int64_t s) {
  CheckSentence(s);
  if (pool_.state(s) == SentenceState::kDone || pool_.state(s) == SentenceState::kSkipped) return;
  Commit({Event::Kind::kSkip, s});
}

void ActiveLoop::Update() {
  if (changed_.empty()) return;
  Commit({Event::Kind::kUpdate});
}

Decoded ActiveLoop::Suggest(int64_t s, int64_t k) {
  CheckSentence(s);
  return questioner()->Suggest(s, k);
}

Questioner* ActiveLoop::questioner() {
  if (!questioner_) {
    questioner_ = std::make_unique<Questioner>(learner_->model(), pool_, settings_);
  }
  return questioner_.get();
}

void ActiveLoop::Commit(Event event) {
  sink_(event);
  Apply(event);
}

void ActiveLoop::Apply(const Event& event) {
  const int64_t s = event.sentence;
  switch (event.kind) {
    case Event::Kind::kBatch:
      for (const int64_t chosen : event.sentences) {
        pool_.SetState(chosen, SentenceState::kChosen);
        batch_.push_back(chosen);
      }
      break;
    case Event::Kind::kAsk:
      for (const int32_t token : event.tokens) pool_.MarkAsked(s, token);
      questions_[s] = {s, event.tokens, event.labels};
      break;
    case Event::Kind::kAnswer:
      ApplyAnswer(event);
      break;
    case Event::Kind::kModel:
      for (size_t i = 0; i < event.tokens.size(); ++i) {
        pool_.SetLabel(s, event.tokens[i], event.labels[i], Origin::kModel);
      }
      changed_.insert(s);
      Leave(s, SentenceState::kDone);
      break;
    case Event::Kind::kSkip:
      Leave(s, SentenceState::kSkipped);
      break;
    case Event::Kind::kUpdate:
      questioner_ = nullptr;  // it keeps the model alive, which learning changes
      learner_->Learn({changed_.begin(), changed_.end()}, pool_.labels());
      changed_.clear();
      ranked_ = false;
      ++updates_;
      break;
  }
}

void ActiveLoop::ApplyAnswer(const Event& event) {
  const int64_t s = event.sentence;
  bool taken_back = false;
  for (size_t i = 0; i < event.tokens.size(); ++i) {
    pool_.SetLabel(s, event.tokens[i], event.labels[i], Origin::kAnswered);
    if (event.labels[i] != kNoLabel) continue;
    taken_back = true;
    pool_.MarkAsked(s, event.tokens[i]);
  }
  changed_.insert(s);
  const SentenceState state = pool_.state(s);
  if (taken_back && (state == SentenceState::kDone || state == SentenceState::kSkipped)) {
    pool_.SetState(s, SentenceState::kChosen);  // it is asked about again, at once
    batch_.push_front(s);
    questions_.emplace(s, Question{s, {}, {}});
  } else if (pool_.state(s) != SentenceState::kChosen && pool_.Unlabelled(s).empty()) {
    pool_.SetState(s, SentenceState::kDone);
  }
}

void ActiveLoop::Leave(int64_t s, SentenceState state) {
  pool_.SetState(s, state);
  questions_.erase(s);
  batch_.erase(std::remove(batch_.begin(), batch_.end(), s), batch_.end());
}

void ActiveLoop::CheckSentence(int64_t s) const {
  Require(s >= 0 && s < pool_.corpus().num_sentences(), "expected a sentence from 0 to ",
          pool_.corpus().num_sentences() - 1, ", found ", s);
}

void ActiveLoop::CheckAnswer(const Event& event) const {
  CheckSentence(event.sentence);
  const int64_t length = pool_.corpus().length(event.sentence);
  const int32_t labels = pool_.corpus().labels().size();
  Require(event.tokens.size() == event.labels.size(), "expected a label for each token, found ",
          event.labels.size(), " for ", event.tokens.size());
  std::set<int32_t> seen;
  for (size_t i = 0; i < event.tokens.size(); ++i) {
    const int32_t token = event.tokens[i], label = event.labels[i];
    Require(token >= 0 && token < length, "expected a token of sentence ", event.sentence,
            " from 0 to ", length - 1, ", found ", token);
    Require(label == kNoLabel || (label >= 0 && label < labels), "expected a label from 0 to ",
            labels - 1, ", found ", label);
    Require(seen.insert(token).second, "token ", token, " stands twice in one answer");
  }
}

void ActiveLoop::Settle() {
  const std::deque<int64_t> chosen = batch_;
  for (const int64_t s : chosen) CompleteAnswered(s);
}

void ActiveLoop::Replay(const Event& event) {
  CheckReplay(event);
  Apply(event);
}

void ActiveLoop::CheckPrediction(const Event& event) const {
  const auto length = static_cast<size_t>(pool_.corpus().length(event.sentence));
  const int32_t labels = pool_.corpus().labels().size();
  Require(event.labels.empty() || event.labels.size() == length, "expected ", length,
          " labels of sentence ", event.sentence, ", found ", event.labels.size());
  for (const int32_t label : event.labels) {
    Require(label >= 0 && label < labels, "expected a label from 0 to ", labels - 1, ", found ",
            label);
  }
}

void ActiveLoop::CheckReplay(const Event& event) const {
  try {
    for (const int64_t s : event.sentences) {
      CheckSentence(s);
      Require(pool_.state(s) == SentenceState::kOpen, "sentence ", s, " is not open");
    }
    if (event.kind == Event::Kind::kBatch || event.kind == Event::Kind::kUpdate) return;
    Event answer = event;
    if (event.kind == Event::Kind::kAsk) answer.labels.assign(event.tokens.size(), 0);
    CheckAnswer(answer);
    if (event.kind == Event::Kind::kAsk) CheckPrediction(event);
    Require(event.kind == Event::Kind::kAnswer || event.kind == Event::Kind::kSkip ||
                pool_.state(event.sentence) == SentenceState::kChosen,
            "sentence ", event.sentence, " was not chosen");
  } catch (const Error& e) {
    Fail(Status::kCorrupt, e.what());
  }
}

}  // namespace weft

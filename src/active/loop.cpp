#include "active/loop.h"

#include <algorithm>
#include <iterator>

#include "core/error.h"

namespace weft {
namespace {

[[noreturn]] void FailCancelled(CancelFlag* cancel) {
  cancel->Clear();
  Fail(Status::kCancelled, "the session was stopped; the next call goes on");
}

}  // namespace

ActiveLoop::ActiveLoop(LoopInput input, EventSink sink)
    : settings_(input.settings),
      sink_(std::move(sink)),
      cancel_(input.learner.cancel),
      pool_(input.learner.run.train, settings_),
      learner_(NewLearner(std::move(input.learner))),
      ranking_(pool_, settings_),
      executor_(std::make_unique<Executor>(settings_.threads)) {
  Require(
      pool_.corpus().labels().size() > 0,
      "the pool names no label; expected some labelled tokens, or labels declared (option labels "
      "of reading)");
  for (int64_t s = 0; s < pool_.corpus().num_sentences(); ++s) changed_.insert(s);
}

const Question* ActiveLoop::Next() {
  while (true) {
    if (cancel_->cancelled()) FailCancelled(cancel_.get());
    if (batch_.empty() && !Choose()) return nullptr;
    const int64_t s = batch_.front();
    if (questions_.find(s) == questions_.end()) {
      Ask(s);
    } else {
      CompleteAnswered(s);
    }
    if (batch_.empty() || batch_.front() != s) continue;  // nothing of it is left to ask
    current_ = {s, AskedWithoutLabel(s), questions_.at(s).labels};
    return &current_;
  }
}

std::vector<int32_t> ActiveLoop::AskedWithoutLabel(int64_t s) const {
  std::vector<int32_t> tokens;
  for (const int32_t token : pool_.Unlabelled(s)) {
    if (pool_.asked(s, token)) tokens.push_back(token);
  }
  return tokens;
}

// A new batch; false where no sentence is left.
bool ActiveLoop::Choose() {
  if (!changed_.empty()) {
    Update();
    if (on_update_ && !on_update_()) FailCancelled(cancel_.get());
  }
  if (!ranked_) {
    ranking_.Score(learner_->model().get(), executor_.get());
    ranked_ = true;
  }
  Event event{Event::Kind::kBatch};
  event.sentences = ranking_.NextBatch();
  if (event.sentences.empty()) return false;
  Commit(std::move(event));
  return true;
}

// Also for what was taken back of it.
void ActiveLoop::Ask(int64_t s) {
  Question question = questioner()->Ask(s, batches_ <= settings_.delay);
  std::vector<int32_t> tokens;
  const std::vector<int32_t> taken_back = AskedWithoutLabel(s);
  std::set_union(question.tokens.begin(), question.tokens.end(), taken_back.begin(),
                 taken_back.end(), std::back_inserter(tokens));
  if (tokens.empty()) return Complete(s);
  Event event{Event::Kind::kAsk, s};
  event.tokens = std::move(tokens);
  event.labels = std::move(question.labels);
  Commit(std::move(event));
}

// What nobody was asked for is the model's.
void ActiveLoop::Complete(int64_t s) {
  Event event{Event::Kind::kModel, s};
  event.tokens = pool_.Unlabelled(s);
  if (!event.tokens.empty()) {
    const auto asked = questions_.find(s);
    const std::vector<int32_t> labels = questioner()->Complete(
        s, asked == questions_.end() ? std::vector<int32_t>() : asked->second.labels);
    for (const int32_t token : event.tokens) {
      event.labels.push_back(labels[static_cast<size_t>(token)]);
    }
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
  if (CanComplete(s)) CompleteAnswered(s);
}

// Whether it takes no training to label what is left of a sentence; else that waits for Next.
bool ActiveLoop::CanComplete(int64_t s) const {
  return asked_since_update_ || pool_.Unlabelled(s).empty();
}

// A sentence whose asked tokens all have answers is done.
void ActiveLoop::CompleteAnswered(int64_t s) {
  if (pool_.state(s) != SentenceState::kChosen || questions_.find(s) == questions_.end()) return;
  if (AskedWithoutLabel(s).empty()) Complete(s);
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
      ++batches_;
      for (const int64_t chosen : event.sentences) {
        pool_.SetState(chosen, SentenceState::kChosen);
        batch_.push_back(chosen);
      }
      break;
    case Event::Kind::kAsk:
      for (const int32_t token : event.tokens) pool_.MarkAsked(s, token);
      questions_[s] = {s, event.tokens, event.labels};
      asked_since_update_ = true;
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
      ranked_ = asked_since_update_ = false;
      ++updates_;
      break;
  }
}

void ActiveLoop::ApplyAnswer(const Event& event) {
  const int64_t s = event.sentence;
  const SentenceState before = pool_.state(s);
  bool taken_back = false;
  for (size_t i = 0; i < event.tokens.size(); ++i) {
    const int32_t token = event.tokens[i];
    if (event.labels[i] == kNoLabel) {
      taken_back = true;
      if (pool_.labels(s)[static_cast<size_t>(token)] != kNoLabel) pool_.MarkAsked(s, token);
    }
    pool_.SetLabel(s, token, event.labels[i], Origin::kAnswered);
  }
  changed_.insert(s);
  if (before == SentenceState::kChosen) return;
  // What the model said beside an answer that was another does not stand any more.
  if (before == SentenceState::kDone) pool_.ForgetModel(s);
  if (pool_.Unlabelled(s).empty()) return pool_.SetState(s, SentenceState::kDone);
  if (before != SentenceState::kDone && !(before == SentenceState::kSkipped && taken_back)) return;
  pool_.SetState(s, SentenceState::kChosen);  // its turn is at once
  batch_.push_front(s);
  if (before == SentenceState::kDone || !AskedWithoutLabel(s).empty()) {
    questions_.emplace(s, Question{s, {}, {}});
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
  for (const int64_t s : chosen) {
    if (CanComplete(s)) CompleteAnswered(s);
  }
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

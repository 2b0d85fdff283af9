// The loop: choose sentences, ask for the tokens that the model is unsure of, let it label the
// others, learn.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <set>
#include <vector>

#include "active/event.h"
#include "active/learner.h"
#include "active/pool.h"
#include "active/question.h"
#include "active/ranking.h"

namespace weft {

struct LoopInput {
  LearnerInput learner;
  ActiveSettings settings;
};

/// A cancel through the learner's flag stops Next, or what trains, with kCancelled; the next call
/// goes on. All that changes it is an event: told to the sink first, then applied. Applying the
/// same events to a new loop of the same input brings it to the same state. One thread.
class ActiveLoop {
 public:
  ActiveLoop(LoopInput input, EventSink sink);

  /// Called within Next after each update, before the pool is ranked; false stops Next, which fails
  /// with kCancelled. May look at the loop, but not change it.
  void OnUpdate(std::function<bool()> hook) { on_update_ = std::move(hook); }
  /// What to ask now: a sentence and those of its tokens that are still without an answer. The same
  /// until they are answered or the sentence is skipped; null where nothing is left to ask. Learns
  /// and ranks the pool where a batch is done.
  const Question* Next();
  /// Labels for tokens of a sentence, whether asked for or not, or instead of others. Ids of the
  /// corpus's labels; kNoLabel takes one back, to be asked for again. A sentence that was done is
  /// labelled anew by the model where that had a part in it, and like one that was skipped comes
  /// next where something of it is taken back. Fails with kInvalidArgument, and changes nothing,
  /// where a token or label is out of range or a token stands there twice.
  void Answer(int64_t s, const std::vector<int32_t>& tokens, const std::vector<int32_t>& labels);
  /// Not to be asked about. Answers to it are learned all the same.
  void Skip(int64_t s);
  /// Learns now what has a label, also of sentences that are not done.
  void Update();

  /// Of the last update; null before the first, and while nothing has a label.
  std::shared_ptr<const Model> model() { return learner_->model(); }
  /// What the model says of a sentence, given what is known of it.
  Decoded Suggest(int64_t s, int64_t k);
  const Pool& pool() const { return pool_; }
  int64_t updates() const { return updates_; }

  /// After the last replayed event: does what followed from it, had the process not died.
  void Settle();
  /// Of an event that was told to the sink of a loop like this. Fails with kCorrupt where it cannot
  /// have happened here.
  void Replay(const Event& event);

 private:
  void Commit(Event event);
  void Apply(const Event& event);
  void ApplyAnswer(const Event& event);
  void CheckSentence(int64_t s) const;
  void CheckAnswer(const Event& event) const;
  void CheckPrediction(const Event& event) const;
  void CheckReplay(const Event& event) const;
  bool Choose();
  void Ask(int64_t s);
  void Complete(int64_t s);
  void CompleteAnswered(int64_t s);
  bool CanComplete(int64_t s) const;
  std::vector<int32_t> AskedWithoutLabel(int64_t s) const;
  void Leave(int64_t s, SentenceState state);
  Questioner* questioner();

  const ActiveSettings settings_;
  const EventSink sink_;
  const std::shared_ptr<CancelFlag> cancel_;
  std::function<bool()> on_update_;
  Pool pool_;
  const std::unique_ptr<Learner> learner_;
  Ranking ranking_;
  bool ranked_ = false;                     // by the model of now
  std::unique_ptr<Questioner> questioner_;  // of the model of now; null: to be made
  std::unique_ptr<Executor> executor_;
  std::deque<int64_t> batch_;              // chosen sentences that are not done
  std::map<int64_t, Question> questions_;  // those of them that were asked, by sentence
  std::set<int64_t> changed_;              // sentences that changed since the last update
  Question current_;
  int64_t updates_ = 0, batches_ = 0;
  bool asked_since_update_ = false;  // so that the model of now is there
};

}  // namespace weft

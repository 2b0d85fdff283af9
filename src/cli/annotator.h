// A person who answers a session's questions, key by key.
#pragma once

#include <string>
#include <vector>
#include <weft/weft.hpp>

#include "keys.h"
#include "screen.h"

namespace weft::cli {

/// Each answer is in the session at once. Borrows both.
class Annotator {
 public:
  Annotator(Session* session, const Corpus& pool) : session_(session), pool_(pool) {}

  /// Finds the first question; false where nothing is left to ask.
  bool Begin() {
    Ask();
    return !done_;
  }
  /// False: the person leaves.
  bool Press(const Key& key);
  const AnnotationView& view() const { return view_; }
  /// Nothing is left to ask.
  bool done() const { return done_; }
  /// The last key has brought a sentence that nobody has seen.
  bool new_sentence() const { return new_sentence_; }

 private:
  // What can be taken back.
  struct Deed {
    size_t sentence;
    std::vector<int32_t> tokens;
    bool skip;
    int64_t updates;  // before it
  };

  void Ask();
  void Show();
  void ShowProgress();
  void ShowSuggestions();
  void ShowChoices(AskedToken* item, const Result* suggested) const;
  void PressWhenDone(const Key& key);
  void PressText(const std::string& text);
  void PressWhileTyping(const Key& key);
  void Choose(size_t choice);
  void ChooseReading(size_t reading);
  void Answer(const std::vector<int32_t>& tokens, const std::vector<int32_t>& labels);
  void AnswerByName();
  void Skip();
  void Undo();
  void Move(size_t steps);
  void MoveToOpen();
  void AddAllTokens();
  int32_t LabelOf(const std::string& name) const;
  std::string SentenceText(int64_t s) const;

  Session* session_;
  const Corpus& pool_;
  AnnotationView view_;
  size_t sentence_ = 0;
  std::vector<Deed> deeds_;
  bool asking_ = false, done_ = false, new_sentence_ = false;
};

}  // namespace weft::cli

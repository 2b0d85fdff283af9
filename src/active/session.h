// An active-learning session: a loop, and the file that it is kept in.
#pragma once

#include <memory>
#include <string>

#include "active/journal.h"
#include "active/loop.h"

namespace weft {

struct SessionInput {
  RunInput run;    ///< the tagger's; `train` is the pool
  Options active;  ///< of ActiveOptionTable()
  Logger log;      ///< may be empty
};

class ActiveSession {
 public:
  /// `path` "": kept in memory alone. Fails with kState where a file is there.
  ActiveSession(const SessionInput& input, const std::string& path);
  /// The session of a file as it stood: at most what was being written when its process died is
  /// lost. `corpora` are those that it was begun with; method and options come from the file. Fails
  /// with kNotFound, kIo, kFormat, kVersion, kCorrupt, or kInvalidArgument where a corpus is
  /// another.
  static std::unique_ptr<ActiveSession> Resume(const RunInput& corpora, const std::string& path,
                                               Logger log);

  /// Stops Next, or what trains, from any thread: that call, or the next one where none is under
  /// way, fails with kCancelled, and the one after goes on.
  void Cancel() { cancel_->Cancel(); }
  const Method& method() const { return *method_; }
  /// What it was begun with.
  const Options& active_options() const { return active_; }
  const Options& tagger_options() const { return tagger_; }
  ActiveLoop& loop() { return *loop_; }
  const ActiveLoop& loop() const { return *loop_; }
  /// The pool with the labels that are known now, the model's among them.
  std::shared_ptr<const Corpus> Labelled() const;

 private:
  ActiveSession() = default;
  void MakeLoop(const SessionInput& input, const std::string& path);

  const Method* method_ = nullptr;
  Options active_, tagger_;
  const std::shared_ptr<CancelFlag> cancel_ = std::make_shared<CancelFlag>();
  std::unique_ptr<Journal> journal_;  // null: kept in memory alone, or being read
  std::unique_ptr<ActiveLoop> loop_;
};

}  // namespace weft

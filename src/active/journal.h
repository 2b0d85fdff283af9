// The file of a session: a line of JSON that says what it is of, then one for each event. It only
// grows, so that a process that is killed loses nothing that was written.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "active/event.h"
#include "core/os.h"
#include "text/label_set.h"

namespace weft {

/// What a session is of.
struct JournalHeader {
  std::string method;
  std::map<std::string, std::string> active, options;  ///< those that were set, by key
  std::map<std::string, std::string> identity;         ///< of the corpora, see RunIdentity
};

class Journal {
 public:
  /// Begins a file, which has its first line, whole, from the moment it is there. Fails with kState
  /// where the file holds something already.
  Journal(const std::string& path, const JournalHeader& header, LabelSet labels);
  /// Goes on with one: fills `header` and hands over its lines, for EventOf. What was being written
  /// when the process died is cut off. Fails with kNotFound (also where it is empty), kFormat (no
  /// session) or kVersion.
  Journal(const std::string& path, JournalHeader* header, std::vector<std::string>* lines);
  void SetLabels(LabelSet labels) { labels_ = std::move(labels); }

  /// What a host has told is on the disk when this returns.
  void Write(const Event& event);
  /// Of line `number` of the file. Fails with kCorrupt.
  Event EventOf(const std::string& line, size_t number) const;

 private:
  const std::string path_;
  AppendFile file_;
  LabelSet labels_;
};

}  // namespace weft

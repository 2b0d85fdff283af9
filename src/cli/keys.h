// Keys from the bytes that a terminal sends.
#pragma once

#include <optional>
#include <string>

namespace weft::cli {

struct Key {
  enum Kind { kText, kEnter, kBackspace, kEscape, kLeft, kRight, kEnd };
  Kind kind = kEnd;
  std::string text;  ///< of kText: one character, UTF-8
};

class Keyboard {
 public:
  /// The next key; kEnd at the end of standard input, and for Ctrl-C and Ctrl-D. Nothing where none
  /// comes within a short while.
  std::optional<Key> Read();
  /// What came before it was asked for is gone.
  void Drop() { waiting_.clear(); }

 private:
  /// Reads what comes within that while; false where nothing does.
  bool Wait(int milliseconds);
  std::optional<Key> Cut();
  std::string waiting_;
  bool ended_ = false;
};

}  // namespace weft::cli

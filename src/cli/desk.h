// A person at the keys, and what they see.
#pragma once

#include <atomic>
#include <optional>

#include "annotator.h"
#include "keys.h"
#include "screen.h"
#include "system.h"

namespace weft::cli {

class Desk {
 public:
  explicit Desk(Annotator* annotator);

  /// Until the person leaves. `working`: false while there is nothing that an interrupt need stop.
  void Work(const Interrupts& interrupts, std::atomic<bool>* working);

 private:
  void SayLearning() const;
  void Draw();
  std::optional<Key> WaitForKey(const Interrupts& interrupts);

  Annotator* annotator_;
  const bool terminal_;
  const bool sequences_;  // the terminal can be cleared
  Keyboard keyboard_;
  ScreenSize drawn_ = {};
};

}  // namespace weft::cli

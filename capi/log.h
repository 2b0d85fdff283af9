// What a run has to say, until its host listens and then to it.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/progress.h"
#include "weft/weft.h"

namespace weft::capi {

/// Stays where it is: its Logger refers to it.
class HostLog {
 public:
  HostLog() = default;
  HostLog(const HostLog&) = delete;
  HostLog& operator=(const HostLog&) = delete;

  weft::Logger Logger() {
    return [this](LogLevel level, const std::string& text) {
      if (callback_) {
        callback_(static_cast<int32_t>(level), text.c_str(), user_);
      } else if (unheard_.size() < kMostUnheard) {
        unheard_.emplace_back(static_cast<int32_t>(level), text);
      }
    };
  }

  /// Also hears what was said before, up to a thousand lines; null: nobody listens any more.
  void Listen(weft_log_callback callback, void* user) {
    callback_ = callback;
    user_ = user;
    if (!callback) return;
    for (const auto& [level, text] : unheard_) callback(level, text.c_str(), user);
    unheard_.clear();
  }

 private:
  static constexpr size_t kMostUnheard = 1000;
  weft_log_callback callback_ = nullptr;
  void* user_ = nullptr;
  std::vector<std::pair<int32_t, std::string>> unheard_;
};

}  // namespace weft::capi

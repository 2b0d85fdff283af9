// What a training run logs, kept until a host of another language asks: no call goes from native
// code into a managed runtime.
#pragma once

#include <weft/weft.h>

#include <deque>
#include <exception>
#include <new>
#include <string>

struct binding_log {
  std::deque<std::string> waiting;
  std::string taken;

  static void Keep(int32_t level, const char* text, void* user) {
    try {
      static_cast<binding_log*>(user)->waiting.push_back((level == WEFT_WARNING ? "W" : "I") +
                                                         std::string(text));
    } catch (const std::exception&) {  // No memory for a message: the run matters more.
    }
  }
};

/// Keeps what the trainer or session logs to which `listen` binds it.
template <typename Speaker>
weft_status binding_log_of(Speaker* speaker,
                           weft_status (*listen)(Speaker*, weft_log_callback, void*),
                           binding_log** out) {
  binding_log* log = new (std::nothrow) binding_log;
  if (!log) return WEFT_OUT_OF_MEMORY;
  const weft_status status = listen(speaker, binding_log::Keep, log);
  if (status == WEFT_OK) {
    *out = log;
  } else {
    delete log;
  }
  return status;
}

/// Free it after the trainer.
inline weft_status binding_log_new(weft_trainer* trainer, binding_log** out) {
  return binding_log_of(trainer, weft_trainer_on_log, out);
}
/// Free it after the session.
inline weft_status binding_log_of_session(weft_session* session, binding_log** out) {
  return binding_log_of(session, weft_session_on_log, out);
}

inline void binding_log_free(binding_log* log) { delete log; }

/// The oldest message that waits, after its level, "I" (info) or "W" (warning); "" where none does.
/// Borrowed until the next call.
inline const char* binding_log_take(binding_log* log, size_t* size) {
  log->taken.clear();
  if (!log->waiting.empty()) {
    log->taken.swap(log->waiting.front());
    log->waiting.pop_front();
  }
  *size = log->taken.size();
  return log->taken.c_str();
}

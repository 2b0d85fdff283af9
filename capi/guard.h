// Turns every exception into a status and its text. Nothing crosses the ABI.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/error.h"
#include "core/os.h"
#include "weft/weft.h"

namespace weft::capi {

/// Keeps `text` as this thread's last error and hands `status` back.
weft_status SetLastError(weft_status status, const char* text) noexcept;
/// Inside a catch block: the status of the exception that is being handled.
weft_status StatusOfCurrentException() noexcept;

template <typename Body>
weft_status Guard(Body&& body) noexcept {
  try {
    body();
    return WEFT_OK;
  } catch (...) {
    return StatusOfCurrentException();
  }
}

/// For getters that cannot say why: `fallback` where the body throws.
template <typename Value, typename Body>
Value GuardValue(Value fallback, Body&& body) noexcept {
  try {
    return body();
  } catch (...) {
    StatusOfCurrentException();
    return fallback;
  }
}

/// For getters of names: "" and size 0 where the body throws or finds none.
template <typename Body>
const char* GuardName(size_t* size, Body&& body) noexcept {
  if (size) *size = 0;
  return GuardValue("", static_cast<Body&&>(body));
}

/// Fails unless the argument called `name` was given.
template <typename T>
T& NotNull(T* pointer, const char* name) {
  if (!pointer) Fail(Status::kInvalidArgument, name, " must not be NULL");
  return *pointer;
}

inline std::string_view View(const char* bytes, size_t size, const char* name) {
  if (size > 0) NotNull(bytes, name);
  return size > 0 ? std::string_view(bytes, size) : std::string_view();
}

inline std::string Text(const char* bytes, size_t size, const char* name) {
  return std::string(View(bytes, size, name));
}

inline std::string Path(const char* bytes, size_t size, const char* name) {
  std::string path = Text(bytes, size, name);
  RequirePath(path);
  return path;
}

/// Hands a name out, NUL-terminated, with its size where that is asked for.
inline const char* LendName(const std::string& name, size_t* size) {
  if (size) *size = name.size();
  return name.c_str();
}

/// The name at `index`, or "" where out of range.
inline const char* NameAt(const std::vector<std::string>& names, size_t index,
                          size_t* size = nullptr) {
  return index < names.size() ? LendName(names[index], size) : "";
}

/// Hands an array out as a borrowed view; NULL where it is empty.
template <typename T>
const T* LendArray(const std::vector<T>& values, size_t* count) {
  if (count) *count = values.size();
  return values.empty() ? nullptr : values.data();
}

/// How many best paths a host asks for.
inline int64_t PathCount(size_t k) {
  constexpr size_t kMost = 1000000;
  Require(k >= 1 && k <= kMost, "expected 1 to ", kMost, " best paths, found ", k);
  return static_cast<int64_t>(k);
}

/// Hands a string out as a borrowed view.
inline void Lend(std::string_view text, const char** bytes, size_t* size) {
  NotNull(bytes, "the out-parameter for text") = text.data() ? text.data() : "";
  NotNull(size, "the out-parameter for its size") = text.size();
}

}  // namespace weft::capi

// The one error type. Inside the engine errors are exceptions; capi/ turns them into statuses.
#pragma once

#include <cstdint>
#include <locale>
#include <sstream>
#include <stdexcept>
#include <string>

namespace weft {

/// What kind of thing went wrong. The values are those of `weft_status` in weft.h.
enum class Status : int32_t {
  kOk = 0,
  kInvalidArgument = 1,  ///< an argument or option that cannot be right
  kNotFound = 2,         ///< a name, key, label or file that does not exist
  kIo = 3,               ///< reading or writing failed
  kFormat = 4,           ///< text that does not follow its format (file and line are named)
  kVersion = 5,          ///< a model of a newer format, or a checkpoint of another build
  kCorrupt = 6,          ///< a model file or checkpoint that is cut or changed
  kCancelled = 7,        ///< stopped by cancel()
  kCallback = 8,         ///< a caller's callback failed
  kClosed = 9,           ///< the handle has been closed
  kOutOfMemory = 10,
  kUnsupported = 11,  ///< right request, not offered here (by this build, model or method)
  kState = 12,        ///< a call in the wrong order (use before training, result before run)
  kInternal = 13,     ///< a fault of weft itself
};

/// An error with its status and a text that says what was expected, what was found and where.
class Error : public std::runtime_error {
 public:
  Error(Status status, const std::string& text) : std::runtime_error(text), status_(status) {}
  Status status() const { return status_; }

 private:
  Status status_;
};

/// Joins its arguments as text, in the "C" locale whatever the host has set.
template <typename... Parts>
std::string StrCat(const Parts&... parts) {
  std::ostringstream out;
  out.imbue(std::locale::classic());
  (out << ... << parts);
  return out.str();
}

/// Throws an Error whose text is the joined parts.
template <typename... Parts>
[[noreturn]] void Fail(Status status, const Parts&... parts) {
  throw Error(status, StrCat(parts...));
}

/// Throws kInvalidArgument unless `condition` holds.
template <typename... Parts>
void Require(bool condition, const Parts&... parts) {
  if (!condition) Fail(Status::kInvalidArgument, parts...);
}

}  // namespace weft

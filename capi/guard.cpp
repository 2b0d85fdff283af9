#include "guard.h"

#include <exception>
#include <new>

namespace weft::capi {
namespace {

// A fixed buffer besides the string: running out of memory must leave a text too.
struct LastError {
  std::string text;
  const char* view = "";
};
thread_local LastError last_error;

}  // namespace

weft_status SetLastError(weft_status status, const char* text) noexcept {
  try {
    last_error.text = text;
    last_error.view = last_error.text.c_str();
  } catch (...) {
    last_error.view = "out of memory, also for the text of this error";
  }
  return status;
}

weft_status StatusOfCurrentException() noexcept {
  try {
    throw;
  } catch (const Error& e) {
    return SetLastError(static_cast<weft_status>(e.status()), e.what());
  } catch (const std::bad_alloc&) {
    return SetLastError(WEFT_OUT_OF_MEMORY, "out of memory");
  } catch (const std::exception& e) {
    return SetLastError(WEFT_INTERNAL, e.what());
  } catch (...) {
    return SetLastError(WEFT_INTERNAL, "an error of unknown kind");
  }
}

}  // namespace weft::capi

extern "C" const char* weft_last_error(void) { return weft::capi::last_error.view; }

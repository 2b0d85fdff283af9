// What a call fails with.
#pragma once

#include <string>

#include "core/error.h"

namespace weft {

// The text of the Error that `call` throws, after the number of its status; "" where it throws
// none.
template <typename Call>
std::string ErrorOf(const Call& call) {
  try {
    call();
  } catch (const Error& e) {
    return StrCat(static_cast<int32_t>(e.status()), " ", e.what());
  }
  return "";
}

}  // namespace weft

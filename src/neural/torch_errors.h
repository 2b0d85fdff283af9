// LibTorch's exceptions as weft's.
#pragma once

#include <string>

#include "core/error.h"
#include "neural/torch.h"

namespace weft {

/// By the text of an exception.
inline bool IsOutOfMemory(const std::string& text) {
  return text.find("allocate memory") != text.npos || text.find("out of memory") != text.npos;
}

/// What `work` returns. An exception of LibTorch, whose text has a stack trace, becomes an Error:
/// kOutOfMemory where it found no memory, else kInternal.
template <typename Work>
auto WithTorch(Work work) {
  try {
    return work();
  } catch (const c10::Error& e) {
    const std::string text = e.what_without_backtrace();
    Fail(IsOutOfMemory(text) ? Status::kOutOfMemory : Status::kInternal, "LibTorch: ", text);
  }
}

}  // namespace weft

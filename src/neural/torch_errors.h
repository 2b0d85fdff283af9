// LibTorch's exceptions as weft's.
#pragma once

#include <string>

#include "core/error.h"
#include "neural/torch.h"

namespace weft {

/// What `work` returns. An exception of LibTorch, whose text has a stack trace, becomes an Error:
/// kOutOfMemory where it found no memory, else kInternal.
template <typename Work>
auto WithTorch(Work work) {
  try {
    return work();
  } catch (const c10::Error& e) {
    const std::string text = e.what_without_backtrace();
    const bool memory = text.find("allocate memory") != std::string::npos ||
                        text.find("out of memory") != std::string::npos;
    Fail(memory ? Status::kOutOfMemory : Status::kInternal, "LibTorch: ", text);
  }
}

}  // namespace weft

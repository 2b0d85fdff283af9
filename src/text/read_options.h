// The options of reading corpora, as users set them by key.
#pragma once

#include "core/options.h"
#include "text/read.h"

namespace weft {

OptionTable ReadOptionTable();
/// `options` are those of ReadOptionTable().
ReadOptions ReadOptionsFrom(const Options& options);

}  // namespace weft

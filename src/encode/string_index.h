// Strings to ids, for vocabularies: the table in which the sparse CRF keeps its attributes. A
// look-up allocates nothing.
#pragma once

#include "crf/index.h"

namespace weft {

using StringIndex = AttributeIndex;

}  // namespace weft

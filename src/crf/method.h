// The method "crf": a linear-chain CRF over sparse string features.
#pragma once

#include "method/model.h"

namespace weft {

const Method& CrfMethod();

}  // namespace weft

// The methods "crf" and "ge": a linear-chain CRF over sparse string features.
#pragma once

#include "method/model.h"

namespace weft {

const Method& CrfMethod();
const Method& GeMethod();

}  // namespace weft

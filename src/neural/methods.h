// The neural methods, as the registry lists them: names and options. What they do is in the
// plug-in.
#pragma once

#include "method/model.h"

namespace weft {

const Method& BilstmCrfMethod();
const Method& TransformerCrfMethod();
const Method& NhcrfMethod();
const Method& ChmmMethod();
const Method& ChmmIidMethod();  ///< without its chain: tokens one by one

}  // namespace weft

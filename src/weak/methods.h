// The aggregators, for the registry.
#pragma once

#include "method/model.h"

namespace weft {

const Method& MvMethod();   ///< majority voting, three conventions
const Method& WmvMethod();  ///< majority voting with a weight per source
const Method& DsMethod();   ///< Dawid–Skene over tokens
const Method& HmmMethod();  ///< hidden chain with a confusion matrix per source

}  // namespace weft

// The options of the neural methods. Known to libweft, which has no LibTorch: this file and its
// source are part of it.
#pragma once

#include <string_view>

#include "core/options.h"

namespace weft {

OptionTable BilstmCrfOptions();
OptionTable TransformerCrfOptions();
OptionTable NhcrfOptions();
/// Those of the method of that name.
OptionTable NeuralOptions(std::string_view method);

/// Of the votes of nhcrf (VoteSettings): 2 where rows are normalised and the option "vote_context"
/// says so.
int32_t VoteContexts(const Options& options);

}  // namespace weft

// The options of the neural methods. Known to libweft, which has no LibTorch: this file and its
// source are part of it.
#pragma once

#include <string_view>

#include "core/options.h"
#include "method/model.h"

namespace weft {

OptionTable BilstmCrfOptions();
OptionTable TransformerCrfOptions();
OptionTable NhcrfOptions();
/// Of "chmm" or "chmm-iid".
OptionTable ChmmOptions(std::string_view method);
/// The aggregator that it begins at: "hmm" or "ds".
const Method& StartOf(std::string_view method);
/// Those of the method of that name.
OptionTable NeuralOptions(std::string_view method);

/// Fails with kInvalidArgument where one has been changed that has no effect beside the others.
void CheckNeuralOptions(const Options& options);

}  // namespace weft

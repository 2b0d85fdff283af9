// The options of the neural methods. Known to libweft, which has no LibTorch: this file and its
// source are part of it.
#pragma once

#include <string_view>

#include "core/options.h"

namespace weft {

/// Of the encoder that reads words one by one.
void AddBilstmOptions(OptionTable* table);
/// Of a pre-trained encoder.
void AddTransformerOptions(OptionTable* table);
/// How words are spelled, beside either.
void AddSpellingOptions(OptionTable* table);
/// How a network is trained and decoded.
void AddNetworkOptions(OptionTable* table);

OptionTable BilstmCrfOptions();
OptionTable TransformerCrfOptions();
OptionTable NhcrfOptions();
/// Those of the method of that name.
OptionTable NeuralOptions(std::string_view method);

}  // namespace weft

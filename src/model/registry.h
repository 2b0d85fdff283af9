// Every method there is, by name. To add a method: write it in its room, list it in registry.cpp.
#pragma once

#include <string_view>
#include <vector>

#include "method/model.h"

namespace weft {

/// All methods, in the order in which they are listed to people.
const std::vector<const Method*>& Methods();
/// Of those that are not made of others, the one of that name. Fails with kInternal.
const Method& FindBasicMethod(std::string_view name);
/// Fails with kNotFound, naming the nearest method.
const Method& FindMethod(std::string_view name);

}  // namespace weft

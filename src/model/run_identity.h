// What tells training runs apart.
#pragma once

#include <map>
#include <string>

#include "model/training.h"

namespace weft {

/// The run's method, options and corpora: by name, as text for messages. Equal for runs that learn
/// the same, whatever their threads; corpora go in by checksums of what there is to learn from.
std::map<std::string, std::string> RunIdentity(const RunInput& run);

}  // namespace weft

// The options of the sparse CRF, learned from labels (crf) or from expectations too (ge).
#pragma once

#include "core/options.h"
#include "crf/attributes.h"
#include "crf/template.h"

namespace weft {

OptionTable CrfOptions();
OptionTable GeOptions();
/// Fails with kInvalidArgument where an option is set that the chosen algorithm does not have.
void CheckAlgorithmOptions(const Options& options);

TemplateSet TemplatesFromOptions(const Options& options);
Boundary BoundaryFromOptions(const Options& options);

}  // namespace weft

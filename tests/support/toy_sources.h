// Noisy label sources for the toy text: two gazetteers, three patterns, three crowd workers who
// each saw some of the sentences, and one source that has two types the wrong way round.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/random.h"
#include "support/toy_text.h"

namespace weft::testing {

/// A source by name. `vote` gives one label per token, or none at all: this source did not see the
/// sentence. Rules see every sentence and say O where they found nothing.
struct ToySource {
  std::string name;
  std::function<std::vector<std::string>(const ToySentence&, Random*)> vote;
};

const std::vector<ToySource>& ToySources();

}  // namespace weft::testing

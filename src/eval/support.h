// Which sources stand behind labels.
#pragma once

#include <cstdint>
#include <vector>

#include "text/corpus.h"

namespace weft {

/// The sources that vote for each token's label, a distribution for its most probable one.
struct Support {
  std::vector<int32_t> counts;   ///< [tokens]: how many
  std::vector<int32_t> sources;  ///< token after token, by index of the corpus's, ascending
};

/// `ids` [tokens], of `labels`; a vote counts where its label has the same name.
Support FindSupport(const Corpus& corpus, const LabelSet& labels, Span<const int32_t> ids);

}  // namespace weft

#include "text/corpus.h"

#include <algorithm>

namespace weft {

int64_t Corpus::FindColumn(std::string_view name) const {
  const auto& names = data_.column_names;
  const auto it = std::find(names.begin(), names.end(), name);
  return it == names.end() ? -1 : it - names.begin();
}

bool Corpus::fully_labelled(int64_t s) const {
  const Span<const int32_t> ids = gold(s);
  return std::find(ids.begin(), ids.end(), kNoLabel) == ids.end();
}

VoteRow Corpus::votes(int64_t s, int64_t i) const {
  const auto& row = data_.rows[static_cast<size_t>(Begin(data_.row_ends, s) + i)];
  const auto length = static_cast<size_t>(this->length(s));
  VoteRow votes{row.source, {data_.vote_labels.data() + row.labels, length}, {}};
  if (row.soft >= 0) {
    const size_t width = static_cast<size_t>(labels().size());
    votes.soft = Span<const float>(data_.vote_soft.data() + row.soft, length * width);
  }
  return votes;
}

}  // namespace weft

// The grammar of tag schemes, told once: which neighbouring tags belong to one span, and which tags
// may open or close one. Reading spans, transition rules and checks all follow from it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "text/label_set.h"
#include "text/scheme.h"

namespace weft {

/// A label as the grammar sees it: BILOU's L and U are E and S here, and what is no tag is O.
struct Tag {
  char prefix = 'O';  ///< B I E S O
  int32_t type = -1;  ///< -1 for O
};

/// The letters that `scheme` writes before a type, such as "BI"; "" for kPlain.
std::string_view SchemeLetters(Scheme scheme);

/// The tags of all labels by id. Types are numbered as they come and appended to `types`. Labels
/// whose letter is not among `letters` are O.
std::vector<Tag> ParseTags(const LabelSet& labels, std::string_view letters,
                           std::vector<std::string>* types);

/// Whether neighbours `a`, `b` stand in one span.
bool Joins(Scheme scheme, Tag a, Tag b);
/// Whether `tag` may open a span (or be O) after `before`, which it does not join.
bool MayOpen(Scheme scheme, Tag tag, Tag before);
/// Whether `tag` may close a span (or be O) before `after`, which it does not join.
bool MayClose(Scheme scheme, Tag tag, Tag after);

}  // namespace weft

#include "encode/windows.h"

#include <algorithm>

#include "core/error.h"

namespace weft {
namespace {

// How many of the pieces from `at` on the next window's words may have, where the sentence's end
// is `rest` > 0 pieces away. With k windows left, the largest context that k windows can give:
// only a sentence's first and last window have the whole of their room on one side.
int64_t CoreSize(int64_t at, int64_t rest, int64_t longest, int64_t context) {
  const int64_t sides = at == 0 ? 0 : 1;  // of the first of them, beside the one to the right
  const int64_t inner = longest - 2 * context;
  if (rest + sides * context <= longest) return rest;
  // k·longest − (2·(k − 1) + sides)·context ≥ rest, for the smallest k.
  const int64_t need = rest - (2 - sides) * context;
  const int64_t k = std::max<int64_t>(2, (need + inner - 1) / inner);
  const int64_t wide = (k * longest - rest) / (2 * (k - 1) + sides);
  return longest - (1 + sides) * wide;
}

}  // namespace

std::vector<Window> CutWindows(Span<const int64_t> word_begins, int64_t num_pieces, int64_t longest,
                               int64_t context) {
  Require(longest >= 1 && context >= 0 && 2 * context < longest,
          "expected windows of a piece and more, and less than half of one as context, found ",
          longest, " and ", context);
  const auto words = static_cast<int64_t>(word_begins.size());
  const auto begin_of = [&](int64_t word) {
    return word == words ? num_pieces : word_begins[static_cast<size_t>(word)];
  };
  std::vector<Window> windows;
  for (int64_t word = 0; word < words;) {
    const int64_t begin = begin_of(word);
    const int64_t core = CoreSize(begin, num_pieces - begin, longest, context);
    int64_t last = word + 1;
    while (last < words && begin_of(last + 1) - begin <= core) ++last;
    const int64_t room = std::max<int64_t>(0, longest - (begin_of(last) - begin));
    const int64_t latest = std::max<int64_t>(0, num_pieces - longest);
    const int64_t start = std::clamp<int64_t>(begin - room / 2, 0, latest);
    windows.push_back({start, std::min(start + longest, num_pieces), word, last});
    word = last;
  }
  return windows;
}

}  // namespace weft

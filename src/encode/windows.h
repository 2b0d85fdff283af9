// Long sentences cut into windows that an encoder can read, with context around every word.
#pragma once

#include <cstdint>
#include <vector>

#include "core/span.h"

namespace weft {

/// The encoder reads the pieces [begin, end) of a sentence; of what comes out, the words
/// [first_word, last_word) are taken. Those of all windows are the sentence's words, each once.
struct Window {
  int64_t begin;
  int64_t end;
  int64_t first_word;
  int64_t last_word;
};

/// Windows of at most `longest` pieces, in order, and as few as leave every word `context` pieces
/// (at most; below longest / 2) on both sides, or all there are to the sentence's end. What room
/// is left goes to more context, alike on both sides.
///
/// `word_begins` [words] says where the pieces of each word begin, ascending from 0; the last word
/// ends at `num_pieces`. A word has a piece at least. One longer than the context allows for stands
/// in a window by itself, with what context is left; one longer than `longest` is cut there.
std::vector<Window> CutWindows(Span<const int64_t> word_begins, int64_t num_pieces, int64_t longest,
                               int64_t context);

}  // namespace weft

// Pre-trained word vectors: the text files of GloVe, word2vec and fastText, gzip or not.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "core/span.h"
#include "encode/string_index.h"
#include "text/corpus.h"

namespace weft {

/// The words of a corpus and their lower-case forms: those that FindVector looks for.
void AddWantedWords(const Corpus& corpus, StringIndex* wanted);

struct WordVectorOptions {
  static constexpr int64_t kAll = std::numeric_limits<int64_t>::max();

  const StringIndex* wanted = nullptr;  ///< words whose vectors are kept
  /// As many vectors from the file's beginning are kept beside those: most files have the most
  /// frequent words first.
  int64_t max_words = kAll;
};

/// What a file had.
struct WordVectorCounts {
  int64_t declared = -1;    ///< rows that its first line announces; -1: it does not
  int64_t rows = 0;         ///< lines of a word and as many numbers as most lines have
  int64_t wrong = 0;        ///< other lines but blank ones; they were skipped
  int64_t not_finite = 0;   ///< rows wanted that hold an infinity or a NaN; skipped
  int64_t repeated = 0;     ///< rows wanted whose word has a vector already; skipped
  std::string first_wrong;  ///< "file:line: expected …, found …" of the first wrong line
};

struct WordVectors {
  StringIndex words;
  int64_t dimension = 0;
  std::vector<float> values;  ///< [words, dimension]
  WordVectorCounts counts;

  int64_t size() const { return words.size(); }
  Span<const float> operator[](int64_t i) const {
    const auto columns = static_cast<size_t>(dimension);
    return {values.data() + static_cast<size_t>(i) * columns, columns};
  }
};

/// Streams the file: memory is taken for what is kept alone. A word may hold blanks; the numbers
/// are taken from the line's end. Where a word comes again, its first vector counts.
///
/// Fails with kFormat, naming file and line, where there are no vectors in it, or more wrong lines
/// than rows; as LineStream where it cannot be read.
WordVectors ReadWordVectors(const std::string& path, const WordVectorOptions& options);

/// The row of a word, as it is or else in lower case; -1 where it has none.
int32_t FindVector(const StringIndex& words, std::string_view word);

}  // namespace weft

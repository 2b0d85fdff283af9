// Corpora made from flat arrays, and from other corpora with other labels.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/span.h"
#include "text/corpus.h"
#include "text/read.h"

namespace weft {

/// Texts end to end: text i is bytes[offsets[i] .. offsets[i + 1]).
struct FlatTexts {
  const char* bytes = nullptr;
  Span<const size_t> offsets;  ///< one more than there are texts

  size_t size() const { return offsets.size() - 1; }
  std::string_view operator[](size_t i) const {
    const size_t size = offsets[i + 1] - offsets[i];
    return size > 0 ? std::string_view(bytes + offsets[i], size) : std::string_view();
  }
};

/// Column c of token t is cells[t · columns + c]; the first column is "token". Sentence s are the
/// tokens [sentence_offsets[s], sentence_offsets[s + 1]). Fails with kInvalidArgument, naming the
/// index, where offsets fall or do not fit together, or a text is not UTF-8.
std::shared_ptr<const Corpus> CorpusFromColumns(const std::vector<std::string>& columns,
                                                FlatTexts cells,
                                                Span<const size_t> sentence_offsets);

/// A sentence per text, cut by Tokenize(). Fails as CorpusFromColumns does.
std::shared_ptr<const Corpus> CorpusFromTexts(FlatTexts texts);

/// Begin and end of every token, [tokens, 2], in the text of its sentence; where that came as
/// tokens, in its tokens joined by single blanks.
void TokenBounds(const Corpus& corpus, OffsetUnit unit, Span<int64_t> bounds);

/// The same corpus with `ids` [tokens], ids of `labels` in `scheme`, as its gold labels. The corpus
/// is converted to `scheme` first if it has labels of another.
std::shared_ptr<const Corpus> ReplaceGold(const Corpus& corpus, const LabelSet& labels,
                                          Span<const int32_t> ids, Scheme scheme);

/// The same corpus without gold labels.
std::shared_ptr<const Corpus> WithoutGold(const Corpus& corpus);

/// Labels of all tokens of a corpus.
struct TokenLabels {
  const LabelSet& labels;
  Scheme scheme;
  Span<const int32_t> ids;                ///< [tokens]; kNoLabel: abstains
  Span<const double> probabilities = {};  ///< [tokens, K], or empty: of `ids` alone; zeros abstain
  Span<const uint8_t> annotated = {};     ///< [sentences], or empty: 0 is not annotated
};

/// The same corpus with them as votes of one more source: distributions where there are any.
/// Converted as ReplaceGold does. A source that has the name already gets another.
std::shared_ptr<const Corpus> AddSource(const Corpus& corpus, const std::string& name,
                                        const TokenLabels& votes);

/// The same corpus with one more column, of numbers [tokens].
std::shared_ptr<const Corpus> AddColumn(const Corpus& corpus, const std::string& name,
                                        Span<const float> values);

/// The column of a corpus that says what a source's votes weigh, token by token: numbers >= 0, or
/// "" for 1.
std::string WeightColumn(const std::string& source);

/// The sentences of all corpora, one after the other, with the labels, sources and columns of all
/// ("" where a corpus has no such column), in the scheme of the first that has distributions, else
/// of the first whose labels are not IO. Fails with kUnsupported where distributions are in
/// several schemes, or in IO where other labels say where mentions begin, with kInvalidArgument
/// where some have attributes or embeddings that others lack.
std::shared_ptr<const Corpus> JoinCorpora(const std::vector<const Corpus*>& corpora);

}  // namespace weft

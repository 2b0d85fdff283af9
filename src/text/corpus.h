// A corpus: sentences of tokens with ids, extra columns, gold labels and the votes of sources.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/span.h"
#include "text/label_set.h"
#include "text/scheme.h"

namespace weft {

/// Many short strings end to end in one buffer.
class StringColumn {
 public:
  int64_t size() const { return static_cast<int64_t>(ends_.size()); }
  std::string_view operator[](int64_t i) const {
    const uint64_t begin = i == 0 ? 0 : ends_[static_cast<size_t>(i - 1)];
    return std::string_view(bytes_.data() + begin, ends_[static_cast<size_t>(i)] - begin);
  }
  void Append(std::string_view text) {
    bytes_.append(text.data(), text.size());
    ends_.push_back(bytes_.size());
  }
  void Reserve(int64_t count, size_t bytes) {
    ends_.reserve(static_cast<size_t>(count));
    bytes_.reserve(bytes);
  }
  void Clear() {
    bytes_.clear();
    ends_.clear();
  }

 private:
  std::string bytes_;
  std::vector<uint64_t> ends_;
};

/// What a source's O says: "this token is outside" (evidence), "I have no opinion", or "no opinion
/// wherever another source names a type" (WRENCH's rule for majority voting).
enum class OMeans : int32_t { kOutside, kAbstain, kAbstainIfAny };

/// The votes of one source on one sentence of L tokens.
struct VoteRow {
  int32_t source;              ///< index into Corpus::sources()
  Span<const int32_t> labels;  ///< [L] label ids; kNoLabel where the source abstains
  Span<const float> soft;      ///< [L, K] row-major distributions, or empty: the votes are hard.
                               ///< A row of zeros abstains; `labels` holds the arg-max then.
};

/// Where a token stands in the text its sentence came from. Bytes of UTF-8, [begin, end).
struct TokenOffsets {
  int64_t begin;
  int64_t end;
};

/// Immutable once built (CorpusBuilder); any number of threads may read it.
///
/// The three nothings of votes are kept apart: a source that did not annotate a sentence has no
/// VoteRow there (missing), one without an opinion at a token has kNoLabel (abstain), and O is a
/// label like any other, read as the source's o_means says.
class Corpus {
 public:
  int64_t num_sentences() const { return static_cast<int64_t>(sentence_ends_.size()); }
  int64_t num_tokens() const { return tokens().size(); }
  /// Tokens of sentence s are [begin(s), end(s)) of every per-token column.
  int64_t begin(int64_t s) const { return s == 0 ? 0 : sentence_ends_[static_cast<size_t>(s - 1)]; }
  int64_t end(int64_t s) const { return sentence_ends_[static_cast<size_t>(s)]; }
  int64_t length(int64_t s) const { return end(s) - begin(s); }

  const StringColumn& tokens() const { return columns_[0]; }
  std::string_view token(int64_t t) const { return columns_[0][t]; }

  /// Columns by name; the first is always "token". Attribute columns hold a list per token.
  const std::vector<std::string>& column_names() const { return column_names_; }
  const StringColumn& column(size_t c) const { return columns_[c]; }
  int64_t FindColumn(std::string_view name) const;  ///< -1 where there is none

  /// Ready-made attributes, as CRFsuite reads them: those of token t are
  /// [attribute_begin(t), attribute_begin(t + 1)), each a name and a value (1 where none is given).
  bool has_attributes() const { return !attribute_ends_.empty(); }
  int64_t attribute_begin(int64_t t) const {
    return t == 0 ? 0 : attribute_ends_[static_cast<size_t>(t - 1)];
  }
  std::string_view attribute(int64_t a) const { return attributes_[a]; }
  float attribute_value(int64_t a) const { return attribute_values_[static_cast<size_t>(a)]; }

  const LabelSet& labels() const { return labels_; }  ///< of gold labels and votes alike
  Scheme scheme() const { return scheme_; }
  bool has_gold() const { return has_gold_; }  ///< at least one token has a gold label
  Span<const int32_t> gold(int64_t s) const {
    return Span<const int32_t>(gold_.data() + begin(s), static_cast<size_t>(length(s)));
  }
  bool fully_labelled(int64_t s) const;  ///< every token has a gold label

  const std::vector<std::string>& sources() const { return sources_; }
  int64_t num_votes(int64_t s) const {  ///< sources that annotated sentence s
    return vote_row_ends_[static_cast<size_t>(s)] - vote_row_begin(s);
  }
  VoteRow votes(int64_t s, int64_t i) const;  ///< the i-th of them, by ascending source

  std::string_view id(int64_t s) const { return ids_[s]; }  ///< "" where none
  int64_t document(int64_t s) const {                       ///< index of its document
    return documents_[static_cast<size_t>(s)];
  }
  /// The text a sentence was read from ("" where it came as tokens) and where its tokens stand.
  std::string_view text(int64_t s) const { return texts_[s]; }
  bool has_offsets() const { return !offsets_.empty(); }
  TokenOffsets offsets(int64_t t) const { return offsets_[static_cast<size_t>(t)]; }

  const std::string& name() const { return name_; }  ///< file or folder, for messages

 private:
  friend class CorpusBuilder;
  int64_t vote_row_begin(int64_t s) const {
    return s == 0 ? 0 : vote_row_ends_[static_cast<size_t>(s - 1)];
  }
  struct StoredVotes {
    int32_t source;
    int64_t labels;  // offset into vote_labels_
    int64_t soft;    // offset into vote_soft_, -1: hard
  };

  std::string name_;
  std::vector<int64_t> sentence_ends_;
  std::vector<std::string> column_names_;
  std::vector<StringColumn> columns_;
  StringColumn attributes_;
  std::vector<float> attribute_values_;
  std::vector<int64_t> attribute_ends_;  // by token; empty: no attributes
  LabelSet labels_;
  Scheme scheme_ = Scheme::kPlain;
  std::vector<int32_t> gold_;
  bool has_gold_ = false;
  std::vector<std::string> sources_;
  std::vector<StoredVotes> vote_rows_;
  std::vector<int64_t> vote_row_ends_;
  std::vector<int32_t> vote_labels_;
  std::vector<float> vote_soft_;
  StringColumn ids_;
  std::vector<int64_t> documents_;
  StringColumn texts_;
  std::vector<TokenOffsets> offsets_;  // by token; empty: none
};

/// What a builder or reader is told about the data. Defaults: find out.
struct CorpusOptions {
  std::vector<std::string> labels;   ///< declared labels, in this order; empty: canonical order
  std::vector<std::string> sources;  ///< declared sources, in this order; empty: as they appear
  bool scheme_declared = false;
  Scheme scheme = Scheme::kIOB2;  ///< of gold labels and votes, where declared
  /// Convert everything to this scheme after reading.
  bool convert = false;
  Scheme convert_to = Scheme::kIOB2;
};

/// Votes of one source on one sentence, by name.
struct NamedVotes {
  std::string source;
  std::vector<std::string> labels;  ///< [L]; "" abstains
  /// [L] of (label, probability) lists; empty: the votes are hard.
  std::vector<std::vector<std::pair<std::string, float>>> soft;
};

/// One sentence as a reader hands it over. Vectors other than `tokens` may be empty: absent.
struct SentenceData {
  std::string id;
  std::vector<std::string> tokens;
  std::vector<std::vector<std::string>> columns;  ///< [columns][L], as CorpusBuilder::SetColumns
  std::vector<std::string> labels;                ///< [L] gold; "" = this token is not labelled
  std::vector<NamedVotes> votes;
  std::vector<std::vector<std::pair<std::string, float>>> attributes;  ///< [L] (name, value)
  std::string text;
  std::vector<TokenOffsets> offsets;  ///< [L]
  bool starts_document = false;
  std::string where;  ///< "file:line", for messages
};

/// Builds a corpus sentence by sentence. Everything is checked here, once for all readers: lengths,
/// empty labels, bare or unknown tags of a declared scheme, duplicate sources, UTF-8.
class CorpusBuilder {
 public:
  explicit CorpusBuilder(CorpusOptions options = {}, std::string name = "");
  ~CorpusBuilder();
  /// Names of the columns beside "token". Before the first Add.
  void SetColumns(const std::vector<std::string>& names);
  /// Fails with kFormat or kInvalidArgument, naming `where`; the builder is unchanged then.
  void Add(const SentenceData& sentence);
  int64_t num_sentences() const;
  /// Settles scheme, label order and source order, and hands the corpus over.
  std::shared_ptr<const Corpus> Finish();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// The same corpus with every label and vote in another scheme, converted through spans.
std::shared_ptr<const Corpus> ConvertScheme(const Corpus& corpus, Scheme to);

/// The sentences of `corpus` whose indices are given, in that order.
std::shared_ptr<const Corpus> SelectSentences(const Corpus& corpus, Span<const int64_t> sentences);

}  // namespace weft

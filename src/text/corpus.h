// A corpus: sentences of tokens with ids, extra columns, gold labels and the votes of sources.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/span.h"
#include "text/label_map.h"
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

/// What a corpus is made of. Only CorpusBuilder and what derives one corpus from another fill it;
/// everybody else reads a Corpus.
struct CorpusData {
  struct Row {
    int32_t source;
    int64_t labels;     ///< where its labels begin in vote_labels
    int64_t soft = -1;  ///< where its distributions begin in vote_soft; -1: hard
  };
  std::string name;
  std::vector<int64_t> sentence_ends;
  std::vector<std::string> column_names = {"token"};
  std::vector<StringColumn> columns = std::vector<StringColumn>(1);
  StringColumn attributes;
  std::vector<float> attribute_values;
  std::vector<int64_t> attribute_ends;  ///< by token; empty: no attributes
  std::vector<float> embeddings;        ///< [tokens, embedding_width]
  size_t embedding_width = 0;
  LabelSet labels;
  Scheme scheme = Scheme::kPlain;
  std::vector<int32_t> gold;  ///< by token
  bool has_gold = false;
  std::vector<std::string> sources;
  std::vector<Row> rows;
  std::vector<int64_t> row_ends;  ///< by sentence
  std::vector<int32_t> vote_labels;
  std::vector<float> vote_soft;
  StringColumn ids;
  std::vector<int64_t> documents;  ///< by sentence
  StringColumn document_names;
  StringColumn texts;
  std::vector<TokenOffsets> offsets;  ///< by token; empty: none
};

/// Immutable once built (CorpusBuilder); any number of threads may read it.
///
/// The three nothings of votes are kept apart: a source that did not annotate a sentence has no
/// VoteRow there (missing), one without an opinion at a token has kNoLabel (abstain), and O is a
/// label like any other, read as the source's o_means says.
class Corpus {
 public:
  explicit Corpus(CorpusData data) : data_(std::move(data)) {}

  int64_t num_sentences() const { return static_cast<int64_t>(data_.sentence_ends.size()); }
  int64_t num_tokens() const { return tokens().size(); }
  /// Tokens of sentence s are [begin(s), end(s)) of every per-token column.
  int64_t begin(int64_t s) const { return Begin(data_.sentence_ends, s); }
  int64_t end(int64_t s) const { return data_.sentence_ends[static_cast<size_t>(s)]; }
  int64_t length(int64_t s) const { return end(s) - begin(s); }

  const StringColumn& tokens() const { return data_.columns[0]; }
  std::string_view token(int64_t t) const { return data_.columns[0][t]; }

  /// Columns by name; the first is always "token".
  const std::vector<std::string>& column_names() const { return data_.column_names; }
  const StringColumn& column(size_t c) const { return data_.columns[c]; }
  int64_t FindColumn(std::string_view name) const;  ///< -1 where there is none

  /// Ready-made attributes, as CRFsuite reads them: those of token t are
  /// [attribute_begin(t), attribute_begin(t + 1)), each a name and a value (1 where none is given).
  bool has_attributes() const { return !data_.attribute_ends.empty(); }
  int64_t attribute_begin(int64_t t) const { return Begin(data_.attribute_ends, t); }
  std::string_view attribute(int64_t a) const { return data_.attributes[a]; }
  float attribute_value(int64_t a) const { return data_.attribute_values[static_cast<size_t>(a)]; }

  /// The host's own vectors of the tokens, [L, embedding_width()]; a width of 0: there are none.
  size_t embedding_width() const { return data_.embedding_width; }
  Span<const float> embeddings(int64_t s) const {
    const size_t width = data_.embedding_width;
    return {data_.embeddings.data() + static_cast<size_t>(begin(s)) * width,
            static_cast<size_t>(length(s)) * width};
  }

  const LabelSet& labels() const { return data_.labels; }  ///< of gold labels and votes alike
  Scheme scheme() const { return data_.scheme; }
  bool has_gold() const { return data_.has_gold; }  ///< at least one token has a gold label
  Span<const int32_t> gold(int64_t s) const {
    return Span<const int32_t>(data_.gold.data() + begin(s), static_cast<size_t>(length(s)));
  }
  bool fully_labelled(int64_t s) const;  ///< every token has a gold label

  const std::vector<std::string>& sources() const { return data_.sources; }
  bool has_votes() const { return !data_.rows.empty(); }
  int64_t num_votes(int64_t s) const {  ///< sources that annotated sentence s
    return data_.row_ends[static_cast<size_t>(s)] - Begin(data_.row_ends, s);
  }
  VoteRow votes(int64_t s, int64_t i) const;  ///< the i-th of them, by ascending source

  std::string_view id(int64_t s) const { return data_.ids[s]; }  ///< "" where none
  int64_t document(int64_t s) const {                            ///< index of its document
    return data_.documents[static_cast<size_t>(s)];
  }
  int64_t num_documents() const { return data_.document_names.size(); }
  std::string_view document_name(int64_t d) const { return data_.document_names[d]; }  ///< "": none
  /// The text a sentence was read from ("" where it came as tokens) and where its tokens stand.
  std::string_view text(int64_t s) const { return data_.texts[s]; }
  bool has_offsets() const { return !data_.offsets.empty(); }
  /// {-1, -1} in sentences that came without, where others have them.
  TokenOffsets offsets(int64_t t) const { return data_.offsets[static_cast<size_t>(t)]; }

  const std::string& name() const { return data_.name; }  ///< file or folder, for messages
  const CorpusData& data() const { return data_; }

 private:
  static int64_t Begin(const std::vector<int64_t>& ends, int64_t i) {
    return i == 0 ? 0 : ends[static_cast<size_t>(i - 1)];
  }
  CorpusData data_;
};

/// What a builder or reader is told about the data. Defaults: find out.
struct CorpusOptions {
  std::vector<std::string> labels;   ///< declared labels, in this order; others follow, canonical
  std::vector<std::string> sources;  ///< declared sources, in this order; others follow, sorted
  bool scheme_declared = false;
  Scheme scheme = Scheme::kIOB2;  ///< of gold labels and votes, where declared
  /// Convert everything to this scheme after reading.
  bool convert = false;
  Scheme convert_to = Scheme::kIOB2;
  LabelMap map;  ///< what every label, declared, gold or voted, becomes as it comes in
};

/// Votes of one source on one sentence, by name.
struct NamedVotes {
  std::string source;
  std::vector<std::string> labels;  ///< [L]; "" abstains
  /// [L] of (label, probability) lists, each a distribution or empty (abstains); empty: the votes
  /// are hard. `labels` is not read then.
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
  std::vector<float> embeddings;                                       ///< [L, embedding_width]
  size_t embedding_width = 0;  ///< the same in all sentences that have tokens
  std::string text;
  std::vector<TokenOffsets> offsets;  ///< [L], bytes of `text`
  std::string document;               ///< name of its document; "": that of the sentence before it
  bool starts_document = false;
  std::string where;       ///< "file:line", for messages
  int64_t token_line = 0;  ///< > 0: the tokens stand one a line, from this line of the file on
};

/// Builds a corpus sentence by sentence. Everything is checked here, once for all readers: lengths,
/// bare or unknown tags, distributions, duplicate sources, UTF-8, offsets.
///
/// Where no scheme is declared it is found, for gold (with the declared labels) and for each source
/// by itself. The corpus has that of gold; without tags there, the one that most sources have,
/// among equals the one that says more. Where that is IO and some source says more, it is IOB1,
/// which reads IO as it is. Votes in another scheme are converted through spans; distributions
/// cannot be, and fail with kUnsupported. Plain tags are plain for all.
///
/// Labels stand in the order declared, then canonically; sources in the order declared, then
/// sorted: ids never depend on the order of the sentences.
class CorpusBuilder {
 public:
  /// `name` is the file or folder that stands in messages.
  explicit CorpusBuilder(CorpusOptions options = {}, std::string name = "");
  ~CorpusBuilder();
  /// Names of the columns beside "token". Before the first Add.
  void SetColumns(const std::vector<std::string>& names);
  /// Fails with kFormat or kInvalidArgument, naming `where`; the builder is unchanged then.
  void Add(const SentenceData& sentence);
  int64_t num_sentences() const;
  /// Settles scheme, label order and source order, and hands the corpus over. The builder is empty
  /// then. Fails with kFormat, naming label, source and place, where most labels are tags and one
  /// is not, where all are letters without a type, or where no scheme has all tags of a part (and
  /// no scheme is declared); with kUnsupported as above.
  std::shared_ptr<const Corpus> Finish();

 private:
  struct State;
  void AddMapped(const SentenceData& sentence);
  std::unique_ptr<State> state_;
};

/// Sentence `s` with all it has, by name; what Add takes to make it again.
SentenceData SentenceOf(const Corpus& corpus, int64_t s);

/// The same corpus with every label and vote in another scheme, converted through spans.
std::shared_ptr<const Corpus> ConvertScheme(const Corpus& corpus, Scheme to);

/// The sentences of `corpus` whose indices are given, in that order.
std::shared_ptr<const Corpus> SelectSentences(const Corpus& corpus, Span<const int64_t> sentences);

}  // namespace weft

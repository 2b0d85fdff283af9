// Reading and writing corpora. Gzip is transparent; formats go by name or by sniffing.
#pragma once

#include <functional>
#include <iosfwd>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "text/corpus.h"

namespace weft {

/// What each holds:
///
/// kConll: a token a line, columns by ReadOptions, a blank line between sentences. A first line
///   "# columns:", a tab and tab-separated roles says what the columns are (weft's own files, where
///   a reader could not guess).
/// kJsonl: an object a line. "tokens": [text]; and where there are any, "labels": [label or null],
///   "weak": {source: [label, null (abstains) or {label: probability}]} (a source that is null or
///   not there did not annotate the sentence), "id", "doc" (a document's name, or true where one
///   without a name begins), "columns": {name: [text]}, "attributes": [["name", "name:2.5"] or
///   {name: number}], "text" and "offsets": [[begin, end]]. Other members are passed over,
///   unless their name is nearly that of one that is missing.
/// kJsonlSpans: the same with "text", "spans": [{"start", "end", "label"}] for "labels", and lists
///   of spans in "weak". Without "tokens" the text is cut by Tokenize; without "offsets" tokens are
///   looked for in the text from left to right.
/// kWrench: {"0": {"data": {"text": [token]}, "label": [label], "weak_labels": [[label per source]
///   per token]}, …}. Numbers for labels need label.json beside the file, {"0": "O", …}; -1
///   abstains. Sources are those declared, in order, or "lf0", "lf1", ….
/// kLines: a sentence a line, tokens between blanks; an empty line is a sentence without tokens.
/// kAttributes: label TAB attribute TAB attribute …, as CRFsuite reads it; tokens are empty.
enum class Format : int32_t {
  kAuto,  ///< by file name, else by the first bytes
  kConll,
  kJsonl,
  kJsonlSpans,
  kWrench,
  kAttributes,
  kLines,
};

enum class OffsetUnit : int32_t { kBytes, kUtf16, kCodePoints };
enum class OffBoundary : int32_t { kError, kExpand, kDrop };  ///< spans that cut through a token

struct ReadOptions {
  CorpusOptions corpus;
  Format format = Format::kAuto;
  int64_t first_line = 1;  ///< the number of the first line: of a piece of a longer file

  // CoNLL columns. Roles, one per column from the left: "token", "label", "vote:SOURCE", "skip",
  // "id", or the name of an extra column. Empty: the first is the token, the last the gold label
  // (where there are two or more), the others are named "column2", "column3", ….
  std::vector<std::string> columns;
  char separator = 0;  ///< '\t', ' ', or 0: tab if the first line has one, else runs of blanks
  std::string document_marker = "-DOCSTART-";  ///< a line that starts with it begins a document
  std::string missing_label = "_";  ///< in label and vote columns: not labelled, abstains
  std::string missing_vote = "?";   ///< at every token of a sentence that a source did not annotate
  /// Lines that start so, between sentences and with another number of columns than the rest, are
  /// skipped. Empty: none are.
  std::string comment_prefix;

  // JSONL with spans.
  OffsetUnit offset_unit = OffsetUnit::kCodePoints;
  OffBoundary off_boundary = OffBoundary::kError;
};

struct ReadReport {
  int64_t spans_expanded = 0;
  int64_t spans_dropped = 0;
  Format format = Format::kAuto;  ///< what was found
};

/// Reads one file ("-" = standard input is the command's business, not this function's). Fails with
/// kIo or kFormat, naming file, line and what was expected; nothing is half-loaded.
std::shared_ptr<const Corpus> ReadCorpus(const std::string& path, const ReadOptions& options,
                                         ReadReport* report = nullptr);
/// The same from bytes (gzip too); `name` stands in messages.
std::shared_ptr<const Corpus> ReadCorpusBytes(std::string_view bytes, const std::string& name,
                                              const ReadOptions& options,
                                              ReadReport* report = nullptr);
/// A split of a folder: `train`, `valid`, `test` as .jsonl, .conll, .txt or .json, each also .gz;
/// `meta.json` beside it, where there is one, declares labels ("labels") and sources ("sources").
std::shared_ptr<const Corpus> ReadSplit(const std::string& folder, const std::string& split,
                                        const ReadOptions& options, ReadReport* report = nullptr);
/// One file per annotator, sentence by sentence the same tokens; each becomes a source named after
/// its file (without extension). Where every sentence of every file has an id of its own, sentences
/// are matched by id and an annotator's file may lack some: missing votes. `gold_path` may be "".
std::shared_ptr<const Corpus> ReadAnnotatorFiles(const std::vector<std::string>& paths,
                                                 const std::string& gold_path,
                                                 const ReadOptions& options,
                                                 ReadReport* report = nullptr);

/// Writes every sentence with all it has (tokens, columns, gold, votes, ids), so that reading gives
/// the same corpus again. `path` ending in .gz is compressed; the file appears whole or not at all.
/// kAuto goes by the ending of the name (.json is WRENCH's).
///
/// What a format has no place for is refused with kUnsupported, naming the sentence: distributions,
/// attributes or tokens with tabs as columns, missing votes in WRENCH's, anything but labels and
/// attributes as attributes, abstentions as spans, tokens with blanks as lines. Left out are texts
/// and offsets as columns, and in WRENCH's and attribute files; documents in the latter two; tokens
/// in the last. Lines are tokens alone. Offsets are written in code points.
void WriteCorpus(const Corpus& corpus, const std::string& path, Format format);
std::string WriteCorpusBytes(const Corpus& corpus, Format format);

const char* FormatName(Format format);         ///< "auto", "conll", "jsonl", "jsonl-spans", …
Format FormatFromName(std::string_view name);  ///< an unknown name is an error that lists all

/// Words and punctuation of raw text with their byte offsets: runs of letters, digits and marks
/// (with inner apostrophes, hyphens and points kept), every other visible character by itself.
std::vector<TokenOffsets> Tokenize(std::string_view text);

/// The offset of each byte position in UTF-16 units and code points. `text` is valid UTF-8.
int64_t ToByteOffset(std::string_view text, int64_t offset,
                     OffsetUnit unit);  ///< -1: not a boundary
int64_t FromByteOffset(std::string_view text, int64_t byte, OffsetUnit unit);
bool ValidUtf8(std::string_view text);

}  // namespace weft

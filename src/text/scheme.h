// Tag schemes: how labels of tokens encode spans.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/span.h"
#include "text/label_set.h"

namespace weft {

/// How labels encode spans. kPlain: every label is a tag by itself (part of speech), no spans.
enum class Scheme : int32_t { kPlain, kIO, kIOB1, kIOB2, kIOE1, kIOE2, kIOBES, kBILOU };

const char* SchemeName(Scheme scheme);         ///< "plain", "io", "iob1", … "bilou"
Scheme SchemeFromName(std::string_view name);  ///< an unknown name is an error that lists all

/// A label taken apart: "B-ARGM-LOC" → 'B', "ARGM-LOC" (split at the first hyphen only); "O" → 'O',
/// ""; anything else → '\0' and the whole label.
struct TagParts {
  char prefix;
  std::string_view type;
};
TagParts SplitTag(std::string_view label);

/// Fails with kFormat, naming `where` and the tags of `scheme`, unless `label` is one of them.
void CheckTag(std::string_view label, Scheme scheme, std::string_view where);

/// A labelled stretch of tokens [begin, end) of one sentence.
struct LabelSpan {
  int64_t begin;
  int64_t end;
  std::string type;
  bool operator==(const LabelSpan& o) const {
    return begin == o.begin && end == o.end && type == o.type;
  }
  bool operator<(const LabelSpan& o) const {
    if (begin != o.begin) return begin < o.begin;
    if (end != o.end) return end < o.end;
    return type < o.type;
  }
};

/// How spans are read from labels that do not follow their scheme.
enum class SpanMode : int32_t {
  kStrict,     ///< by the scheme: a span counts only if its labels are legal (IOB2: opens with B)
  kConlleval,  ///< as the CoNLL scorer: I after O or after another type opens a span
};

/// The label set of one sentence read as spans, in order of `begin`. Ids of kNoLabel count as O.
class SpanReader {
 public:
  SpanReader(const LabelSet& labels, Scheme scheme);
  void Read(Span<const int32_t> ids, SpanMode mode, std::vector<LabelSpan>* spans) const;
  /// The same without strings: types as indices into types().
  struct Raw {
    int64_t begin, end;
    int32_t type;
  };
  void ReadRaw(Span<const int32_t> ids, SpanMode mode, std::vector<Raw>* spans) const;
  const std::vector<std::string>& types() const { return types_; }
  Scheme scheme() const { return scheme_; }

 private:
  struct Part {
    char prefix;     // B I E S O, whatever the scheme's own letters
    int32_t type;    // index into types_, -1 for O
    bool in_scheme;  // the scheme has this letter
  };
  Scheme scheme_;
  std::vector<std::string> types_;
  std::vector<Part> parts_;  // by label id
};

/// Labels of a sentence of `length` tokens whose spans are `spans` (sorted, not overlapping).
std::vector<std::string> EncodeSpans(const std::vector<LabelSpan>& spans, int64_t length,
                                     Scheme scheme);

/// Every label that `scheme` has for these types, canonical order.
LabelSet SchemeLabels(const std::vector<std::string>& types, Scheme scheme);

/// Finds the scheme that labels follow: from the letters in use, and where two schemes share their
/// letters from the sequences. Noisy sequences break their scheme now and then, so legality is not
/// what decides:
///   any label that is no tag → plain;   L or U → BILOU;   S, or B with E → IOBES;   only I → IO;
///   B (and I) → IOB1 if B only ever stands right after a tag of its type while some I opens a
///   span, else IOB2;   E (and I) → IOE1 or IOE2 by the mirror image of that rule;   only O → IOB2.
class SchemeDetector {
 public:
  explicit SchemeDetector(const LabelSet& labels);  ///< every label in use
  /// Of a part of a corpus: only labels whose `used`[id] holds are in use.
  SchemeDetector(const LabelSet& labels, const std::vector<bool>& used);
  void AddGold(Span<const int32_t> ids);   ///< of one sentence, kNoLabel = unlabelled
  void AddVotes(Span<const int32_t> ids);  ///< decide only where gold has no span
  Scheme Detect() const;
  bool has_tags() const { return letters_ != 0; }  ///< beside O
  /// A label that cannot be a tag where all others are: a word among "B-PER", or a letter without a
  /// type, such as "B"; kNoLabel where there is none.
  int32_t Stray() const { return stray_; }
  /// A tag of another scheme than the others: "U-PER" among "S-PER"; kNoLabel where all fit.
  int32_t Mixed() const { return mixed_; }

 private:
  struct Evidence {
    bool spans = false, b_opens = false, i_opens = false, e_closes = false, i_closes = false;
  };
  struct Part {
    char prefix;
    int32_t type;
  };
  void Count(Span<const int32_t> ids, Evidence* evidence) const;
  std::vector<Part> tags_;  // by label id
  uint32_t letters_ = 0;    // one bit per letter
  bool any_plain_ = false;
  int32_t stray_ = kNoLabel, mixed_ = kNoLabel;
  Evidence gold_, votes_;
};

/// Which label may follow which. Row-major [K, K], 1 = legal; also for the first and last token.
struct TransitionRules {
  std::vector<uint8_t> transition;  ///< [K, K]: from, to
  std::vector<uint8_t> start;       ///< [K]
  std::vector<uint8_t> end;         ///< [K]
  bool all_legal = true;
};
TransitionRules SchemeRules(const LabelSet& labels, Scheme scheme);

}  // namespace weft

// Analysis of label sources: how much each says, how often it says it alone or against others, and
// how right it is. Terms as in labelling-function analysis (Ratner et al. 2017, Snorkel).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "eval/agreement.h"
#include "eval/reference.h"
#include "eval/scores.h"
#include "text/corpus.h"

namespace weft {

/// A share that is there only if it was taken over something. `part` may be an expected count.
struct Rate {
  double part = 0;
  int64_t of = 0;
  std::optional<double> value() const {
    if (of == 0) return std::nullopt;
    return part / static_cast<double>(of);
  }
};

/// How right a source is, over the sentences that it annotated and that have a reference. An
/// opinion is a vote that is neither O nor an abstention (with plain tags: any vote).
struct SourceScores {
  Rate accuracy;  ///< of its opinions, those that are the reference's label
  /// Tokens: with an opinion (predicted), that should have one (gold), and where both are the same
  /// label. Expected counts where the reference is a posterior.
  double token_gold = 0, token_predicted = 0, token_correct = 0;
  SpanCounts spans;
  double token_precision() const {
    return token_predicted > 0 ? token_correct / token_predicted : 0;
  }
  double token_recall() const { return token_gold > 0 ? token_correct / token_gold : 0; }
  double token_f1() const {
    const double both = token_gold + token_predicted;
    return both > 0 ? 2 * token_correct / both : 0;
  }
};

struct SourceReport {
  std::string name;
  int64_t sentences = 0;              ///< that it annotated
  int64_t tokens = 0;                 ///< of those sentences
  int64_t abstentions = 0;            ///< tokens among them where it abstains
  int64_t opinions = 0;               ///< tokens among them where it has an opinion
  int64_t spans = 0;                  ///< that its votes form (with plain tags: its votes)
  std::vector<int64_t> label_counts;  ///< [K] votes by label, O included
  std::vector<int32_t> polarity;      ///< the labels that it ever used, ascending ids
  Rate coverage;                      ///< opinions, of all tokens of the corpus
  Rate coverage_annotated;            ///< opinions, of the tokens of sentences that it annotated
  Rate overlap;                       ///< of its opinions: another source has an opinion there too
  Rate conflict;                      ///< of its opinions: another source has a different one
  std::optional<SourceScores> gold;   ///< absent where the corpus has no gold labels
  std::optional<SourceScores> reference;  ///< absent where none was given
};

struct SourceAnalysis {
  int64_t sentences = 0, tokens = 0;  ///< of the corpus
  int64_t tokens_covered = 0;         ///< tokens where any source has an opinion
  int64_t tokens_conflicting = 0;     ///< tokens where opinions differ
  std::vector<SourceReport> sources;  ///< by index of the corpus's sources
  AgreementMatrix agreement;
};

/// Analyses the votes of `corpus`. Soft votes count as the label of their arg-max. Gold is treated
/// as in Evaluate: sentences without gold are left out, tokens without gold are left out of token
/// counts. Every count is independent of the order of sentences.
///
/// `reference` may be null. With `soft`, token scores are expectations under the posterior and span
/// scores come from `hard`; its scheme must be the corpus's then. Fails with kInvalidArgument where
/// the reference does not fit the corpus.
SourceAnalysis AnalyzeSources(const Corpus& corpus, const LabelReference* reference = nullptr,
                              SpanMode mode = SpanMode::kStrict);

}  // namespace weft

// Span and token scores of predicted labels against gold.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "text/corpus.h"
#include "text/scheme.h"

namespace weft {

class Executor;
class Model;

/// Counts and the rates that follow from them. A rate whose denominator is 0 is 0 (counts tell).
struct SpanCounts {
  int64_t gold = 0, predicted = 0, correct = 0;
  double precision() const { return predicted ? double(correct) / double(predicted) : 0; }
  double recall() const { return gold ? double(correct) / double(gold) : 0; }
  double f1() const {
    return gold + predicted ? 2.0 * double(correct) / double(gold + predicted) : 0;
  }
};

struct Evaluation {
  SpanMode mode = SpanMode::kStrict;
  SpanCounts micro;
  std::map<std::string, SpanCounts> types;                     ///< every type in gold or predicted
  double macro_precision = 0, macro_recall = 0, macro_f1 = 0;  ///< means over types
  int64_t sentences = 0, tokens = 0, tokens_correct = 0;       ///< over tokens with a gold label
  double token_accuracy() const { return tokens ? double(tokens_correct) / double(tokens) : 0; }
  std::vector<std::string> labels;  ///< rows and columns of `confusion`: gold and predicted labels
  std::vector<int64_t> confusion;   ///< [labels, labels]: gold, predicted
  /// Labels that gold uses and the predictor does not have: counted as missed.
  std::vector<std::string> unknown_labels;
};

/// Scores `predicted` (ids of `predicted_labels`, one per token of `corpus`) against the corpus's
/// gold labels. Sentences without any gold label are left out; in partly labelled sentences tokens
/// without gold are left out of the token scores and count as O for spans. With a plain scheme,
/// span counts are token counts by label.
///
/// The predictor may use another scheme than the corpus: spans compare by content, and token scores
/// are taken after its labels are rewritten, through spans, in the corpus's scheme. Where one side
/// has plain tags, labels compare by name, token by token. A kNoLabel in `predicted` stands for O;
/// with plain tags it is a miss that no column of the confusion matrix counts.
///
/// Fails with kInvalidArgument where the corpus has no gold labels at all, or `predicted` has
/// another length or foreign ids.
Evaluation Evaluate(const Corpus& corpus, const LabelSet& predicted_labels,
                    Span<const int32_t> predicted, Scheme predicted_scheme, SpanMode mode);

/// Strict micro F1 of the spans (with plain tags: labels) that a model finds in a corpus.
double SpanF1(const Model& model, const Corpus& corpus, Executor* executor);

}  // namespace weft

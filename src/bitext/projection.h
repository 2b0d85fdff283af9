// Labels of one side of a bitext, carried over its links to the other side (Yarowsky and Ngai 2001;
// as expectations: Wang and Manning 2014, § 3.1 and § 3.2).
#pragma once

#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "bitext/bitext.h"
#include "text/label_map.h"

namespace weft {

/// The options of a projection.
OptionTable ProjectionOptions();

struct ProjectionSettings {
  /// Of several source tokens that are linked to one target token: the mean of their distributions,
  /// weighed by confidence, or, made to sum to 1, the highest or the lowest probability of each
  /// label.
  enum class ManyToOne { kMean, kMax, kIntersect };
  ManyToOne many_to_one = ManyToOne::kMean;
  bool repair = true;           ///< B and I are told apart anew on the target side
  int64_t repair_gap = 1;       ///< tokens of which nothing is known that a mention goes on over
  LabelMap map;                 ///< from source to target labels
  bool skip_unmapped = false;   ///< tokens whose best label the target lacks: none; else an error
  double min_confidence = 0;    ///< of links
  double min_density = 0;       ///< share of a target sentence's tokens with a link
  double max_length_ratio = 0;  ///< of the longer sentence to the shorter; 0: any
  bool outside = false;         ///< tokens without links are O; else nothing is said of them
  bool gold = false;            ///< the labels become gold; else votes of `name`
  bool drop_gold = false;       ///< gold labels that the target side has are compared, not kept
  bool weights = true;          ///< a column with the links' confidences, where any is not 1
  std::string name;

  static ProjectionSettings From(const Options& options);
};

/// What is known of the labels of the source side.
struct SourceLabels {
  const LabelSet& labels;
  Scheme scheme;
  Span<const int32_t> ids;                ///< [tokens], kNoLabel: none
  Span<const double> probabilities = {};  ///< [tokens, K], or empty: of `ids` alone
};

/// What became of it, in tokens of the target side unless said otherwise.
struct ProjectionReport {
  int64_t pairs = 0, linked_pairs = 0, skipped_pairs = 0;  ///< skipped: see Bitext
  int64_t unlinked_pairs = 0;                  ///< others without links of min_confidence
  int64_t sparse_pairs = 0, uneven_pairs = 0;  ///< left out by min_density, max_length_ratio
  int64_t links = 0;                           ///< that were used
  int64_t tokens = 0, linked = 0, labelled = 0;
  int64_t many_to_one = 0;     ///< linked to several source tokens
  int64_t repaired = 0;        ///< whose best label changed between B and I
  int64_t unlabelled = 0;      ///< linked to tokens that have no label, or no label in common
  int64_t unmapped = 0;        ///< whose best label the target lacks (skip_unmapped)
  int64_t outside = 0;         ///< not linked, O by unaligned=outside
  int64_t gold = 0;            ///< that have a gold label of the target side's own
  bool gold_kept = false;      ///< that is still there, for a learner to see
  std::string unused_entries;  ///< of the label map: those that are of no source label
  LabelSet labels;
  std::vector<double> expected;  ///< [labels]: expected number of tokens
  /// Where the target side has gold labels: tokens that have both, those on which the best label
  /// is the gold one; and the same of tokens of which either says more than O.
  int64_t compared = 0, agreeing = 0, named_compared = 0, named_agreeing = 0;

  nlohmann::ordered_json ToJson() const;
};

/// The target side with what its source side's labels say of it: distributions, or labels where
/// those are. Tags come as IOB2 (of IO without `repair`: as IO). Fails with kInvalidArgument where
/// a label has no counterpart among the target side's own (unless skip_unmapped), with kState where
/// the bitext has no link or the source side no label.
std::shared_ptr<const Corpus> Project(const Bitext& bitext, const SourceLabels& source,
                                      const ProjectionSettings& settings, ProjectionReport* report);

}  // namespace weft

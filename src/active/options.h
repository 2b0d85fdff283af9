// The options of an active-learning loop.
#pragma once

#include <cstdint>

#include "core/options.h"

namespace weft {

/// How much labelling a sentence would tell (Šabata, Borovička and Holeňa 2017, § 5.1; Settles and
/// Craven 2008). x is the sentence, y its label paths, y¹ the best.
enum class Utility {
  kLeastConfidence,  ///< 1 − p(y¹ | x)
  kMargin,  ///< 1 − (p(y¹ | x) − p(y² | x)): in the order of the paper's, which is 1 less
  kTokenEntropy,       ///< Σ_t H(y_t | x), nats
  kKBestEntropy,       ///< −Σ_{y of the k best} p(y | x) log p(y | x), nats
  kKBestShareEntropy,  ///< the same with probabilities that sum to 1 over the k best (Kim et al.
                       ///< 2006)
  kRandom,             ///< uniform in [0, 1)
};

/// Which tokens of a chosen sentence are asked for; the model labels the others.
enum class QueryMode {
  kFull,       ///< fusal: all (algorithm 1)
  kThreshold,  ///< sesal: those whose best label has a marginal below a threshold (Tomanek and
               ///< Hahn 2009)
  kKBest,      ///< kbest-sesal: those on which the k best paths differ (algorithm 2)
};

struct ActiveSettings {
  Utility utility = Utility::kLeastConfidence;
  int64_t entropy_paths = 10;  ///< k of the entropies over paths
  bool per_token = false;      ///< probabilities of paths as geometric means, entropies as means
  double density = 0;          ///< exponent of a sentence's mean similarity to the pool
  QueryMode mode = QueryMode::kKBest;
  int64_t k = 100;
  double threshold = 0.99;
  int64_t delay = 0;     ///< updates during which all tokens are asked for
  int64_t batch = 1;     ///< sentences between two updates
  double diversity = 0;  ///< how much a sentence loses that is like one of the batch already
  bool in_steps = true;  ///< learn in steps where the tagger can
  double labelled = 1;   ///< share of the labelled sentences that count as such
  uint64_t seed = 1;
  int threads = 1;
};

OptionTable ActiveOptionTable();
/// Fails with kInvalidArgument where an option would have no effect.
ActiveSettings ActiveSettingsFrom(const Options& options);

}  // namespace weft

#include "active/utility.h"

#include <algorithm>
#include <cmath>

#include "core/random.h"

namespace weft {
namespace {

double EntropyTerm(double p) { return p > 0 ? -p * std::log(p) : 0.0; }

}  // namespace

double RandomUtility(uint64_t seed, int64_t s) {
  return Random(Random(seed).Next() + static_cast<uint64_t>(s)).Uniform();
}

double UtilityScorer::Score(const Lattice& lattice, int64_t open, int64_t s) {
  const double tokens = settings_.per_token ? static_cast<double>(open) : 1.0;
  // p of a path, by its score less the log-partition.
  const auto probability = [&](double score) { return std::exp(std::min(0.0, score) / tokens); };
  switch (settings_.utility) {
    case Utility::kLeastConfidence: {
      labels_.resize(static_cast<size_t>(lattice.length));
      const double best = Viterbi(lattice, &workspace_, labels_);
      return 1 - probability(best - LogPartition(lattice, &workspace_));
    }
    case Utility::kMargin: {
      KBest(lattice, 2, KBestSearch::kAStar, &k_best_, &paths_);
      const double all = LogPartition(lattice, &workspace_);
      const double second = paths_.size() > 1 ? probability(paths_.scores[1] - all) : 0.0;
      return 1 - (probability(paths_.scores[0] - all) - second);
    }
    case Utility::kTokenEntropy:
      return TokenEntropy(lattice) / tokens;
    case Utility::kKBestEntropy:
      return PathEntropy(lattice, LogPartition(lattice, &workspace_)) / tokens;
    case Utility::kKBestShareEntropy:
      KBest(lattice, settings_.entropy_paths, KBestSearch::kAStar, &k_best_, &paths_);
      return std::max(0.0, KBestEntropy(paths_)) / tokens;
    case Utility::kRandom:
      break;
  }
  return RandomUtility(settings_.seed, s);
}

double UtilityScorer::TokenEntropy(const Lattice& lattice) {
  unary_.resize(static_cast<size_t>(lattice.length) * static_cast<size_t>(lattice.labels));
  MarginalsOut out;
  out.unary = unary_.data();
  Marginals(lattice, &workspace_, out);
  double sum = 0;
  for (const double p : unary_) sum += EntropyTerm(p);
  return sum;
}

double UtilityScorer::PathEntropy(const Lattice& lattice, double log_partition) {
  KBest(lattice, settings_.entropy_paths, KBestSearch::kAStar, &k_best_, &paths_);
  double sum = 0;
  for (const double score : paths_.scores) {
    sum += EntropyTerm(std::exp(std::min(0.0, score - log_partition)));
  }
  return sum;
}

}  // namespace weft

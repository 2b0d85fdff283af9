// The chain kernels on W2's input: B = 64 sequences of 32 tokens, one thread.
#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "bench/benches.h"
#include "bench/plain_chain.h"
#include "chain/k_best.h"
#include "chain/lattice.h"
#include "chain/marginal_passes.h"
#include "core/error.h"
#include "support/workloads.h"

namespace weft::bench {
namespace {

/// Where a batch's loss and gradient go.
struct Gradient {
  explicit Gradient(const testing::W2& w2)
      : emissions(w2.emissions.size()), transitions(w2.transitions.size()) {}
  void Clear() {
    loss = 0;
    std::fill(emissions.begin(), emissions.end(), 0.0);
    std::fill(transitions.begin(), transitions.end(), 0.0);
  }
  double loss = 0;
  std::vector<double> emissions, transitions;  // [B, L, K], [K, K]
};

void PlainGradient(const testing::W2& w2, PlainChain* chain, Gradient* out) {
  out->Clear();
  for (size_t b = 0; b < w2.B; ++b) {
    out->loss += chain->NegativeLogLikelihood(
        w2.At(b), w2.Tags(b), out->emissions.data() + b * w2.L * w2.K, out->transitions.data());
  }
}

void KernelGradient(const testing::W2& w2, ChainWorkspace* workspace, Gradient* out) {
  out->Clear();
  for (size_t b = 0; b < w2.B; ++b) {
    const Lattice lattice = w2.At(b);
    const auto tags = w2.Tags(b);
    MarginalsOut marginals;
    marginals.unary = out->emissions.data() + b * w2.L * w2.K;
    marginals.pairwise_sum = out->transitions.data();
    out->loss += Marginals(lattice, workspace, marginals) - PathScore(lattice, tags);
    for (size_t t = 0; t < w2.L; ++t) {
      const size_t tag = static_cast<size_t>(tags[t]);
      marginals.unary[t * w2.K + tag] -= 1;
      if (t > 0) out->transitions[static_cast<size_t>(tags[t - 1]) * w2.K + tag] -= 1;
    }
  }
}

double Distance(const std::vector<double>& a, const std::vector<double>& b) {
  double most = 0;
  for (size_t i = 0; i < a.size(); ++i) most = std::max(most, std::abs(a[i] - b[i]));
  return most;
}

Outcome RunGradient(size_t K, int rounds) {
  const testing::W2 w2(64, 32, K);
  PlainChain plain;
  ChainWorkspace workspace;
  Gradient expected(w2), found(w2);
  const Ratio ratio = Interleave([&] { PlainGradient(w2, &plain, &expected); },
                                 [&] { KernelGradient(w2, &workspace, &found); }, rounds);
  Require(std::abs(expected.loss - found.loss) < 1e-6 &&
              Distance(expected.emissions, found.emissions) < 1e-9 &&
              Distance(expected.transitions, found.transitions) < 1e-6,
          "the kernels and the baseline disagree");
  return OfTokens(ratio, "plain log-space", w2.B * w2.L);
}

// What expectation regularization takes beside the likelihood: marginals, and their covariances
// with a function of the path.
Outcome RunCovariances(size_t K, int rounds) {
  const testing::W2 w2(64, 32, K);
  MarginalPasses passes;
  std::vector<double> sums(K * K);
  AlignedVector<double> rows, marginals, u;
  const auto over = [&](bool covariances) {
    passes.Begin(*w2.At(0).transitions, covariances);
    const size_t size = w2.L * passes.stride();
    for (AlignedVector<double>* values : {&rows, &marginals, &u}) values->resize(size);
    for (size_t b = 0; b < w2.B; ++b) {
      double* scores = passes.Scores(w2.L);
      std::fill_n(scores, size, -std::numeric_limits<double>::infinity());
      for (size_t t = 0; t < w2.L; ++t) {
        std::copy_n(w2.At(b).emissions + t * K, K, scores + t * passes.stride());
      }
      if (!covariances) {
        passes.Run(1, rows.data());
        continue;
      }
      passes.RunAlone(marginals.data());
      for (size_t i = 0; i < size; ++i) u[i] = 2 * marginals[i];
      passes.Covariances(u.data(), rows.data());
    }
    passes.Finish(sums.data());
  };
  const Ratio ratio = Interleave([&] { over(false); }, [&] { over(true); }, rounds);
  return OfTokens(ratio, "marginals alone", w2.B * w2.L);
}

Outcome RunViterbi(size_t K, int rounds) {
  const testing::W2 w2(64, 32, K);
  PlainChain plain;
  ChainWorkspace workspace;
  std::vector<int32_t> expected(w2.tags.size()), found(w2.tags.size());
  const auto at = [&](std::vector<int32_t>& paths, size_t b) {
    return Span<int32_t>(paths.data() + b * w2.L, w2.L);
  };
  const Ratio ratio = Interleave(
      [&] {
        for (size_t b = 0; b < w2.B; ++b) plain.Viterbi(w2.At(b), at(expected, b));
      },
      [&] {
        for (size_t b = 0; b < w2.B; ++b) Viterbi(w2.At(b), &workspace, at(found, b));
      },
      rounds);
  Require(expected == found, "the kernels and the baseline find different paths");
  return OfTokens(ratio, "plain log-space", w2.B * w2.L);
}

Outcome RunKBest(size_t K, int rounds) {
  constexpr int64_t kPaths = 100;
  const testing::W2 w2(64, 32, K);
  KBestWorkspace workspace;
  const auto find = [&](KBestSearch search, size_t b, KBestPaths* paths) {
    KBest(w2.At(b), kPaths, search, &workspace, paths);
  };
  KBestPaths list, a_star;
  const auto all = [&](KBestSearch search, KBestPaths* paths) {
    for (size_t b = 0; b < w2.B; ++b) find(search, b, paths);
  };
  for (size_t b = 0; b < w2.B; ++b) {
    find(KBestSearch::kList, b, &list);
    find(KBestSearch::kAStar, b, &a_star);
    Require(list.labels == a_star.labels && list.scores == a_star.scores, "the searches disagree");
  }
  const Ratio ratio = Interleave([&] { all(KBestSearch::kList, &list); },
                                 [&] { all(KBestSearch::kAStar, &a_star); }, rounds);
  return OfTokens(ratio, "list Viterbi", w2.B * w2.L);
}

}  // namespace

void AddChainBenches(std::vector<Bench>* benches) {
  for (size_t K : {9, 17, 35}) {
    const std::string variant = "/K=" + std::to_string(K);
    benches->push_back(
        {"chain/nll_gradient" + variant, [K](int rounds) { return RunGradient(K, rounds); }});
    benches->push_back(
        {"chain/viterbi" + variant, [K](int rounds) { return RunViterbi(K, rounds); }});
  }
  for (size_t K : {9, 17}) {
    benches->push_back({"chain/covariances/K=" + std::to_string(K),
                        [K](int rounds) { return RunCovariances(K, rounds); }});
  }
  for (size_t K : {9, 46}) {
    benches->push_back(
        {"chain/100_best/K=" + std::to_string(K), [K](int rounds) { return RunKBest(K, rounds); }});
  }
}

}  // namespace weft::bench

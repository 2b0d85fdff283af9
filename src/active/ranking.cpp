#include "active/ranking.h"

#include <algorithm>
#include <cmath>

#include "active/known_lattice.h"
#include "active/utility.h"
#include "method/decode.h"

namespace weft {
namespace {

// What one thread scores with.
struct Worker {
  std::unique_ptr<Decoder> decoder;
  std::unique_ptr<UtilityScorer> scorer;
  KnownLattice known;
};

}  // namespace

Ranking::Ranking(const Pool& pool, const ActiveSettings& settings)
    : pool_(pool), settings_(settings) {
  if (settings.density == 0 && settings.diversity == 0) return;
  similarity_ = std::make_unique<SentenceSimilarity>(pool.corpus());
  if (settings.density == 0) return;
  std::vector<uint8_t> open;
  for (int64_t s = 0; s < pool.corpus().num_sentences(); ++s) {
    open.push_back(pool.state(s) == SentenceState::kOpen);
  }
  density_ = similarity_->Density(open);
  for (double& density : density_) density = std::pow(density, settings.density);
}

void Ranking::Score(const Model* model, Executor* executor) {
  const Corpus& corpus = pool_.corpus();
  utilities_.assign(static_cast<size_t>(corpus.num_sentences()), -1.0);
  std::vector<Worker> workers(static_cast<size_t>(executor->threads()));
  const bool random = !model || settings_.utility == Utility::kRandom;
  if (!random) {
    workers[0].decoder = model->NewDecoder();
    workers[0].decoder->Bind(corpus);
  }
  executor->ForChunks(
      corpus.num_sentences(), kDecodeChunk, [&](int64_t, int64_t begin, int64_t end, int w) {
        Worker& worker = workers[static_cast<size_t>(w)];
        if (!random && !worker.decoder) {
          worker.decoder = model->NewDecoder();
          worker.decoder->Bind(corpus, workers[0].decoder.get());
        }
        if (!worker.scorer) worker.scorer = std::make_unique<UtilityScorer>(settings_);
        for (int64_t s = begin; s < end; ++s) {
          if (pool_.state(s) != SentenceState::kOpen) continue;
          double* utility = &utilities_[static_cast<size_t>(s)];
          if (random) {
            *utility = RandomUtility(settings_.seed, s);
            continue;
          }
          const Span<const int32_t> labels = pool_.labels(s);
          const auto open = std::count(labels.begin(), labels.end(), kNoLabel);
          *utility =
              worker.scorer->Score(worker.known.Of(worker.decoder->Score(s), labels), open, s);
          if (!density_.empty()) *utility *= density_[static_cast<size_t>(s)];
        }
      });
}

std::vector<int64_t> Ranking::NextBatch() const {
  std::vector<int64_t> candidates;
  for (size_t s = 0; s < utilities_.size(); ++s) {
    const auto sentence = static_cast<int64_t>(s);
    if (utilities_[s] >= 0 && pool_.state(sentence) == SentenceState::kOpen) {
      candidates.push_back(sentence);
    }
  }
  if (settings_.diversity > 0) return Diverse(std::move(candidates));
  const auto better = [this](int64_t a, int64_t b) {
    const double of_a = utilities_[static_cast<size_t>(a)];
    const double of_b = utilities_[static_cast<size_t>(b)];
    return of_a != of_b ? of_a > of_b : a < b;
  };
  const size_t size = std::min(candidates.size(), static_cast<size_t>(settings_.batch));
  std::partial_sort(candidates.begin(), candidates.begin() + static_cast<ptrdiff_t>(size),
                    candidates.end(), better);
  candidates.resize(size);
  return candidates;
}

// One after the other, the greatest utility less what it loses to those before it (as maximal
// marginal relevance: Carbonell and Goldstein 1998).
std::vector<int64_t> Ranking::Diverse(std::vector<int64_t> candidates) const {
  std::vector<double> most(utilities_.size(), 0.0);
  std::vector<int64_t> batch;
  const auto left = [&](int64_t s) {
    const auto i = static_cast<size_t>(s);
    return utilities_[i] * (1 - settings_.diversity * most[i]);
  };
  while (!candidates.empty() && static_cast<int64_t>(batch.size()) < settings_.batch) {
    auto best = candidates.begin();
    for (auto at = best + 1; at != candidates.end(); ++at) {
      if (left(*at) > left(*best)) best = at;
    }
    batch.push_back(*best);
    similarity_->Raise(*best, &most);
    candidates.erase(best);
  }
  return batch;
}

}  // namespace weft

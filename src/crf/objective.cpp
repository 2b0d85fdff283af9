#include "crf/objective.h"

#include <algorithm>

namespace weft {
namespace {

// Chunks are bounded by amounts of work, never by the number of threads.
constexpr int64_t kMaxSentenceChunks = 64;       // each keeps sums of its own
constexpr int64_t kMaxTransitionSums = 1 << 22;  // doubles that all of them keep
constexpr int64_t kLeastChunkTokens = 1024;
constexpr int64_t kPieceTokens = 512;  // whose rows stay in the second-level cache
constexpr int64_t kChunkOccurrences = 1 << 15;

// Cuts n items into chunks of about `size` units: bounds of the chunks, in items. `units(i)` is
// the running total before item i.
template <typename Units>
std::vector<int64_t> Cut(int64_t n, int64_t size, Units units) {
  std::vector<int64_t> bounds = {0};
  for (int64_t i = 1; i <= n; ++i) {
    if (i == n || units(i) - units(bounds.back()) >= size) bounds.push_back(i);
  }
  return bounds;
}

std::vector<int64_t> Counts(const InvertedIndex& inverted) {
  std::vector<int64_t> counts(inverted.bounds.size() - 1);
  for (size_t a = 0; a < counts.size(); ++a) {
    counts[a] = inverted.bounds[a + 1] - inverted.bounds[a];
  }
  return counts;
}

}  // namespace

struct CorpusObjective::Chunks {
  std::vector<int64_t> sentences;                          // [chunks + 1]
  std::vector<int64_t> attributes;                         // [chunks + 1]
  std::vector<double> values;                              // by sentence chunk
  std::vector<double> transitions;                         // [sentence chunks, K, K]
  std::vector<std::unique_ptr<ObjectiveScratch>> scratch;  // by worker
  std::vector<std::vector<double>> gather;                 // by worker, [stride]
};

CorpusObjective::CorpusObjective(const EncodedCorpus& corpus, InvertedIndex inverted,
                                 const FeatureSet& features, const SentenceObjective& objective,
                                 Executor* executor, std::function<void(Span<double>)> reduce)
    : features_(&features),
      objective_(&objective),
      executor_(executor),
      reduce_(std::move(reduce)),
      sentence_bounds_(corpus.sentence_bounds),
      inverted_(std::move(inverted)),
      table_(features, Counts(inverted_)),
      transitions_(features.labels),
      chunks_(std::make_unique<Chunks>()) {
  occurrences_.AddAll(corpus, table_);
  rows_.assign(static_cast<size_t>(corpus.num_tokens()) * static_cast<size_t>(table_.stride()), 0);
  buffer_.assign(static_cast<size_t>(features.size()) + 1, 0);

  const auto pairs = static_cast<int64_t>(features.labels) * features.labels;
  const int64_t most = std::clamp<int64_t>(kMaxTransitionSums / pairs, 1, kMaxSentenceChunks);
  const int64_t size = std::max(kLeastChunkTokens, corpus.num_tokens() / most + 1);
  chunks_->sentences = Cut(corpus.num_sentences(), size, [&](int64_t s) { return begin(s); });
  chunks_->attributes = Cut(features.num_attributes(), kChunkOccurrences, [&](int64_t a) {
    return inverted_.bounds[static_cast<size_t>(a)] + 8 * a;
  });
  const size_t chunks = chunks_->sentences.size() - 1;
  frequent_ = FrequentSums(table_, Counts(inverted_), static_cast<int64_t>(chunks));
  inverted_.tokens.resize(inverted_.tokens.size() + kGatherAhead);
  const auto k = static_cast<size_t>(features.labels);
  chunks_->values.resize(chunks);
  chunks_->transitions.resize(chunks * k * k);
  for (int worker = 0; worker < executor->threads(); ++worker) {
    chunks_->scratch.push_back(objective.NewScratch());
    chunks_->gather.emplace_back(static_cast<size_t>(table_.stride()));
  }
}

CorpusObjective::~CorpusObjective() = default;

void CorpusObjective::Score(int64_t begin, int64_t end, double* rows) const {
  ScoreTask task;
  table_.Describe(&task);
  occurrences_.Describe(&task);
  task.begin = begin;
  task.end = end;
  task.out = rows;
  ScoreTokens(task);
}

void CorpusObjective::LoadWeights(const double* weights) {
  ForAttributeChunks(
      [&](int64_t begin, int64_t end, int) { table_.Load(*features_, weights, begin, end); });
  const auto k = static_cast<size_t>(features_->labels);
  std::vector<double> scores(k * k, 0.0), zeros(k, 0.0);
  for (size_t b = 0; b < features_->bigrams.size(); ++b) {
    scores[static_cast<size_t>(features_->bigrams[b])] =
        weights[static_cast<size_t>(features_->num_states()) + b];
  }
  transitions_.Set(scores, zeros, zeros);
}

void CorpusObjective::ForAttributeChunks(
    const std::function<void(int64_t begin, int64_t end, int worker)>& task) {
  const std::vector<int64_t>& bounds = chunks_->attributes;
  executor_->ForEach(static_cast<int64_t>(bounds.size()) - 1, [&](int64_t chunk, int worker) {
    task(bounds[static_cast<size_t>(chunk)], bounds[static_cast<size_t>(chunk) + 1], worker);
  });
}

double CorpusObjective::AccumulateSentences() {
  const auto k = static_cast<size_t>(features_->labels);
  executor_->ForEach(static_cast<int64_t>(chunks_->values.size()), [&](int64_t chunk, int worker) {
    const auto c = static_cast<size_t>(chunk);
    double* transitions = chunks_->transitions.data() + c * k * k;
    std::fill_n(transitions, k * k, 0.0);
    chunks_->values[c] = AccumulateChunk(chunk, worker, transitions);
  });
  double value = 0;
  for (const double part : chunks_->values) value += part;
  return value;
}

// Piece by piece, so that rows are still near when the frequent attributes want them.
double CorpusObjective::AccumulateChunk(int64_t chunk, int worker, double* transitions) {
  ObjectiveScratch* scratch = chunks_->scratch[static_cast<size_t>(worker)].get();
  const int64_t last = chunks_->sentences[static_cast<size_t>(chunk) + 1];
  frequent_.Clear(chunk);
  double value = 0;
  int64_t end = chunks_->sentences[static_cast<size_t>(chunk)];
  while (end < last) {
    const int64_t first = end++;
    while (end < last && begin(end) - begin(first) < kPieceTokens) ++end;
    double* rows = rows_.data() + static_cast<size_t>(begin(first) * table_.stride());
    value += objective_->Accumulate(first, end, *this, scratch, rows, transitions);
    frequent_.Add(chunk, occurrences_, rows_.data(), begin(first), begin(end));
  }
  return value;
}

void CorpusObjective::GatherAttributes() {
  ForAttributeChunks([&](int64_t begin, int64_t end, int worker) {
    GatherTask task;
    task.begin = begin;
    task.end = end;
    task.stride = table_.stride();
    task.rows = rows_.data();
    task.slots = table_.slots().data();
    task.bounds = inverted_.bounds.data();
    task.tokens = inverted_.tokens.data();
    task.values = inverted_.values.empty() ? nullptr : inverted_.values.data();
    frequent_.Describe(&task);
    task.features = features_->bounds.data();
    task.label = features_->label.data();
    task.gradient = buffer_.data() + 1;
    task.scratch = chunks_->gather[static_cast<size_t>(worker)].data();
    GatherGradient(task);
  });
}

double CorpusObjective::GatherTransitions() {
  const auto k = static_cast<size_t>(features_->labels);
  std::vector<double> total(k * k, 0.0);
  for (size_t c = 0; c < chunks_->values.size(); ++c) {
    for (size_t i = 0; i < k * k; ++i) total[i] += chunks_->transitions[c * k * k + i];
  }
  const double value = objective_->TransitionTerm(transitions_, total.data());
  double* gradient = buffer_.data() + 1 + features_->num_states();
  for (size_t b = 0; b < features_->bigrams.size(); ++b) {
    gradient[b] = total[static_cast<size_t>(features_->bigrams[b])];
  }
  return value;
}

double CorpusObjective::Evaluate(const double* weights) {
  LoadWeights(weights);
  const double sentences = AccumulateSentences();
  GatherAttributes();
  buffer_[0] = sentences + GatherTransitions();
  if (reduce_) reduce_(buffer_);
  return buffer_[0];
}

}  // namespace weft

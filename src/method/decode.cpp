#include "method/decode.h"

#include <algorithm>
#include <limits>

#include "chain/k_best.h"
#include "core/error.h"

namespace weft {
namespace {

constexpr int64_t kNamedContradictions = 10;  // more are counted, not named

// What a run of sentences adds to the lists of a Decoded.
struct Listed {
  std::vector<DecodedSpan> spans;
  std::vector<std::pair<int64_t, int64_t>> contradictions;  // sentence, token
  std::vector<int32_t> path_counts, path_labels;
  std::vector<double> path_log_probability, path_entropy;
};

template <typename T>
void AppendTo(const std::vector<T>& from, std::vector<T>* to) {
  to->insert(to->end(), from.begin(), from.end());
}

// Sizes every output up front, so that sentences can be decoded in any order.
void Resize(const Model& model, const Corpus& corpus, const DecodeOptions& options, Decoded* out) {
  const size_t sentences = static_cast<size_t>(corpus.num_sentences());
  const size_t tokens = static_cast<size_t>(corpus.num_tokens());
  const size_t k = static_cast<size_t>(model.labels().size());
  out->labels_of_model = model.labels();
  out->scheme = model.scheme();
  out->sentence_ends.resize(sentences);
  for (size_t s = 0; s < sentences; ++s) {
    out->sentence_ends[s] = corpus.end(static_cast<int64_t>(s));
  }
  out->spans.clear();
  out->warnings.clear();
  out->path_counts.clear();
  out->path_labels.clear();
  out->path_log_probability.clear();
  out->path_entropy.clear();
  out->path_marginals.resize(options.marginals && options.k_best > 0 ? tokens * k : 0);
  out->labels.resize(tokens);
  out->marginals.resize(options.marginals ? tokens * k : 0);
  out->pairwise_sums.assign(options.pairwise_sums ? sentences * k * k : 0, 0);
  out->log_probability.resize(options.scores ? sentences : 0);
  out->log_partition.resize(options.scores ? sentences : 0);
}

// Lattices without the paths that the tag scheme forbids, where the model labels without them: that
// of ds holds them, since its tokens stand apart.
class LegalPaths {
 public:
  explicit LegalPaths(const Model& model)
      : constrained_(model.option("constrained", "true") == "true"),
        rules_(SchemeRules(model.labels(), model.scheme())),
        transitions_(std::max(1, model.labels().size())) {}

  Lattice Of(const Lattice& lattice) {
    if (!constrained_ || rules_.all_legal || lattice.length == 0) return lattice;
    const Transitions& shared = *lattice.transitions;
    if (of_ != &shared) {
      transitions_.Set(shared.scores(), shared.start(), shared.end(), &rules_);
      of_ = &shared;
    }
    Lattice legal = lattice;
    legal.transitions = &transitions_;
    if (lattice.step_transitions) ForbidSteps(&legal);
    return FirstUnreachable(legal) < 0 ? legal : lattice;
  }

 private:
  void ForbidSteps(Lattice* lattice) {
    const size_t matrix = rules_.transition.size();
    const size_t count = static_cast<size_t>(lattice->length - 1) * matrix;
    steps_.assign(lattice->step_transitions, lattice->step_transitions + count);
    for (size_t i = 0; i < count; ++i) {
      if (!rules_.transition[i % matrix]) steps_[i] = -std::numeric_limits<double>::infinity();
    }
    lattice->step_transitions = steps_.data();
  }

  const bool constrained_;
  const TransitionRules rules_;
  Transitions transitions_;
  const Transitions* of_ = nullptr;
  std::vector<double> steps_;
};

// Decodes single sentences into the places of a Decoded.
class SentenceDecoder {
 public:
  SentenceDecoder(Decoder* decoder, const Model& model, const Corpus& corpus,
                  const DecodeOptions& options, const SpanReader& reader, Decoded* out)
      : decoder_(decoder),
        corpus_(corpus),
        options_(options),
        reader_(reader),
        k_(static_cast<size_t>(model.labels().size())),
        out_(out),
        legal_(model) {}

  void Run(int64_t s, Listed* listed) {
    const size_t begin = static_cast<size_t>(corpus_.begin(s));
    const size_t length = static_cast<size_t>(corpus_.length(s));
    Span<int32_t> labels(out_->labels.data() + begin, length);
    decoder_->Labels(s, labels);
    if (options_.warnings) {
      const int64_t t = decoder_->Contradiction(s, labels);
      if (t >= 0) listed->contradictions.emplace_back(s, t);
    }
    if (!options_.marginals && !options_.pairwise_sums && !options_.spans && !options_.scores &&
        options_.k_best == 0) {
      return;
    }
    const Lattice& lattice = decoder_->Score(s);
    MarginalsOut wanted;
    if (options_.marginals) wanted.unary = out_->marginals.data() + begin * k_;
    if (options_.pairwise_sums) {
      wanted.pairwise_sum = out_->pairwise_sums.data() + static_cast<size_t>(s) * k_ * k_;
    }
    if (options_.spans) RequestForSpans(labels, &wanted);
    const double log_partition = Marginals(lattice, &workspace_, wanted);
    if (options_.scores) {
      out_->log_partition[static_cast<size_t>(s)] = log_partition;
      out_->log_probability[static_cast<size_t>(s)] =
          std::min(0.0, PathScore(lattice, labels) - log_partition);
    }
    if (options_.spans) AppendSpans(s, labels, wanted, &listed->spans);
    if (options_.k_best > 0) AppendPaths(lattice, log_partition, begin, listed);
  }

 private:
  void RequestForSpans(Span<const int32_t> labels, MarginalsOut* wanted) {
    reader_.ReadRaw(labels, SpanMode::kConlleval, &raw_);
    if (raw_.empty()) return;
    along_path_.resize(labels.size());
    wanted->path = labels;
    wanted->along_path = along_path_.data();
    if (!wanted->unary) {
      unary_.resize(labels.size() * k_);
      wanted->unary = unary_.data();
    }
  }

  void AppendSpans(int64_t s, Span<const int32_t> labels, const MarginalsOut& marginals,
                   std::vector<DecodedSpan>* spans) {
    for (const SpanReader::Raw& raw : raw_) {
      const double p = RunProbability(labels, raw.begin, raw.end, static_cast<int32_t>(k_),
                                      marginals.unary, marginals.along_path);
      spans->push_back({s, raw.begin, raw.end, raw.type, std::min(1.0, p)});
    }
  }

  void AppendPaths(const Lattice& lattice, double log_partition, size_t begin, Listed* listed) {
    KBest(legal_.Of(lattice), options_.k_best, KBestSearch::kAStar, &k_best_, &paths_);
    listed->path_counts.push_back(static_cast<int32_t>(paths_.size()));
    AppendTo(paths_.labels, &listed->path_labels);
    for (const double score : paths_.scores) {
      listed->path_log_probability.push_back(std::min(0.0, score - log_partition));
    }
    listed->path_entropy.push_back(KBestEntropy(paths_));
    if (!options_.marginals) return;
    KBestMarginals(paths_, lattice.labels, out_->path_marginals.data() + begin * k_);
  }

  Decoder* decoder_;
  const Corpus& corpus_;
  const DecodeOptions options_;
  const SpanReader& reader_;
  const size_t k_;
  Decoded* out_;
  ChainWorkspace workspace_;
  std::vector<double> unary_, along_path_;
  std::vector<SpanReader::Raw> raw_;
  LegalPaths legal_;
  KBestWorkspace k_best_;
  KBestPaths paths_;
};

// Adds what one run of sentences listed; `contradictions` counts them over the runs.
void Append(const Corpus& corpus, const Listed& listed, int64_t* contradictions, Decoded* out) {
  AppendTo(listed.spans, &out->spans);
  AppendTo(listed.path_counts, &out->path_counts);
  AppendTo(listed.path_labels, &out->path_labels);
  AppendTo(listed.path_log_probability, &out->path_log_probability);
  AppendTo(listed.path_entropy, &out->path_entropy);
  for (const auto& [s, t] : listed.contradictions) {
    if (++*contradictions > kNamedContradictions) continue;
    const std::string id(corpus.id(s));
    out->warnings.push_back(
        StrCat("sentence ", s, id.empty() ? "" : " (" + id + ")", ", token ", t, " \"",
               corpus.token(corpus.begin(s) + t),
               "\": the sources contradict every legal path; the best path is kept"));
  }
}

void AppendCount(int64_t contradictions, Decoded* out) {
  if (contradictions <= kNamedContradictions) return;
  out->warnings.push_back(StrCat(contradictions - kNamedContradictions,
                                 " more sentences have sources that contradict every legal path"));
}

}  // namespace

Decoded Decode(const Model& model, const Corpus& corpus, const DecodeOptions& options,
               Executor* executor) {
  Decoded decoded;
  Resize(model, corpus, options, &decoded);
  const SpanReader reader(model.labels(), model.scheme());
  decoded.types = reader.types();
  std::vector<std::unique_ptr<Decoder>> decoders(static_cast<size_t>(executor->threads()));
  decoders[0] = model.NewDecoder();
  decoders[0]->Bind(corpus);
  std::vector<std::unique_ptr<SentenceDecoder>> workers(decoders.size());
  std::vector<Listed> listed(static_cast<size_t>(NumChunks(corpus.num_sentences(), kDecodeChunk)));
  executor->ForChunks(corpus.num_sentences(), kDecodeChunk,
                      [&](int64_t chunk, int64_t begin, int64_t end, int worker) {
                        const size_t w = static_cast<size_t>(worker);
                        if (!workers[w]) {
                          if (w > 0) {
                            decoders[w] = model.NewDecoder();
                            decoders[w]->Bind(corpus, decoders[0].get());
                          }
                          workers[w] = std::make_unique<SentenceDecoder>(
                              decoders[w].get(), model, corpus, options, reader, &decoded);
                        }
                        for (int64_t s = begin; s < end; ++s) {
                          workers[w]->Run(s, &listed[static_cast<size_t>(chunk)]);
                        }
                      });
  if (options.warnings) decoded.warnings = decoders[0]->Warnings();
  int64_t contradictions = 0;
  for (const Listed& part : listed) Append(corpus, part, &contradictions, &decoded);
  AppendCount(contradictions, &decoded);
  return decoded;
}

void DecodeWith(Decoder* decoder, const Model& model, const Corpus& corpus,
                const DecodeOptions& options, Decoded* decoded) {
  Resize(model, corpus, options, decoded);
  const SpanReader reader(model.labels(), model.scheme());
  decoded->types = reader.types();
  decoder->Bind(corpus);
  SentenceDecoder worker(decoder, model, corpus, options, reader, decoded);
  if (options.warnings) decoded->warnings = decoder->Warnings();
  Listed listed;
  for (int64_t s = 0; s < corpus.num_sentences(); ++s) worker.Run(s, &listed);
  int64_t contradictions = 0;
  Append(corpus, listed, &contradictions, decoded);
  AppendCount(contradictions, decoded);
}

}  // namespace weft

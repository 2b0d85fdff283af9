#include "weak/aggregate.h"

#include <limits>
#include <memory>
#include <numeric>

#include "core/error.h"
#include "method/decode.h"
#include "weak/vote_decoder.h"

namespace weft {
namespace {

constexpr int64_t kSentencesPerChunk = 256;
constexpr int64_t kNamedContradictions = 10;  // more are counted, not named

std::unique_ptr<VoteDecoder> NewVoteDecoder(const Model& model, const Corpus& corpus) {
  std::unique_ptr<Decoder> decoder = model.NewDecoder();
  VoteDecoder* votes = dynamic_cast<VoteDecoder*>(decoder.get());
  Require(votes != nullptr, "aggregation needs a model that reads votes, found method \"",
          model.method(), "\"");
  decoder.release();
  votes->Bind(corpus);
  return std::unique_ptr<VoteDecoder>(votes);
}

// Tokens (by sentence) at which the sources contradict every legal path; −1: none.
std::vector<int64_t> Contradictions(const Model& model, const Corpus& corpus,
                                    const std::vector<int32_t>& labels, Executor* executor) {
  std::vector<std::unique_ptr<VoteDecoder>> decoders(static_cast<size_t>(executor->threads()));
  std::vector<int64_t> tokens(static_cast<size_t>(corpus.num_sentences()), -1);
  executor->ForChunks(corpus.num_sentences(), kSentencesPerChunk,
                      [&](int64_t, int64_t begin, int64_t end, int worker) {
                        std::unique_ptr<VoteDecoder>& decoder =
                            decoders[static_cast<size_t>(worker)];
                        if (!decoder) decoder = NewVoteDecoder(model, corpus);
                        for (int64_t s = begin; s < end; ++s) {
                          const Span<const int32_t> path(labels.data() + corpus.begin(s),
                                                         static_cast<size_t>(corpus.length(s)));
                          tokens[static_cast<size_t>(s)] = decoder->Contradiction(s, path);
                        }
                      });
  return tokens;
}

void AddWarnings(const Corpus& corpus, const std::vector<int64_t>& contradictions,
                 std::vector<std::string>* warnings) {
  int64_t count = 0;
  for (int64_t s = 0; s < corpus.num_sentences(); ++s) {
    const int64_t t = contradictions[static_cast<size_t>(s)];
    if (t < 0 || ++count > kNamedContradictions) continue;
    const std::string id(corpus.id(s));
    warnings->push_back(
        StrCat("sentence ", s, id.empty() ? "" : " (" + id + ")", ", token ", t, " \"",
               corpus.token(corpus.begin(s) + t),
               "\": the sources contradict every legal path; the best path is kept"));
  }
  if (count > kNamedContradictions) {
    warnings->push_back(StrCat(count - kNamedContradictions,
                               " more sentences have sources that contradict every legal path"));
  }
}

}  // namespace

Aggregation Aggregate(const Model& model, const Corpus& corpus, Executor* executor) {
  const std::unique_ptr<VoteDecoder> votes = NewVoteDecoder(model, corpus);
  DecodeOptions options;
  options.marginals = options.scores = true;
  options.pairwise_sums = votes->has_transitions();
  Decoded decoded = Decode(model, corpus, options, executor);
  Aggregation out;
  out.soft = {model.labels(), std::move(decoded.marginals), std::move(decoded.pairwise_sums)};
  out.log_likelihood = votes->has_likelihood() ? std::accumulate(decoded.log_partition.begin(),
                                                                 decoded.log_partition.end(), 0.0)
                                               : std::numeric_limits<double>::quiet_NaN();
  out.warnings = votes->Warnings();
  AddWarnings(corpus, Contradictions(model, corpus, decoded.labels, executor), &out.warnings);
  out.labels = std::move(decoded.labels);
  return out;
}

}  // namespace weft

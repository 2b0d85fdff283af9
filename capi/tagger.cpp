// Taggers and their results.
#include <algorithm>

#include "core/parallel.h"
#include "guard.h"
#include "handles.h"

using weft::capi::Guard;
using weft::capi::GuardName;
using weft::capi::GuardValue;
using weft::capi::NameAt;
using weft::capi::NotNull;

struct weft_tagger {
  std::shared_ptr<const weft::Model> model;
  std::unique_ptr<weft::Decoder> decoder;
  std::unique_ptr<weft::Executor> executor;  // null: the calling thread alone

  void Decode(const weft::Corpus& corpus, const weft::DecodeOptions& options,
              weft::Decoded* decoded) const {
    if (executor) {
      *decoded = weft::Decode(*model, corpus, options, executor.get());
    } else {
      weft::DecodeWith(decoder.get(), *model, corpus, options, decoded);
    }
  }
};

namespace {

// A member of a part of the result.
template <typename T, typename Part>
const T* LendMember(const weft_result* result, Part weft_result::*part,
                    std::vector<T> Part::*member, size_t* count) {
  return GuardValue(static_cast<const T*>(nullptr), [&] {
    if (count) *count = 0;
    return weft::capi::LendArray((NotNull(result, "result").*part).*member, count);
  });
}

weft::DecodeOptions Wanted(int32_t want) {
  constexpr int32_t kAll =
      WEFT_WANT_MARGINALS | WEFT_WANT_SPANS | WEFT_WANT_SCORES | WEFT_WANT_SUPPORT;
  weft::Require((want & ~kAll) == 0, "want must be a sum of WEFT_WANT_ values, found ", want);
  weft::DecodeOptions options;
  options.marginals = want & WEFT_WANT_MARGINALS;
  options.spans = want & WEFT_WANT_SPANS;
  options.scores = want & WEFT_WANT_SCORES;
  options.warnings = true;
  return options;
}

std::unique_ptr<weft_result> DecodeCorpus(weft_tagger* tagger, const weft::Corpus& corpus,
                                          int32_t want, const weft::DecodeOptions& options) {
  auto result = std::make_unique<weft_result>();
  tagger->Decode(corpus, options, &result->decoded);
  const weft::Decoded& decoded = result->decoded;
  if (want & WEFT_WANT_SUPPORT) {
    result->support = weft::FindSupport(corpus, decoded.labels_of_model, decoded.labels);
  }
  for (const weft::DecodedSpan& span : decoded.spans) {
    result->spans.push_back({span.sentence, span.begin, span.end, span.type, span.confidence});
  }
  return result;
}

}  // namespace

weft_status weft_tagger_new(const weft_model* model, weft_tagger** out) {
  return Guard([&] {
    NotNull(out, "out");
    const auto& trained = NotNull(model, "model").model;
    *out = new weft_tagger{trained, trained->NewDecoder(), nullptr};
  });
}

void weft_tagger_free(weft_tagger* tagger) { delete tagger; }

weft_status weft_tagger_set_threads(weft_tagger* tagger, int32_t threads) {
  return Guard([&] {
    NotNull(tagger, "tagger");
    auto executor = std::make_unique<weft::Executor>(threads);
    tagger->executor = threads == 1 ? nullptr : std::move(executor);
  });
}

weft_status weft_tagger_decode(weft_tagger* tagger, const weft_corpus* corpus, int32_t want,
                               weft_result** out) {
  return Guard([&] {
    NotNull(out, "out");
    NotNull(tagger, "tagger");
    *out = DecodeCorpus(tagger, weft::capi::CorpusOf(corpus), want, Wanted(want)).release();
  });
}

weft_status weft_tagger_decode_k_best(weft_tagger* tagger, const weft_corpus* corpus, size_t k,
                                      int32_t want, weft_result** out) {
  return Guard([&] {
    NotNull(out, "out");
    NotNull(tagger, "tagger");
    weft::DecodeOptions options = Wanted(want);
    options.k_best = weft::capi::PathCount(k);
    *out = DecodeCorpus(tagger, weft::capi::CorpusOf(corpus), want, options).release();
  });
}

const weft::Decoded& weft::capi::DecodedOf(const weft_result* handle, const Corpus& corpus) {
  const Decoded& decoded = NotNull(handle, "result").decoded;
  const std::vector<int64_t>& found = decoded.sentence_ends;
  const std::vector<int64_t>& wanted = corpus.data().sentence_ends;
  if (found == wanted) return decoded;
  const auto differ =
      std::mismatch(found.begin(), found.end(), wanted.begin(), wanted.end()).second;
  Fail(Status::kInvalidArgument, "expected a result of the ", wanted.size(), " sentences and ",
       corpus.num_tokens(), " tokens of ", corpus.name().empty() ? "the corpus" : corpus.name(),
       ", found one of ", found.size(), " and ", decoded.labels.size(),
       "; the first sentence of another length is ", differ - wanted.begin());
}

void weft_result_free(weft_result* result) { delete result; }

size_t weft_result_sentence_count(const weft_result* result) {
  return GuardValue(size_t{0},
                    [&] { return NotNull(result, "result").decoded.sentence_ends.size(); });
}

size_t weft_result_sentence_begin(const weft_result* result, size_t sentence) {
  return GuardValue(size_t{0}, [&] {
    const auto& ends = NotNull(result, "result").decoded.sentence_ends;
    if (sentence == 0 || ends.empty()) return size_t{0};
    return static_cast<size_t>(ends[std::min(sentence, ends.size()) - 1]);
  });
}

const int32_t* weft_result_labels(const weft_result* result, size_t* tokens) {
  return LendMember(result, &weft_result::decoded, &weft::Decoded::labels, tokens);
}

size_t weft_result_label_count(const weft_result* result) {
  return GuardValue(
      size_t{0}, [&] { return NotNull(result, "result").decoded.labels_of_model.names().size(); });
}

const char* weft_result_label(const weft_result* result, size_t label, size_t* size) {
  return GuardName(size, [&] {
    return NameAt(NotNull(result, "result").decoded.labels_of_model.names(), label, size);
  });
}

const double* weft_result_marginals(const weft_result* result, size_t* count) {
  return LendMember(result, &weft_result::decoded, &weft::Decoded::marginals, count);
}

const double* weft_result_log_probabilities(const weft_result* result, size_t* count) {
  return LendMember(result, &weft_result::decoded, &weft::Decoded::log_probability, count);
}

const double* weft_result_log_partitions(const weft_result* result, size_t* count) {
  return LendMember(result, &weft_result::decoded, &weft::Decoded::log_partition, count);
}

const int32_t* weft_result_supporter_counts(const weft_result* result, size_t* tokens) {
  return LendMember(result, &weft_result::support, &weft::Support::counts, tokens);
}

const int32_t* weft_result_supporters(const weft_result* result, size_t* count) {
  return LendMember(result, &weft_result::support, &weft::Support::sources, count);
}

const int32_t* weft_result_path_counts(const weft_result* result, size_t* sentences) {
  return LendMember(result, &weft_result::decoded, &weft::Decoded::path_counts, sentences);
}

const int32_t* weft_result_path_labels(const weft_result* result, size_t* count) {
  return LendMember(result, &weft_result::decoded, &weft::Decoded::path_labels, count);
}

const double* weft_result_path_log_probabilities(const weft_result* result, size_t* paths) {
  return LendMember(result, &weft_result::decoded, &weft::Decoded::path_log_probability, paths);
}

const double* weft_result_path_entropies(const weft_result* result, size_t* sentences) {
  return LendMember(result, &weft_result::decoded, &weft::Decoded::path_entropy, sentences);
}

const double* weft_result_path_marginals(const weft_result* result, size_t* count) {
  return LendMember(result, &weft_result::decoded, &weft::Decoded::path_marginals, count);
}

size_t weft_result_warning_count(const weft_result* result) {
  return GuardValue(size_t{0}, [&] { return NotNull(result, "result").decoded.warnings.size(); });
}

const char* weft_result_warning(const weft_result* result, size_t index) {
  return GuardValue("", [&] { return NameAt(NotNull(result, "result").decoded.warnings, index); });
}

const weft_span* weft_result_spans(const weft_result* result, size_t* count) {
  return GuardValue(static_cast<const weft_span*>(nullptr), [&] {
    if (count) *count = 0;
    return weft::capi::LendArray(NotNull(result, "result").spans, count);
  });
}

size_t weft_result_type_count(const weft_result* result) {
  return GuardValue(size_t{0}, [&] { return NotNull(result, "result").decoded.types.size(); });
}

const char* weft_result_type(const weft_result* result, size_t type, size_t* size) {
  return GuardName(size,
                   [&] { return NameAt(NotNull(result, "result").decoded.types, type, size); });
}

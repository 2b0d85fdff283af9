#include "crf/decoder.h"

#include <algorithm>

#include "core/error.h"

namespace weft {
namespace {

// Blocks of tokens whose attributes stay in the first-level caches.
constexpr int64_t kBlockTokens = 64;

Transitions DecodingTransitions(const CrfModel& model) {
  const CrfModel::Parts& parts = model.parts();
  if (model.option("constrained", "true") == "false") {
    return BigramTransitions(model.labels().size(), parts.bigrams, parts.bigram_weights, nullptr);
  }
  const TransitionRules rules = SchemeRules(model.labels(), model.scheme());
  return BigramTransitions(model.labels().size(), parts.bigrams, parts.bigram_weights, &rules);
}

}  // namespace

CrfDecoder::CrfDecoder(std::shared_ptr<const CrfModel> model)
    : model_(std::move(model)),
      generator_(model_->parts().templates, model_->parts().boundary),
      transitions_(DecodingTransitions(*model_)) {
  lattice_.labels = transitions_.labels();
  lattice_.transitions = &transitions_;
}

void CrfDecoder::Attach(const Corpus& corpus) {
  generator_.Bind(corpus);
  corpus_ = &corpus;
}

void CrfDecoder::ScoreBlock(int64_t begin, int64_t end) {
  const CrfModel::Parts& parts = model_->parts();
  generator_.Tokens(begin, end, &batch_);
  parts.index->FindAll(batch_, &ids_);
  occurrences_.Clear();
  for (int64_t t = 0; t < end - begin; ++t) {
    for (int64_t i = batch_.token_begin(t); i < batch_.token_begin(t + 1); ++i) {
      const int32_t id = ids_[static_cast<size_t>(i)];
      unknown_ += id < 0;
      if (id < 0) continue;
      occurrences_.Add(parts.table.slots()[static_cast<size_t>(id)], batch_.value(i));
    }
    occurrences_.EndToken();
  }
  ScoreTask task;
  parts.table.Describe(&task);
  occurrences_.Describe(&task);
  task.end = end - begin;
  task.out = rows_.data();
  ScoreTokens(task);
  UnpadRows(rows_.data(), end - begin, lattice_.labels, task.stride,
            emissions_.data() + begin * lattice_.labels);
}

const Lattice& CrfDecoder::ScoreSentence(int64_t s) {
  if (!corpus_) Fail(Status::kState, "a decoder scores sentences once it is bound to a corpus");
  const int64_t length = corpus_->length(s);
  const size_t size = static_cast<size_t>(length) * static_cast<size_t>(lattice_.labels);
  if (emissions_.size() < size) emissions_.resize(size);
  rows_.resize(static_cast<size_t>(kBlockTokens) *
               static_cast<size_t>(model_->parts().table.stride()));
  generator_.Start(s);
  for (int64_t begin = 0; begin < length; begin += kBlockTokens) {
    ScoreBlock(begin, std::min(begin + kBlockTokens, length));
  }
  lattice_.length = length;
  lattice_.emissions = emissions_.data();
  return lattice_;
}

void UnpadRows(const double* rows, int64_t count, int32_t labels, int32_t stride, double* out) {
  for (int64_t t = 0; t < count; ++t) {
    std::copy_n(rows + t * stride, labels, out + t * labels);
  }
}

}  // namespace weft

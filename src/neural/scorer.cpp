#include "neural/model.h"

namespace weft {

NetworkScorer::NetworkScorer(const NeuralModel& model)
    : model_(model), network_(model.network()), scale_(model.number("emission_scale", 1)) {
  if (model.decode() == HiddenDecode::kTokens) return;
  weights_ = network_.NewSourceWeights(model.sources()->settings, model.labels().Find("O"));
  // What sources could vote, each as often as it annotated a sentence in training.
  expected_log_sums_.assign(weights_->stride(), 0.0);
  if (weights_->normalised()) return;
  for (int32_t j = 0; j < weights_->slots(); ++j) {
    for (size_t i = 0; i < weights_->stride(); ++i) {
      expected_log_sums_[i] +=
          model.sources()->shares[static_cast<size_t>(j)] * weights_->log_sums(j)[i];
    }
  }
}

void NetworkScorer::Bind(const Corpus& corpus, std::shared_ptr<const EncoderInput> input) {
  corpus_ = &corpus;
  input_ = std::move(input);
  reader_ = nullptr;
  if (model_.decode() == HiddenDecode::kVotes) {
    reader_ = std::make_unique<VoteReader>(corpus, model_.sources()->settings, model_.labels());
  }
}

void NetworkScorer::Score(int64_t begin, int64_t end, std::vector<double>* emissions) {
  const at::Tensor scores = network_.DecodingEmissions(*corpus_, *input_, begin, end);
  const float* values = scores.data_ptr<float>();
  emissions->assign(values, values + scores.numel());
  if (scale_ != 1) {
    for (double& value : *emissions) value *= scale_;
  }
  if (!weights_) return;
  for (int64_t s = begin; s < end; ++s) {
    const auto words = static_cast<size_t>(corpus_->begin(s) - corpus_->begin(begin));
    AddSources(s, emissions->data() + words * static_cast<size_t>(network_.labels()));
  }
}

void NetworkScorer::AddSources(int64_t s, double* emissions) {
  const auto length = static_cast<size_t>(corpus_->length(s));
  const auto k = static_cast<size_t>(weights_->labels());
  const size_t stride = weights_->stride();
  if (!reader_) {
    for (size_t t = 0; t < length; ++t) {
      for (size_t i = 0; i < k; ++i) emissions[t * k + i] += expected_log_sums_[i];
    }
    return;
  }
  const VoteRows votes(reader_->Read(s), length, weights_->shape());
  rows_.resize(votes.patterns() * stride);
  weights_->ScoreVotes(votes, rows_.data());
  for (size_t t = 0; t < length; ++t) {
    const double* row = rows_.data() + votes.tokens()[t] * stride;
    for (size_t i = 0; i < k; ++i) emissions[t * k + i] += row[i];
  }
}

std::vector<std::string> NetworkScorer::Warnings() const {
  if (!reader_) return {};
  if (!corpus_->has_votes()) {
    return {"there are no votes: labels are those of the tokens alone, for all that decode=votes"};
  }
  return reader_->Warnings();
}

}  // namespace weft

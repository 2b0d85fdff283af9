#include "model/filling_decoder.h"

#include <algorithm>
#include <limits>
#include <vector>

namespace weft {
namespace {

constexpr double kMinusInf = -std::numeric_limits<double>::infinity();

// [K, K]: a token of the second label goes on with the span of a token of the first before it.
std::vector<uint8_t> GoesOn(const LabelSet& labels, Scheme scheme) {
  const auto k = static_cast<size_t>(labels.size());
  std::vector<uint8_t> goes_on(k * k, 0);
  if (scheme == Scheme::kPlain) return goes_on;
  const SpanReader reader(labels, scheme);
  std::vector<SpanReader::Raw> spans;
  for (size_t i = 0; i < k; ++i) {
    for (size_t j = 0; j < k; ++j) {
      const int32_t pair[] = {static_cast<int32_t>(i), static_cast<int32_t>(j)};
      spans.clear();
      reader.ReadRaw({pair, 2}, SpanMode::kConlleval, &spans);
      goes_on[i * k + j] = spans.size() == 1 && spans[0].end - spans[0].begin == 2;
    }
  }
  return goes_on;
}

class FillingDecoder : public Decoder {
 public:
  FillingDecoder(std::unique_ptr<Decoder> aggregator, std::unique_ptr<Decoder> tagger,
                 const LabelSet& labels, Scheme scheme)
      : aggregator_(std::move(aggregator)),
        tagger_(std::move(tagger)),
        outside_(labels.Find("O")),
        goes_on_(GoesOn(labels, scheme)) {}

  int64_t Contradiction(int64_t s, Span<const int32_t> /*labels*/) override {
    Name(s);
    return aggregator_->Contradiction(s, names_);
  }
  std::vector<std::string> Warnings() const override {
    std::vector<std::string> all = aggregator_->Warnings();
    for (std::string& text : tagger_->Warnings()) {
      if (std::find(all.begin(), all.end(), text) == all.end()) all.push_back(std::move(text));
    }
    return all;
  }

 protected:
  void Attach(const Corpus& corpus) override {
    corpus_ = &corpus;
    aggregator_->Bind(corpus);
    tagger_->Bind(corpus);
  }
  void AttachWith(const Decoder& twin, const Corpus& corpus) override {
    const auto& other = static_cast<const FillingDecoder&>(twin);
    corpus_ = &corpus;
    aggregator_->Bind(corpus, other.aggregator_.get());
    tagger_->Bind(corpus, other.tagger_.get());
  }

  const Lattice& ScoreSentence(int64_t s) override {
    Name(s);
    lattice_ = tagger_->Score(s);
    const auto k = static_cast<size_t>(lattice_.labels);
    emissions_.assign(lattice_.emissions, lattice_.emissions + names_.size() * k);
    ClampEmissions(fixed_, lattice_.labels, emissions_.data());
    for (size_t t = 0; t < names_.size(); ++t) {
      if (fixed_[t] != kNoLabel) continue;
      for (size_t label = 0; label < k; ++label) {
        if (Joins(t, label)) emissions_[t * k + label] = kMinusInf;
      }
    }
    lattice_.emissions = emissions_.data();
    return FirstUnreachable(lattice_) < 0 ? lattice_ : aggregator_->Score(s);
  }

 private:
  void Name(int64_t s) {
    names_.resize(static_cast<size_t>(corpus_->length(s)));
    aggregator_->Labels(s, names_);
    fixed_ = names_;
    std::replace(fixed_.begin(), fixed_.end(), outside_, kNoLabel);
  }

  // The label would make one name of this token and a neighbour that is fixed.
  bool Joins(size_t t, size_t label) const {
    const auto k = static_cast<size_t>(lattice_.labels);
    const auto pair = [&](size_t from, size_t to) { return goes_on_[from * k + to] != 0; };
    const auto is_fixed = [&](size_t u) { return fixed_[u] != kNoLabel; };
    if (t > 0 && is_fixed(t - 1) && pair(static_cast<size_t>(fixed_[t - 1]), label)) return true;
    return t + 1 < fixed_.size() && is_fixed(t + 1) &&
           pair(label, static_cast<size_t>(fixed_[t + 1]));
  }

  const std::unique_ptr<Decoder> aggregator_, tagger_;
  const int32_t outside_;
  const std::vector<uint8_t> goes_on_;
  const Corpus* corpus_ = nullptr;
  std::vector<int32_t> names_;  // [L]: the aggregator's labels
  std::vector<int32_t> fixed_;  // [L]: those that are not O
  std::vector<double> emissions_;
  Lattice lattice_;
};

}  // namespace

std::unique_ptr<Decoder> NewFillingDecoder(std::unique_ptr<Decoder> aggregator,
                                           std::unique_ptr<Decoder> tagger, const LabelSet& labels,
                                           Scheme scheme) {
  return std::make_unique<FillingDecoder>(std::move(aggregator), std::move(tagger), labels, scheme);
}

}  // namespace weft

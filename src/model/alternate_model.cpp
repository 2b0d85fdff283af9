#include "model/alternate_model.h"

#include <numeric>

#include "core/error.h"
#include "method/archive.h"
#include "method/decode.h"
#include "model/filling_decoder.h"
#include "model/model_file.h"
#include "model/registry.h"
#include "text/derive.h"

namespace weft {
namespace {

constexpr char kSection[] = "alt";

const char* NameOf(AltDecode decode) {
  return decode == AltDecode::kTagger       ? "tagger"
         : decode == AltDecode::kAggregator ? "aggregator"
                                            : "filled";
}

// What a tagger says that votes.
DecodeOptions TaggerVotes(bool hard) {
  DecodeOptions wanted;
  wanted.marginals = !hard;
  return wanted;
}

std::shared_ptr<const Corpus> WithVotes(const Corpus& corpus, const std::string& source,
                                        const Decoded& found) {
  return AddSource(corpus, source,
                   {found.labels_of_model, found.scheme, found.labels, found.marginals});
}

// Decodes by the aggregator: a chunk of sentences at a time is tagged first.
class FedDecoder : public Decoder {
 public:
  explicit FedDecoder(AltModel::Parts parts)
      : parts_(std::move(parts)),
        tagger_(parts_.tagger->NewDecoder()),
        aggregator_(parts_.aggregator->NewDecoder()) {}

  void Labels(int64_t s, Span<int32_t> labels) override {
    Open(s);
    aggregator_->Labels(s - begin_, labels);
  }
  int64_t Contradiction(int64_t s, Span<const int32_t> labels) override {
    Open(s);
    return aggregator_->Contradiction(s - begin_, labels);
  }
  std::vector<std::string> Warnings() const override { return parts_.aggregator->Unread(*corpus_); }

 protected:
  void Attach(const Corpus& corpus) override {
    corpus_ = &corpus;
    begin_ = end_ = 0;
  }
  const Lattice& ScoreSentence(int64_t s) override {
    Open(s);
    return aggregator_->Score(s - begin_);
  }

 private:
  void Open(int64_t s) {
    if (s >= begin_ && s < end_) return;
    begin_ = s - s % kDecodeChunk;
    end_ = std::min(corpus_->num_sentences(), begin_ + kDecodeChunk);
    std::vector<int64_t> sentences(static_cast<size_t>(end_ - begin_));
    std::iota(sentences.begin(), sentences.end(), begin_);
    const std::shared_ptr<const Corpus> part = SelectSentences(*corpus_, sentences);
    Decoded found;
    DecodeWith(tagger_.get(), *parts_.tagger, *part, TaggerVotes(parts_.hard), &found);
    part_ = WithVotes(*part, parts_.source, found);
    aggregator_->Bind(*part_);
  }

  const AltModel::Parts parts_;
  const std::unique_ptr<Decoder> tagger_, aggregator_;
  const Corpus* corpus_ = nullptr;
  std::shared_ptr<const Corpus> part_;  // sentences [begin_, end_), with the tagger's votes
  int64_t begin_ = 0, end_ = 0;
};

}  // namespace

std::shared_ptr<const Corpus> WithTagger(const Corpus& corpus, const std::string& source,
                                         const Model& tagger, bool hard, Executor* executor) {
  return WithVotes(corpus, source, Decode(tagger, corpus, TaggerVotes(hard), executor));
}

AltDecode AltModel::decode() const {
  const std::string decode = option("decode", "best");
  if (decode == "best") return parts_.best;
  for (const AltDecode one : {AltDecode::kAggregator, AltDecode::kFilled}) {
    if (decode == NameOf(one)) return one;
  }
  return AltDecode::kTagger;
}

// Options of decoding that were changed in the whole are those of its parts.
std::shared_ptr<const Model> AltModel::Configured(std::shared_ptr<const Model> part) const {
  const std::string prefix = std::string(part->method()) + ".";
  for (const auto& [key, value] : options()) {
    if (key.compare(0, prefix.size(), prefix) != 0) continue;
    const std::string own = key.substr(prefix.size());
    const auto is = part->options().find(own);
    const OptionSpec* spec = FindMethod(part->method()).options.Find(own);
    if (!spec || !spec->decoding || is == part->options().end() || is->second == value) continue;
    part = WithOption(*part, own, value);
  }
  return part;
}

std::unique_ptr<Decoder> AltModel::NewDecoder() const {
  Parts parts = parts_;
  parts.tagger = Configured(parts.tagger);
  if (decode() == AltDecode::kTagger) return parts.tagger->NewDecoder();
  parts.aggregator = Configured(parts.aggregator);
  if (decode() == AltDecode::kAggregator) return NewAggregator(parts);
  return NewFillingDecoder(NewAggregator(parts), parts.tagger->NewDecoder(), labels(), scheme());
}

std::unique_ptr<Decoder> AltModel::NewAggregator(const Parts& parts) const {
  if (parts.source.empty()) return parts.aggregator->NewDecoder();
  return std::make_unique<FedDecoder>(parts);
}

std::vector<Section> AltModel::Save() const {
  return {
      {kSection, ToSection(parts_.source, uint8_t{parts_.hard}, static_cast<uint8_t>(parts_.best))},
      {"alt.tagger", SaveModelBytes(*parts_.tagger)},
      {"alt.aggregator", SaveModelBytes(*parts_.aggregator)}};
}

std::shared_ptr<Model> AltModel::Load(const std::vector<Section>& sections,
                                      const LabelSet& labels) {
  Parts parts;
  uint8_t hard = 0, best = 0;
  FromSection(FindSection(sections, kSection), kSection, parts.source, hard, best);
  parts.hard = hard != 0;
  if (best > static_cast<uint8_t>(AltDecode::kFilled)) {
    Fail(Status::kCorrupt, "section \"", kSection, "\" names a way to decode that there is not");
  }
  parts.best = static_cast<AltDecode>(best);
  const auto load = [&](const char* name, Reads reads) {
    std::shared_ptr<const Model> model =
        LoadModelBytes(FindSection(sections, name), StrCat("section \"", name, "\""));
    if (!(model->labels() == labels) || model->reads() != reads || model->method() == "alt") {
      Fail(Status::kCorrupt, "section \"", name, "\" holds a model of ", model->method(),
           " that does not fit the model");
    }
    return model;
  };
  parts.tagger = load("alt.tagger", Reads::kTokens);
  parts.aggregator = load("alt.aggregator", Reads::kVotes);
  return std::make_shared<AltModel>(std::move(parts));
}

std::vector<std::pair<std::string, std::string>> AltModel::Describe() const {
  std::vector<std::pair<std::string, std::string>> facts = {
      {"best", NameOf(parts_.best)}, {"tagger", std::string(parts_.tagger->method())}};
  for (auto& [key, value] : parts_.tagger->Describe()) facts.emplace_back("tagger." + key, value);
  facts.emplace_back("aggregator", std::string(parts_.aggregator->method()));
  for (auto& [key, value] : parts_.aggregator->Describe()) {
    facts.emplace_back("aggregator." + key, value);
  }
  facts.emplace_back("reads_tagger_as", parts_.source.empty() ? "nothing" : parts_.source);
  return facts;
}

}  // namespace weft

#include "neural/conditional_model.h"

#include <algorithm>

#include "core/error.h"
#include "method/archive.h"
#include "method/decode.h"

namespace weft {
namespace {

class ConditionalDecoder : public Decoder {
 public:
  explicit ConditionalDecoder(std::shared_ptr<const ConditionalModel> model)
      : model_(std::move(model)),
        rules_(SchemeRules(model_->labels(), model_->scheme())),
        pass_(model_->shape(), model_->constants(),
              model_->option("constrained", "true") == "true" ? &rules_ : nullptr) {}

  std::vector<std::string> Warnings() const override { return reader_->Warnings(); }

 protected:
  void Attach(const Corpus& corpus) override { Attach(corpus, model_->Read(corpus)); }
  void AttachWith(const Decoder& twin, const Corpus& corpus) override {
    Attach(corpus, static_cast<const ConditionalDecoder&>(twin).input_);
  }

  const Lattice& ScoreSentence(int64_t s) override {
    const auto length = static_cast<size_t>(corpus_->length(s));
    if (length == 0) return pass_.Score({}, 0, nullptr);
    if (s < begin_ || s >= end_) {
      begin_ = s - s % kDecodeChunk;
      end_ = std::min(corpus_->num_sentences(), begin_ + kDecodeChunk);
      outputs_ = model_->network().DecodingEmissions(*corpus_, *input_, begin_, end_);
    }
    const float* logits = outputs_.data_ptr<float>() +
                          (corpus_->begin(s) - corpus_->begin(begin_)) * outputs_.size(1);
    return pass_.Score(reader_->Read(s), length, logits);
  }

 private:
  void Attach(const Corpus& corpus, std::shared_ptr<const EncoderInput> input) {
    corpus_ = &corpus;
    input_ = std::move(input);
    reader_ = std::make_unique<VoteReader>(corpus, model_->settings(), model_->labels());
    begin_ = end_ = 0;
  }

  const std::shared_ptr<const ConditionalModel> model_;
  const TransitionRules rules_;
  ConditionalPass pass_;
  std::shared_ptr<const EncoderInput> input_;
  std::unique_ptr<VoteReader> reader_;
  const Corpus* corpus_ = nullptr;
  int64_t begin_ = 0, end_ = 0;  // sentences in outputs_
  at::Tensor outputs_;           // [words, width]
};

}  // namespace

ConditionalModel::ConditionalModel(std::shared_ptr<const TaggerNetwork> network,
                                   const ConditionalShape& shape, std::vector<float> constants,
                                   CorpusReading read)
    : network_(std::move(network)),
      shape_(shape),
      constants_(std::move(constants)),
      read_(std::move(read)) {}

std::shared_ptr<const EncoderInput> ConditionalModel::Read(const Corpus& corpus) const {
  return &corpus == read_.corpus.get() ? read_.input : network_->encoder().Read(corpus);
}

std::shared_ptr<const ConditionalModel> ConditionalModel::With(CorpusReading read) const {
  auto model = std::make_shared<ConditionalModel>(*this);
  model->read_ = std::move(read);
  return model;
}

std::unique_ptr<Decoder> ConditionalModel::NewDecoder() const {
  return std::make_unique<ConditionalDecoder>(
      std::static_pointer_cast<const ConditionalModel>(shared_from_this()));
}

std::vector<Section> ConditionalModel::Save() const {
  std::vector<Section> sections = network_->Save();
  SaveVotes(&sections);
  sections.push_back(
      {kSection, ToSection(shape_.sources, shape_.contexts, uint8_t{shape_.chained}, shape_.outside,
                           uint8_t{shape_.own_start}, uint8_t{shape_.priors_vary},
                           uint8_t{shape_.votes_vary}, constants_)});
  return sections;
}

std::shared_ptr<Model> ConditionalModel::Load(const std::vector<Section>& sections,
                                              const LabelSet& labels) {
  ConditionalShape shape;
  shape.labels = labels.size();
  uint8_t chained = 0, own_start = 0, priors_vary = 0, votes_vary = 0;
  std::vector<float> constants;
  FromSection(FindSection(sections, kSection), kSection, shape.sources, shape.contexts, chained,
              shape.outside, own_start, priors_vary, votes_vary, constants);
  shape.chained = chained != 0;
  shape.own_start = own_start != 0;
  shape.priors_vary = priors_vary != 0;
  shape.votes_vary = votes_vary != 0;
  constexpr int32_t kMostSources = 1 << 20;
  const bool fits = shape.sources >= 0 && shape.sources <= kMostSources &&
                    (shape.contexts == 1 || shape.contexts == 2) &&
                    (shape.priors_vary || shape.votes_vary);
  const int32_t lowest = shape.chained && !shape.own_start ? 0 : kNoLabel;
  if (!fits || shape.outside < lowest || shape.outside >= shape.labels) {
    Fail(Status::kCorrupt, "the model's section \"", kSection, "\" does not fit its labels");
  }
  RequireSize(constants.size(), shape.constants(), "probabilities");
  const auto probable = [](float p) { return p >= 0 && p <= 1; };
  if (!std::all_of(constants.begin(), constants.end(), probable)) {
    Fail(Status::kCorrupt, "the model's section \"", kSection,
         "\" holds a number that is no probability");
  }
  auto model = std::make_shared<ConditionalModel>(
      TaggerNetwork::Load(sections, labels.size(), static_cast<int64_t>(shape.outputs())), shape,
      std::move(constants));
  model->LoadVotes(sections, labels.size());
  RequireSize(model->settings().sources.size(), static_cast<size_t>(shape.sources), "sources");
  RequireSize(static_cast<size_t>(model->settings().contexts), static_cast<size_t>(shape.contexts),
              "contexts");
  return model;
}

std::vector<std::pair<std::string, std::string>> ConditionalModel::Describe() const {
  auto facts = network_->encoder().Describe();
  facts.emplace_back("parameters", StrCat(network_->parameters().NumValues()));
  facts.emplace_back("sources", StrCat(shape_.sources));
  return facts;
}

}  // namespace weft
